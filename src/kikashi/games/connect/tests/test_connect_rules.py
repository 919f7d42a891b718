"""Connect(m,n,k,p,q): its options, its turns, and its famous members."""

import pytest

from kikashi.games import room
from kikashi.games.connect import ROOM
from kikashi.law import BadOptionError, Result
from kikashi.law.winning_set_room import stones_of


def test_connect_19_19_6_2_1_is_connect6() -> None:
    connect = ROOM.start({"size": "19x19", "k": "6", "p": "2", "q": "1"}).rules
    connect6 = stones_of(room("connect6").start()).rules
    assert (connect.cells, connect.sets) == (connect6.cells, connect6.sets)
    assert (connect.stones, connect.first) == (connect6.stones, connect6.first)


def test_m_and_n_apart_mean_the_same_as_size() -> None:
    apart = {"m": "7", "n": "5", "k": "4", "p": "3", "q": "2"}
    together = {"size": "7x5", "k": "4", "p": "3", "q": "2"}
    assert ROOM.start(apart) == ROOM.start(together)
    assert dict(ROOM.start(apart).options) == together


def test_the_first_turn_has_q_stones_and_every_other_p() -> None:
    position = ROOM.start({"size": "7x7", "k": "5", "p": "3", "q": "2"})
    sides = []
    for move in ["a1", "c1", "e1", "g1", "a3", "c3", "e3", "g3"]:
        sides.append((position.to_move, position.moves_left))
        position = position.play(move)
    assert sides == [(0, 2), (0, 1), (1, 3), (1, 2), (1, 1), (0, 3), (0, 2), (0, 1)]


def test_a_turn_ends_when_the_board_is_full() -> None:
    start = ROOM.start({"size": "2x2", "k": "2", "p": "7", "q": "1"})
    assert start.play("a1").moves_left == 3
    line = ROOM.start({"size": "3x1", "k": "3", "p": "5", "q": "1"}).play("b1")
    assert line.play("a1").play("c1").result() == Result((0, 0), "board-full")


@pytest.mark.parametrize(
    "options",
    [
        {"m": "7"},
        {"m": "7", "n": "7", "size": "7x7"},
        {"k": "16"},
        {"k": "1"},
        {"p": "0"},
        {"q": "8"},
        {"size": "4x4"},
        {"size": "0x5"},
        {"p": "1.5"},
        {"k": "٥"},
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOptionError, match="connect"):
        ROOM.start(options)
