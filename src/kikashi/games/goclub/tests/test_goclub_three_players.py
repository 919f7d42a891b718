"""The readings of the form for three that the rules text decides."""

from kikashi.games.goclub import ROOM
from kikashi.law import Result

THREE = {"players": "3", "size": "9x9"}


def test_three_players_move_round_and_round() -> None:
    position = ROOM.start(THREE)
    assert ROOM.player_names(THREE) == ("black", "white", "red")
    order = []
    for move in ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]:
        order.append(position.to_move)
        position = position.play(move)
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_the_first_to_hold_a_club_wins_alone_and_the_game_is_over_for_all() -> None:
    text = "a1 b1 e5  a2 b2 f5  a3 b3 d5  a5 b5 e6  a6 b6 e4"
    won = ROOM.from_text(text, THREE)
    assert won.result() == Result((-1, -1, 2), "set-filled")
    assert Result((-1, -1, 2), "set-filled").winner == 2
    assert won.legal_moves() == ()


def test_nobody_is_out_before_that_even_when_no_club_is_left_to_them() -> None:
    """On 3x3 all clubs hold the centre: whoever lacks it can never win, but still moves."""
    position = ROOM.from_text("b2", {"players": "3", "size": "3x3"})
    assert [position.play("a1").to_move, position.play("a1").play("c1").to_move] == [2, 0]
    assert len(position.legal_moves()) == 8


def test_a_full_board_without_a_club_gives_nothing_to_anybody() -> None:
    drawn = ROOM.from_text("b2 a1 a2 b1 a3 c1 c2 b3 c3", {"players": "3", "size": "3x3"})
    assert drawn.result() == Result((0, 0, 0), "board-full")
    assert Result((0, 0, 0), "board-full").winner is None
