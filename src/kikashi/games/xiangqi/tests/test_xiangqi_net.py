"""The net of pieces: kept up to date, the same for both sides, and refused where it is none."""

from __future__ import annotations

import random

import pytest

from kikashi import _native
from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.engine import piece_net

pytestmark = pytest.mark.native

GAMES, PLIES = 6, 60


def test_what_is_kept_up_to_date_is_what_a_fresh_board_says_and_both_sides_are_judged_alike() -> (
    None
):
    for seed in range(GAMES):
        chooser = random.Random(seed)
        start = ROOM.start()
        board = "".join(start.board)
        played = _native.XiangqiPosition(board, 0)
        for _ in range(PLIES):
            moves = played.legal_moves()
            if not moves:
                break
            move = chooser.choice(moves)
            cells = [9 * int(move[i + 1]) + ord(move[i]) - ord("a") for i in (0, 2)]
            played.play(*cells)
            board, mover = played.board(), played.mover
            fresh = _native.XiangqiPosition(board, mover)
            rows = [board[9 * rank : 9 * rank + 9] for rank in range(10)]
            turned = _native.XiangqiPosition("".join(reversed(rows)).swapcase(), 1 - mover)
            value = _native.xiangqi_evaluate(played, piece_net())
            assert value == _native.xiangqi_evaluate(fresh, piece_net()), seed
            assert value == _native.xiangqi_evaluate(turned, piece_net()), seed


@pytest.mark.parametrize("data", [b"", b"KPN1", b"KLN1" + bytes(100_000), b"KPN1" + bytes(90_000)])
def test_bytes_that_are_no_net_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="net of pieces"):
        _native.XiangqiNet(data)
