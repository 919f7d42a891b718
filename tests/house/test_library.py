"""What people who program meet first: a few names, boards that draw themselves, plain refusals."""

from __future__ import annotations

import subprocess
import sys

import pytest

import kikashi
from kikashi import check, play, records, room, solve
from kikashi.games import room_ids
from kikashi.law import GameError
from kikashi.play import computer
from tools.write_reference import page


def test_the_few_names_are_there_and_nothing_is_loaded_for_them() -> None:
    assert set(kikashi.__all__) <= set(dir(kikashi))
    assert callable(check)
    assert records.__name__ == "kikashi.records"
    assert play.__name__ == "kikashi.play"
    program = "import sys, kikashi; print([m for m in sys.modules if m.startswith('kikashi.')])"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
    with pytest.raises(AttributeError, match="it offers check, play"):
        _ = kikashi.nothing


@pytest.mark.parametrize("game", room_ids())
def test_a_position_draws_itself(game: str) -> None:
    start = room(game).start()
    assert len(str(start).splitlines()) > 3
    assert start._repr_svg_().startswith("<svg")
    assert repr(start).startswith(f"<{game} ")


@pytest.mark.native
def test_a_level_plays_by_its_name_alone() -> None:
    position = room("gomoku").start()
    turn = computer("level:3", seed=1).turn(position.view_of_mover())
    assert turn.moves[0] in position.legal_moves()
    with pytest.raises(GameError, match="the levels are 1 to 10"):
        computer("level:77").turn(position.view_of_mover())
    with pytest.raises(GameError, match="level:1 to level:10"):
        computer("deepblue")


def test_wrong_types_get_a_sentence() -> None:
    with pytest.raises(GameError, match="takes a position"):
        solve("j10")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="there is no game 5"):
        room(5)


def test_the_reference_tells_of_every_exported_name() -> None:
    text = page()
    for name in ("### `solve(", "### `room(", "### `check(", "### `Record"):
        assert name in text
