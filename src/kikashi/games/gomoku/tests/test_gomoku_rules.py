"""Gomoku: the sets, freestyle wins, and Lin's rule."""

import pytest

from kikashi.games.gomoku import ROOM
from kikashi.law import BadOptionError, IllegalMoveError, Result


def test_there_are_572_rows_of_five_on_15x15() -> None:
    assert len(ROOM.start().rules.sets) == 572


@pytest.mark.parametrize(
    ("size", "k", "count"), [("3x3", 3, 8), ("5x5", 5, 12), ("7x5", 4, 4 * 5 + 7 * 2 + 2 * 4 * 2)]
)
def test_other_boards_have_the_rows_one_can_count_by_hand(size: str, k: int, count: int) -> None:
    assert len(ROOM.start({"size": size, "k": str(k)}).rules.sets) == count


def test_five_win_and_six_win_too() -> None:
    assert ROOM.from_text("d4 a1 d5 a2 d6 a3 d7 b1 d8").result() == Result((1, -1), "set-filled")
    six = ROOM.from_text("setup black=a1,b1,c1,e1,f1 white=- move=black left=1").play("d1")
    assert six.result() == Result((1, -1), "set-filled")


def test_a_full_board_without_a_row_is_a_draw() -> None:
    drawn = ROOM.from_text("b2 a1 a2 c2 b1 b3 a3 c1 c3", {"size": "3x3", "k": "3"})
    assert drawn.result() == Result((0, 0), "board-full")


def test_lins_rule_limits_the_first_stone_to_the_outer_rings() -> None:
    start = ROOM.start({"size": "7x7", "ring": "2"})
    inner = {x + y for x in "cde" for y in "345"}
    assert set(start.legal_moves()) == set(start.rules.cells) - inner
    with pytest.raises(IllegalMoveError, match=r"first stone may not lie on d4.*ring"):
        start.play("d4")


def test_lins_rule_limits_only_the_first_stone() -> None:
    position = ROOM.start({"size": "7x7", "ring": "1"}).play("a4")
    assert "d4" in position.legal_moves()
    assert len(position.legal_moves()) == 48


def test_a_ring_that_reaches_the_middle_is_no_limit() -> None:
    assert len(ROOM.start({"size": "7x7", "ring": "4"}).legal_moves()) == 49


@pytest.mark.parametrize(
    "options",
    [
        {"k": "2"},
        {"k": "9"},
        {"k": "five"},
        {"ring": "-1"},
        {"ring": "14"},
        {"size": "4x4"},
        {"size": "2x9"},
        {"stones": "2"},
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOptionError, match="gomoku"):
        ROOM.start(options)
