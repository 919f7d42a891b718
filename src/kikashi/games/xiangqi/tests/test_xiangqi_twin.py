"""The native double against the law."""

from __future__ import annotations

import random
import threading

import pytest

from kikashi import _native
from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.board import checking_steps
from kikashi.games.xiangqi.rules import move_of
from kikashi.games.xiangqi.twin import native_position, twin
from kikashi.law import GameError, IllegalMoveError

pytestmark = pytest.mark.native


@pytest.mark.thorough
def test_perft_from_the_start_to_depth_five() -> None:
    native = native_position(ROOM.start())
    counts = [native.perft(depth)[0] for depth in range(1, 6)]
    assert counts == [44, 1920, 79_666, 3_290_240, 133_312_995]


def test_perft_of_the_forty_positions(perfts: list[tuple[str, list[int]]]) -> None:
    for fen, counts in perfts:
        native = native_position(ROOM.from_text(fen))
        assert [native.perft(depth)[0] for depth in (1, 2, 3)] == counts, fen


def test_random_games_agree_move_by_move_and_back_again() -> None:
    seed = 4
    chooser = random.Random(seed)
    for game in range(8):
        law = ROOM.start()
        fast = twin(law)
        keys = [fast.key()]
        played = 0
        while law.result() is None and played < 150:
            where = (seed, game, law.to_text())
            assert tuple(fast.legal_moves()) == law.legal_moves(), where
            native = native_position(law)
            checks = sorted(map(move_of, checking_steps(law.board, law.to_move)))
            assert sorted(native.checks()) == checks, where
            assert native.in_check == law.checked, where
            assert native.key == fast.key(), where
            move = chooser.choice(law.legal_moves())
            law = law.play(move)
            fast.play(move)
            assert fast.board() == law.board, where
            assert fast.result() == law.result(), where
            keys.append(fast.key())
            played += 1
        for _ in range(played):
            assert fast.key() == keys.pop()
            fast.undo()
        assert fast.board() == ROOM.start().board


def test_repetition_ends_the_twin_as_it_ends_the_law() -> None:
    law = ROOM.from_text("3k5/9/9/9/9/9/9/9/9/R3K4 w")
    fast = twin(law)
    for move in 2 * ("a0a1", "d9d8", "a1a0", "d8d9"):
        law = law.play(move)
        fast.play(move)
        assert fast.result() == law.result()
    assert fast.legal_moves() == []
    assert fast.perft(1) == 0
    again = twin(ROOM.from_text(law.to_text()))
    assert again.result() == law.result() is not None
    with pytest.raises(IllegalMoveError, match="over"):
        fast.play("a0a1")


def test_bad_calls_are_refused_and_leave_the_twin_whole() -> None:
    fast = twin(ROOM.start())
    with pytest.raises(IllegalMoveError, match="not legal"):
        fast.play("a0b2")
    with pytest.raises(GameError, match="take back"):
        fast.undo()
    for start, end in ((-1, 3), (3, 90), (4000, 1)):
        with pytest.raises(ValueError, match="point"):
            native_position(ROOM.start()).play(start, end)
    for board in ("", "x" * 90, "." * 90, "K" * 90, "R" * 17 + "." * 73):
        with pytest.raises(ValueError, match=r"board|piece|general"):
            _native.XiangqiPosition(board, 0)
    with pytest.raises(ValueError, match="side"):
        _native.XiangqiPosition(ROOM.start().board, 2)
    assert fast.perft(2) == 1920


def test_python_goes_on_while_the_twin_counts_and_a_false_answer_stops_it() -> None:
    asked = threading.Event()

    def stop_soon(nodes: int, seconds: float) -> bool:
        asked.set()
        return seconds < 0.05

    with pytest.raises(GameError, match="stopped"):
        twin(ROOM.start()).perft(7, progress=stop_soon)
    assert asked.is_set()
