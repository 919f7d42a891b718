"""What the board answers where pieces move: every legal reply is looked at. For workers only."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.games import room
from kikashi.law import IllegalMoveError, Move, Position
from kikashi.puzzles import answers
from kikashi.puzzles.answers import (
    GOES_ON,
    LEAST_SHARE,
    MOST_TURNS,
    NOT_OURS,
    SOLVED,
    WRONG,
    TurnRuling,
)
from kikashi.search import Limits, solve

ATTACKS = 2
"""The first classes of a room are attacks; those after them are wins of any kind."""


def judge_move(
    before: Position, turn: Sequence[Move], *, listed: bool, seconds: float = answers.SECONDS
) -> TurnRuling:
    """Rules on a move: right if a win is proved after every reply, wrong if one of them refutes the
    attack. The reply that lasts longest is played."""
    if len(turn) != 1:
        raise IllegalMoveError(f"a turn is one move here, not {len(turn)}")
    mover = before.to_move
    after = before.play(turn[0])
    result = after.result()
    if result is not None:
        won = result.winner == mover
        return TurnRuling(SOLVED, "unstoppable") if won else TurnRuling(WRONG, "counter")
    replies = after.legal_moves()
    share = max(seconds / len(replies), LEAST_SHARE)
    longest, best, doubtful = 0, replies[0], False
    for reply in replies:
        turns, refuted = _win(after.play(reply), mover, share)
        if refuted and not listed:
            return TurnRuling(WRONG, "defence", (reply,))
        doubtful = doubtful or turns == MOST_TURNS
        if turns > longest:
            longest, best = turns, reply
    if doubtful and not listed:
        return TurnRuling(NOT_OURS, "open")
    return TurnRuling(GOES_ON, "listed" if listed else "wins", (best,))


def _win(position: Position, mover: int, seconds: float) -> tuple[int, bool]:
    """The turns of a proved win; the most where none is proved, and whether the attack is refuted:
    its own class and the next one. A slower win may be proved, but is never refuted in time."""
    result = position.result()
    if result is not None:
        return (0, False) if result.winner == mover else (MOST_TURNS, True)
    said: list[str] = []
    for by in room(position.game).capabilities(position.options).provers:
        found = solve(position, by, Limits(seconds=seconds))
        if found.verdict == "win":
            return found.turns or 1, False
        said.append(found.verdict)
    return MOST_TURNS, set(said[:ATTACKS]) == {"no"}
