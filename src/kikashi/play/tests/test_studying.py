"""Passing, setting up, and the heat map: for the family, and for a room with a `study` part."""

from __future__ import annotations

import pytest

from kikashi.games import room, room_ids
from kikashi.law import BadTextError, GameError
from kikashi.play import studying

MOVES = {"connect6": "j10 k11 i11", "gomoku": "h8 i9", "goclub": "j10 k11", "xiangqi": "h2e2"}


@pytest.mark.parametrize("game", sorted(MOVES))
def test_who_passes_leaves_the_board_and_gives_the_turn_away(game: str) -> None:
    here = room(game).from_text(MOVES[game])
    after = studying.passed(here)
    assert after.to_move == 1 - here.to_move
    assert studying.placed(after) == studying.placed(here)


@pytest.mark.parametrize("game", sorted(MOVES))
def test_a_board_that_is_set_up_again_is_the_same_board(game: str) -> None:
    here = room(game).from_text(MOVES[game])
    again = studying.arranged(room(game).start(), studying.placed(here), here.to_move)
    assert again.key() == here.key()
    assert {piece.player for piece in studying.pieces(here)} == {0, 1}


def test_the_first_stone_and_a_finished_game_cannot_be_passed() -> None:
    with pytest.raises(GameError, match="first stone"):
        studying.passed(room("gomoku").start())
    won = room("gomoku").from_text("h8 a1 h9 a2 h10 a3 h11 a4 h12")
    with pytest.raises(GameError, match="over"):
        studying.passed(won)


def test_whoever_stands_in_check_cannot_pass() -> None:
    checked = room("xiangqi").from_text("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1")
    with pytest.raises(GameError, match="in check"):
        studying.passed(checked)


def test_what_the_law_refuses_cannot_be_set_up() -> None:
    with pytest.raises(BadTextError, match="general"):
        studying.arranged(room("xiangqi").start(), {"a0": "R"}, 0)
    with pytest.raises(BadTextError, match="no piece"):
        studying.arranged(room("xiangqi").start(), {"a0": "RR"}, 0)
    with pytest.raises(BadTextError, match="no cell"):
        studying.arranged(room("gomoku").start(), {"z99": "black"}, 0)
    with pytest.raises(BadTextError, match="a stone is black or white"):
        studying.arranged(room("gomoku").start(), {"h8": "pink"}, 0)
    with pytest.raises(GameError, match="no player 5"):
        studying.arranged(room("gomoku").start(), {}, 5)


def test_a_board_that_is_won_can_be_set_up_with_the_winner_as_the_last_mover() -> None:
    row = {f"{letter}1": "black" for letter in "abcde"}
    won = studying.arranged(room("gomoku").start(), row, 0)
    result = won.result()
    assert result is not None
    assert result.winner == 0
    with pytest.raises(BadTextError, match="last turn was black"):
        studying.arranged(room("gomoku").start(), row, 1)


def test_heat_is_hottest_where_a_set_can_be_completed() -> None:
    here = room("gomoku").from_text("h8 a1 h9 a2 h10 a3 h11 o15")
    heat = studying.heat(here)
    assert set(heat) == set(here.legal_moves())
    assert {cell for cell, value in heat.items() if value == 1.0} == {"h7", "h12"}
    assert min(heat.values()) == 0.0


def test_a_room_without_a_map_has_none_and_every_room_can_be_asked() -> None:
    assert studying.heat(room("xiangqi").start()) == {}
    assert all(isinstance(studying.can_study(room(game).start()), bool) for game in room_ids())
