"""One move by many machines: the same merging in-process and on the grid, a run that goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.games.go import ROOM, paper000_machines
from kikashi.grid import LocalExecutor
from kikashi.grid.voting import GridPlayer
from kikashi.papers.contract import Settings

ATARI = "setup black=d5,e5,f5,e6,d4,f4 white=e4,e3,d3,f3,c4,c5,d6,g4,g5,f6 move=white"


def told(*_: object) -> None:
    """Progress that nobody watches."""


@pytest.mark.native
@pytest.mark.parametrize("kind", ["one", "sum", "majority", "average", "control"])
def test_many_workers_find_what_one_finds(kind: str) -> None:
    position = ROOM.from_text(ATARI, {"size": "9"})
    move, value = paper000_machines.chosen(position, kind, 100, seed=1)
    assert move == "e7"
    assert 0 <= value <= 1


@pytest.mark.native
def test_a_grid_merges_the_root_statistics_of_its_machines() -> None:
    position = ROOM.from_text(ATARI, {"size": "9"})
    with LocalExecutor(2) as executor:
        player = GridPlayer(executor, "7", voters=2, split="whole")
        found = player.choose_turn(position.view_of_mover(), 60.0)
        player.close()
    assert found.moves == ("e7",)
    assert found.nodes >= 2_000


@pytest.mark.native
def test_a_game_of_seven_against_one_comes_to_an_end() -> None:
    assert paper000_machines.play(5, "sum", 30, 1) in (True, False)


def test_a_run_that_was_stopped_plays_only_what_is_missing(tmp_path: Path) -> None:
    played: list[tuple[int, str, int, int]] = []

    def one(size: int, kind: str, simulations: int, number: int) -> bool:
        played.append((size, kind, simulations, number))
        return kind in ("sum", "control")

    settings = Settings(work=tmp_path, jobs=1, games=2)
    answer = paper000_machines.run(settings, told, one)
    first = len(played)
    assert first == len(set(played)) == 2 * 8
    again = paper000_machines.run(settings, told, one)
    assert len(played) == first
    assert again.tables == answer.tables
    more = paper000_machines.run(Settings(work=tmp_path, jobs=1, games=4), told, one)
    assert len(played) > first
    assert "71.4" in {cell for row in more.tables[0].rows for cell in row}
