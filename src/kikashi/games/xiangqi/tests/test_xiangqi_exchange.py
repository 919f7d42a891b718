"""What a move wins or loses in the exchange on its cell: the twin against plain recursion."""

from __future__ import annotations

import random

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.board import EMPTY, PIECES, Step, moved, steps_of
from kikashi.games.xiangqi.rules import step_of
from kikashi.games.xiangqi.twin import native_position

pytestmark = pytest.mark.native

WORTH = {"P": 90, "A": 110, "B": 110, "N": 430, "C": 450, "R": 950, "K": 1 << 20}
"""As in evaluation.hpp; the cheapest piece takes first."""
CHEAPEST = "PABNCRK"


def takings(board: str, cell: int, side: int) -> set[int]:
    """What `side` may win by taking on a cell; several values where equals could take first."""
    takers = [
        start
        for start in range(90)
        if board[start] in PIECES[side] and cell in set(steps_of(board, start))
    ]
    if not takers:
        return {0}
    cheapest = min((CHEAPEST.index(board[start].upper()) for start in takers), default=0)
    gain = WORTH[board[cell].upper()]
    return {
        max(0, gain - lost)
        for start in takers
        if board[start].upper() == CHEAPEST[cheapest]
        for lost in takings(moved(board, start, cell), cell, 1 - side)
    }


def exchanges(board: str, step: Step, side: int) -> set[int]:
    taken = board[step[1]]
    gain = 0 if taken == EMPTY else WORTH[taken.upper()]
    return {gain - lost for lost in takings(moved(board, *step), step[1], 1 - side)}


def test_exchanges_of_random_games_agree_with_plain_recursion() -> None:
    seed = 12
    chooser = random.Random(seed)
    compared = 0
    for game in range(6):
        law = ROOM.start()
        for _ in range(80):
            if law.result() is not None:
                break
            native = native_position(law)
            for move in law.legal_moves():
                step = step_of(move)
                found = native.exchange(*step)
                where = (seed, game, law.to_text(), move)
                assert found in exchanges(law.board, step, law.to_move), where
                compared += found != 0
            law = law.play(chooser.choice(law.legal_moves()))
    assert compared > 500


@pytest.mark.parametrize(
    ("fen", "move", "worth"),
    [
        ("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a1d1", 0),
        ("4k4/9/9/9/9/9/9/9/3R5/3R1K3 w - - 0 1", "d1d9", 0),
        ("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1", "d1d9", -950),
    ],
    ids=["faces the general on its file", "protected beside it", "bare beside it"],
)
def test_a_rook_that_checks_is_lost_only_where_it_can_be_taken(
    fen: str, move: str, worth: int
) -> None:
    assert native_position(ROOM.from_text(fen)).exchange(*step_of(move)) == worth


def test_an_exchange_is_asked_of_legal_moves_only() -> None:
    with pytest.raises(ValueError, match="not legal"):
        native_position(ROOM.start()).exchange(0, 89)
