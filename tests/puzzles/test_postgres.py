"""The same puzzles on PostgreSQL as on SQLite, where a server can be started."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kikashi.grid import LocalExecutor
from kikashi.puzzles import Store, make, puzzles, stats
from tests.postgres import postgres_server
from tests.puzzles.made import GAMES, all_puzzles, database

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture
def server() -> Iterator[str]:
    with postgres_server() as url:
        yield url


def test_a_real_server_holds_the_same_puzzles(server: str) -> None:
    store = Store(server, create=True)
    with LocalExecutor(2) as executor:
        make(store, [GAMES], "connect6", executor)
    assert tuple(puzzles(store)) == all_puzzles()
    assert stats(store) == stats(Store(database()))
    store.close()
    again = Store(server)
    assert len(list(puzzles(again))) == len(all_puzzles())
    again.close()
