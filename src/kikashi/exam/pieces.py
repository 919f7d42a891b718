"""The exam's rule where a turn is one move of a piece: the win must come in time.

A move is right if the win that the position has is still there after every reply, no slower than it
was. The reply that lasts longest is played. Where a search does not finish, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.exam.ruling import GOES_ON, NODES, OPEN, SOLVED, WRONG, Ruling
from kikashi.games import room
from kikashi.law import IllegalMoveError, Move, Position
from kikashi.puzzles.answers import MOST_TURNS
from kikashi.search import Limits, solve


def rule(start: Position, turn: Sequence[Move], nodes: int = NODES, by: str = "") -> Ruling:
    """Rules on a move; IllegalMoveError if it is none. `by`: the puzzle's class."""
    if len(turn) != 1:
        raise IllegalMoveError(f"a turn is one move here, not {len(turn)}")
    after = start.play(turn[0])
    result = after.result()
    if result is not None:
        return Ruling(SOLVED) if result.winner == start.to_move else Ruling(WRONG, "too-slow")
    method = by or room(start.game).capabilities(start.options).provers[0]
    limits = Limits(nodes=nodes)
    fastest = solve(start, method, limits, most_turns=MOST_TURNS)
    if fastest.verdict != "win" or fastest.turns is None:
        return Ruling(OPEN)
    if fastest.turns == 1:
        return Ruling(WRONG, "too-slow")
    longest: tuple[int, Move, Position] | None = None
    doubtful = False
    for reply in after.legal_moves():
        there = after.play(reply)
        ended = there.result()
        found = None if ended else solve(there, method, limits, most_turns=fastest.turns - 1)
        if found is None or found.verdict == "no":
            return Ruling(WRONG, "stopped", (reply,))
        if found.verdict != "win" or found.turns is None:
            doubtful = True
        elif longest is None or found.turns > longest[0]:
            longest = found.turns, reply, there
    if doubtful or longest is None:
        return Ruling(OPEN)
    return Ruling(GOES_ON, defence=(longest[1],), position=longest[2])
