"""Connect6: the sets, the turns, and when it ends."""

import pytest

from kikashi.games.connect6 import ROOM
from kikashi.law import BadOptionError, IllegalMoveError, Result


def test_there_are_924_rows_of_six_on_19x19() -> None:
    assert len(ROOM.start().rules.sets) == 924


def test_black_places_one_stone_and_then_each_side_two() -> None:
    position = ROOM.start()
    turns = []
    for move in ("j10", "a1", "a2", "b1", "b2", "c1"):
        turns.append((position.to_move, position.moves_left))
        position = position.play(move)
    assert turns == [(0, 1), (1, 2), (1, 1), (0, 2), (0, 1), (1, 2)]


def test_six_in_a_row_win_also_with_the_first_stone_of_a_turn() -> None:
    won = ROOM.from_text("a1 j1 k1 b1 c1 j2 k2 d1 e1 j3 k3 f1")
    assert won.result() == Result((1, -1), "set-filled")
    assert won.legal_moves() == ()
    assert won.moves_left == 0
    with pytest.raises(IllegalMoveError, match="over"):
        won.play("g1")


def test_seven_in_a_row_win_too() -> None:
    text = "setup black=a1,b1,c1,e1,f1,g1 white=a9 move=black left=2"
    assert ROOM.from_text(text).result() is None
    assert ROOM.from_text(text).play("d1").result() == Result((1, -1), "set-filled")


def test_the_stones_of_a_turn_have_no_order() -> None:
    one, other = ROOM.from_text("j10 a1 s19"), ROOM.from_text("j10 s19 a1")
    assert one == other
    assert hash(one) == hash(other)


def test_a_full_board_without_six_in_a_row_is_a_draw() -> None:
    """Rows of AABBAA... shifted so that no line of 6x6 is of one colour."""
    cells = ROOM.start({"size": "6x6"}).rules
    black = [
        n for n, (x, y) in zip(cells.cells, cells.coordinates, strict=True) if (x + y // 2) % 2
    ]
    white = [n for n in cells.cells if n not in black and n != "a1"]
    text = f"setup black={','.join(black)} white={','.join(white)} move=white left=2"
    position = ROOM.from_text(text, {"size": "6x6"})
    assert position.moves_left == 1, "one empty cell is left, so the turn has one stone"
    assert position.play("a1").result() == Result((0, 0), "board-full")


@pytest.mark.parametrize("size", ["5x5", "26x26", "19x", "19x19x19", "-19", "x", "19x19x"])
def test_a_board_that_is_too_small_or_too_large_is_refused(size: str) -> None:
    with pytest.raises(BadOptionError, match="size"):
        ROOM.start({"size": size})
