"""Opening sets: repeatable, all different, undecided, whole turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.arena.openings import load_openings, make_openings, save_openings
from kikashi.games import room
from kikashi.law import GameError
from kikashi.play.studying import passed
from kikashi.search import Limits, solve
from tests.protocols.talking import start


@pytest.mark.parametrize("game, by", [("connect6", "vcdt"), ("gomoku", "vcf"), ("goclub", "vcf")])
def test_openings_are_whole_turns_that_nobody_has_won(game: str, by: str) -> None:
    first = start(game)
    for opening in make_openings(first, 4, seed=3):
        here = first.play_all(opening)
        assert here.moves_left == here.rules.stones
        for side in (here, passed(here)):
            assert solve(side, by, Limits(nodes=2000)).verdict != "win"


@pytest.mark.native
@pytest.mark.parametrize("game", ["minishogi", "xiangqi"])
def test_games_without_stones_have_openings_too(game: str) -> None:
    """Drawn from the moves that the room's engine finds worth a look."""
    first = room(game).start()
    (opening,) = make_openings(first, 1, seed=3)
    assert len(opening) == 3
    assert first.play_all(opening).result() is None


def test_no_two_openings_are_the_same_up_to_symmetry() -> None:
    first = start("gomoku", size="9x9")
    made = [first.play_all(opening) for opening in make_openings(first, 40, turns=2)]
    seen: set[tuple[int, ...]] = set()
    for here in made:
        images = {here.transform(symmetry).boards for symmetry in here.symmetries()}
        assert not images & seen
        seen |= images


def test_the_same_seed_makes_the_same_set_and_another_another() -> None:
    first = start("connect6")
    assert make_openings(first, 5, seed=1) == make_openings(first, 5, seed=1)
    assert make_openings(first, 5, seed=1) != make_openings(first, 5, seed=2)


def test_more_openings_than_there_are_is_refused_with_the_number_found() -> None:
    with pytest.raises(GameError, match="only 6 different openings of 1 turns"):
        make_openings(start("gomoku", size="5x5"), 10, turns=1)


def test_the_ring_rule_holds_in_openings_too() -> None:
    first = start("gomoku", ring="1")
    for opening in make_openings(first, 3):
        first.play_all(opening)


def test_a_file_of_openings_keeps_moves_as_the_game_writes_them(tmp_path: Path) -> None:
    file = tmp_path / "set.txt"
    file.write_text("3e4d 3a4b 4d4c 4a1d 1e1d 4b3c B*3e\n", "utf-8")
    (opening,) = load_openings(file, room("minishogi").start())
    assert opening[-1] == "B*3e"  # a drop; `b*3e` is nothing to other programs
    file.write_text("J10 I9 I10\n", "utf-8")
    assert load_openings(file, start("connect6")) == (("j10", "i9", "i10"),)


def test_a_file_of_openings_reads_back(tmp_path: Path) -> None:
    first, file = start("connect6"), tmp_path / "set.txt"
    made = make_openings(first, 3)
    save_openings(file, made)
    assert load_openings(file, first) == made


@pytest.mark.parametrize(
    "text, words",
    [
        ("# nothing\n", "holds no opening"),
        ("j10\nj10 j10 k10\n", "line 2: move 2"),
        ("j10 k11\n", "line 1: an opening ends with a whole turn"),
    ],
)
def test_a_bad_file_of_openings_is_refused_by_line(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "set.txt"
    file.write_text(text)
    with pytest.raises(GameError, match=words):
        load_openings(file, start("connect6"))
