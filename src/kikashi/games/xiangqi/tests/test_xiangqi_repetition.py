"""The third occurrence: perpetual check, perpetual chase, and what is neither."""

from __future__ import annotations

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.board import NAMES
from kikashi.games.xiangqi.repetition import CHASES, CHECKS, IDLES, VERDICTS, chased
from kikashi.games.xiangqi.rules import XiangqiPosition, step_of
from kikashi.law import Result


def cycle(fen: str, moves: str, times: int = 2, rules: str = "asian") -> XiangqiPosition:
    """Plays a cycle from a position until it stands for the third time."""
    return ROOM.from_text(fen, {"repetition": rules}).play_all(" ".join([moves] * times))


CASES = {
    # name: FEN, cycle, result
    "a rook that checks for ever loses": (
        "4k4/9/9/4R4/9/9/9/9/9/3K5 b",
        "e9f9 e6f6 f9e9 f6e6",
        Result((-1, 1), "perpetual-check"),
    ),
    "nobody does anything: a draw": (
        "3k5/9/9/9/9/9/9/9/9/R3K4 w",
        "a0a1 d9d8 a1a0 d8d9",
        Result((0, 0), "repetition"),
    ),
    "a rook that checks at every other move: a draw": (
        "3k5/9/9/9/9/9/9/9/R8/5K3 w",
        "a1d1 d9e9 d1a1 e9d9",
        Result((0, 0), "repetition"),
    ),
    "a rook that chases an unprotected horse loses": (
        "3k5/9/9/9/n8/9/9/9/9/1R2K4 w",
        "b0a0 a5b7 a0b0 b7a5",
        Result((-1, 1), "perpetual-chase"),
    ),
    "a rook that attacks a protected horse does not chase": (
        "3k5/9/n8/9/9/2n6/9/9/9/RR2K4 w",
        "a0a1 d9d8 a1a0 d8d9",
        Result((0, 0), "repetition"),
    ),
    "a pawn may chase for ever": (
        "3k5/9/9/4n4/2P6/9/9/9/9/4K4 w",
        "c5d5 e6f8 d5c5 f8e6",
        Result((0, 0), "repetition"),
    ),
    "rook against rook is an offer to exchange": (
        "3k5/9/9/9/r8/9/9/9/9/1R2K4 w",
        "b0a0 a5b5 a0b0 b5a5",
        Result((0, 0), "repetition"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_stated_cases(name: str) -> None:
    fen, moves, result = CASES[name]
    position = cycle(fen, moves)
    assert position.result() == result
    assert position.legal_moves() == ()


def test_the_second_occurrence_does_not_end_the_game_and_the_third_does() -> None:
    fen, moves = "3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a1 d9d8 a1a0 d8d9"
    assert cycle(fen, moves, 1).result() is None
    assert cycle(fen, moves, 2).result() == Result((0, 0), "repetition")


def test_without_the_chase_rules_a_chase_is_a_draw() -> None:
    fen, moves, _ = CASES["a rook that chases an unprotected horse loses"]
    assert cycle(fen, moves, 2, "checks").result() == Result((0, 0), "repetition")
    assert cycle(fen, moves, 2).result() == Result((-1, 1), "perpetual-chase")


def test_the_table_is_the_same_for_both_sides() -> None:
    for mine in (CHECKS, CHASES, IDLES):
        for theirs in (CHECKS, CHASES, IDLES):
            reason, payoff = VERDICTS[mine, theirs]
            assert VERDICTS[theirs, mine] == (reason, -payoff)


@pytest.mark.parametrize(
    ("fen", "move", "prey"),
    [
        ("3k5/9/9/9/n8/9/9/9/9/1R2K4 w", "b0a0", {"a5"}),
        ("3k5/9/9/9/9/p8/9/9/9/1R2K4 w", "b0a0", {"a4"}),
        ("3k5/9/9/p8/9/9/9/9/9/1R2K4 w", "b0a0", set()),  # not over the river yet
        ("3k5/9/9/9/n8/9/9/9/9/R3K4 w", "a0a1", set()),  # attacked before, too
        ("3k5/9/9/r8/9/9/9/r8/3N5/4K4 w", "d1b0", {"a2"}),  # a protected rook, by a horse
        ("3k5/9/9/r8/9/9/9/r8/9/1R2K4 w", "b0b2", set()),  # by a rook: an offer to exchange
        ("3k5/9/9/9/9/9/9/3n5/4K4/9 w", "e1e2", set()),  # a general may
        ("3k5/9/9/9/9/9/9/9/R8/5K3 w", "a1d1", set()),  # a check is no chase
    ],
)
def test_what_a_move_chases(fen: str, move: str, prey: set[str]) -> None:
    position = ROOM.from_text(fen)
    found = {NAMES[cell] for cell in chased(position.board, step_of(move), position.to_move)}
    assert found == prey
