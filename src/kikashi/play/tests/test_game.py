"""A game as it is played: turns, taking back, resigning, records."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError
from kikashi.play import Game, Turn
from kikashi.play.saving import to_record
from kikashi.records import Record, read_collection, write


def connect6(*moves: str) -> Game:
    return Game(room("connect6").start(), moves)


def test_moves_are_grouped_by_turn_and_the_last_turn_may_be_open() -> None:
    game = connect6("j10", "k11", "i11", "l11")
    assert game.turns == (
        Turn(0, ("j10",), complete=True),
        Turn(1, ("k11", "i11"), complete=True),
        Turn(0, ("l11",), complete=False),
    )
    assert game.pending == ("l11",)
    assert connect6("j10").pending == ()


def test_a_win_with_stones_to_spare_completes_the_turn() -> None:
    start = room("connect6").from_text(
        "setup black=a1,b1,c1,d1,e1 white=a6,b6 move=black left=2", {"size": "6x6"}
    )
    game = Game(start, ["f1"])
    assert game.turns == (Turn(0, ("f1",), complete=True),)
    assert game.result is not None
    assert game.result.winner == 0


def test_an_illegal_move_changes_nothing_and_a_replay_names_its_number() -> None:
    game = connect6("j10")
    with pytest.raises(IllegalMoveError, match="j10 already holds a stone"):
        game.play("j10")
    assert game.moves == ("j10",)
    with pytest.raises(IllegalMoveError, match=r"move 2 \(j10\)"):
        connect6("j10", "j10")


def test_moves_are_kept_as_the_game_writes_them() -> None:
    assert connect6("J10").moves == ("j10",)


def test_a_turn_is_taken_back_whole_and_an_open_one_as_far_as_it_went() -> None:
    game = connect6("j10", "k11", "i11", "l11")
    assert game.take_back_turn() == ("l11",)
    assert game.take_back_turn() == ("i11", "k11")
    assert game.position == connect6("j10").position
    assert game.take_back_turn() == ("j10",)
    with pytest.raises(GameError, match="no turn to take back"):
        game.take_back_turn()


def test_more_moves_than_were_played_cannot_be_taken_back() -> None:
    with pytest.raises(GameError, match="2 moves cannot be taken back: 1 have been played"):
        connect6("j10").take_back(2)


@given(st.lists(st.integers(0, 80), min_size=1, max_size=30), st.integers(0, 30))
def test_taking_back_gives_the_position_that_was_there(choices: list[int], back: int) -> None:
    game = Game(room("gomoku").start({"size": "9x9"}))
    positions = [game.position]
    for choice in choices:
        legal = game.position.legal_moves()
        if not legal:
            break
        positions.append(game.play(legal[choice % len(legal)]))
    back = min(back, len(game.moves))
    game.take_back(back)
    assert game.position == positions[len(positions) - 1 - back]
    assert len(game.moves) == len(positions) - 1 - back


def test_resigning_ends_the_game_for_the_others() -> None:
    game = connect6("j10")
    result = game.resign(1)
    assert (result.payoffs, result.reason, result.winner) == ((1, -1), "resigned", 0)
    assert game.result == result
    with pytest.raises(GameError, match="over"):
        game.play("k11")
    with pytest.raises(GameError, match="over"):
        game.resign(0)
    game.take_back()
    assert game.result is None


def test_with_three_players_a_resignation_has_no_single_winner() -> None:
    game = Game(room("goclub").start({"players": "3"}))
    assert game.lose_on_time(2).payoffs == (1, 1, -2)
    assert game.result is not None
    assert game.result.winner is None
    with pytest.raises(GameError, match="no player 3"):
        Game(room("goclub").start({"players": "3"})).resign(3)


def test_a_game_becomes_a_record_and_comes_back() -> None:
    game = connect6("j10", "k11", "i11")
    game.resign(0)
    (back,) = read_collection(write([to_record(game, ("Ann", "Bo"))]), "connect6")
    assert isinstance(back, Record)
    assert back.moves == game.moves
    assert (back.result, back.how, back.players) == ("white", "resign", ("Ann", "Bo"))


def test_a_game_from_a_setup_keeps_its_start_in_the_record() -> None:
    start = room("gomoku").from_text("setup black=h8 white=i9 move=black left=1")
    record = to_record(Game(start, ["j10"]))
    assert record.start() == start
    assert record.moves == ("j10",)
