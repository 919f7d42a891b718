"""Answers that a grid takes back are undone, and the puzzles are those of an honest run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kikashi.grid import LocalExecutor, Outcome, Task
from kikashi.puzzles import Store, make, puzzles
from kikashi.puzzles.export import export
from tests.puzzles.made import GAMES

pytestmark = [pytest.mark.native, pytest.mark.thorough]
SHARE = 3
"""One answer in so many is a lie."""


class Withdrawing(LocalExecutor):
    """Tells lies about one stage, and takes them all back when somebody asks."""

    def __init__(self, kind: str, lie: dict[str, object]) -> None:
        super().__init__(2)
        self._lie = (kind, lie)
        self._kinds: dict[int, str] = {}
        self._right: list[Outcome] = []
        self.lies = 0

    def submit(self, task: Task) -> int:
        ticket = super().submit(task)
        self._kinds[ticket] = task.kind
        return ticket

    def results(self) -> Iterator[Outcome]:
        kind, lie = self._lie
        for outcome in super().results():
            wrong = {**outcome.unwrap(), **lie}
            asked = self._kinds[outcome.ticket] == kind and outcome.ticket % SHARE == 0
            if asked and self.lies < 20 and wrong != outcome.value:
                self.lies += 1
                self._right.append(outcome)
                yield replace(outcome, value=wrong)
            else:
                yield outcome

    def corrections(self) -> tuple[Outcome, ...]:
        found, self._right = tuple(self._right), []
        return found


def exported(store: Store, path: Path) -> bytes:
    export(puzzles(store), path, certificates=True)
    return path.read_bytes()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game is enough."""
    path = tmp_path_factory.mktemp("games") / "one.txt"
    path.write_text(GAMES.read_text().splitlines()[0] + "\n")
    return path


@pytest.fixture(scope="module")
def honest(games: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("honest")
    store = Store(folder / "honest.db", create=True)
    with LocalExecutor(2) as executor:
        make(store, [games], "connect6", executor, also=["single-threats"])
    return exported(store, folder / "all.jsonl")


@pytest.mark.parametrize(
    ("kind", "lie"),
    [
        ("puzzles.find", {"verdict": "no", "turns": None}),
        ("puzzles.prove", {"verdict": "unknown"}),
        ("puzzles.compare", {"turns": [], "reached": "none"}),
        ("puzzles.single-threats", {"verdict": "lied"}),
    ],
)
def test_what_was_withdrawn_is_done_again(
    kind: str, lie: dict[str, object], games: Path, honest: bytes, tmp_path: Path
) -> None:
    store = Store(tmp_path / "lied.db", create=True)
    told: list[str] = []
    with Withdrawing(kind, lie) as executor:
        make(
            store,
            [games],
            "connect6",
            executor,
            report=lambda stage, *_: told.append(stage),
            also=["single-threats"],
        )
        assert executor.lies > 0
    assert "withdraw" in told
    assert exported(store, tmp_path / "all.jsonl") == honest
