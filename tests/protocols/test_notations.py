"""Cells are written as each protocol writes them, and read back."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError
from kikashi.protocols.boards import FlatBoard, place
from kikashi.protocols.thinking import legal_turn
from tests.protocols.talking import start

BOARD = FlatBoard(start("connect6").rules)


def test_two_letters_name_column_and_row_from_below() -> None:
    assert BOARD.pairs(("j10", "a1", "s19")) == "JJAASS"
    assert BOARD.from_pairs("jjAS") == ("j10", "a19")


def test_numbers_count_from_zero_at_the_top_left() -> None:
    assert BOARD.numbers("a19") == "0,0"
    assert BOARD.numbers("j10") == "9,9"
    assert BOARD.from_numbers(" 18 , 18 ") == "s1"


def test_gtp_leaves_out_the_letter_i() -> None:
    assert BOARD.vertex("h8") == "H8"
    assert BOARD.vertex("i9") == "J9"
    assert BOARD.from_vertex("t19") == "s19"


def test_every_cell_survives_every_notation_on_an_oblong_board() -> None:
    rules = start("gomoku", size="25x7").rules
    board = FlatBoard(rules)
    for cell in rules.cells:
        assert board.from_pairs(board.pairs((cell,))) == (cell,)
        assert board.from_numbers(board.numbers(cell)) == cell
        assert board.from_vertex(board.vertex(cell)) == cell


@pytest.mark.parametrize("text", ["", "J", "JJJ", "J1", "TT", "é!", "JJ" * 500 + "Z"])
def test_pairs_that_name_no_cell_are_refused(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        BOARD.from_pairs(text)


@pytest.mark.parametrize("text", ["", "7", "7,", "19,0", "-1,3", "7,7,1", "٣,٣"])
def test_numbers_that_name_no_cell_are_refused(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        BOARD.from_numbers(text)


@pytest.mark.parametrize("text", ["", "I5", "A0", "A20", "T", "pass", "AA1", "U1"])
def test_vertices_that_name_no_cell_are_refused(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        BOARD.from_vertex(text)


def test_boards_in_space_have_no_flat_notation() -> None:
    with pytest.raises(GameError, match="flat"):
        FlatBoard(start("goclub", size="5x5x5", clubs="cube").rules)


def test_placing_a_lawful_turn_is_playing_it() -> None:
    here = start("connect6")
    assert place(here, 0, ("j10",)) == here.play("j10")
    assert place(here.play("j10"), 1, ("k11", "i11")) == here.play_all("j10 k11 i11")


def test_placing_lets_a_side_move_twice_but_not_on_a_stone() -> None:
    here = place(place(start("connect6"), 0, ("j10",)), 0, ("a1", "b1"))
    assert here.to_text() == "setup black=a1,b1,j10 white=- move=white left=2"
    with pytest.raises(IllegalMoveError, match="already holds a stone"):
        place(here, 1, ("c1", "a1"))


@pytest.mark.parametrize(
    "game, position, said, written",
    [
        ("minishogi", "4k/5/4P/5/4K b G 1", "G*1b", "G*1b"),  # `g*1b` is nothing to programs
        ("gomoku", "", "H8", "h8"),
    ],
)
def test_a_turn_is_passed_on_as_the_game_writes_it(
    game: str, position: str, said: str, written: str
) -> None:
    here = room(game).from_text(position) if position else room(game).start()
    assert legal_turn(here, (said,)) == (written,)
