"""Wins once more, in plain Python from the law, without a table: for auditing.

It shares no code with the native search. Slow: meant for wins of up to three turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.law import CHANCE, Move, Position


def wins_within(position: Position, turns: int) -> bool:
    """Can the side to move win within so many turns of its own, whatever is flipped?"""
    return next(winning_turns(position, turns), None) is not None


def winning_turns(position: Position, turns: int) -> Iterator[tuple[Move, ...]]:
    """Every first act that does."""
    law = banqi_of(position)
    if turns < 1 or law.result() is not None:
        return
    for move in law.legal_moves():
        if all(_lost(after, turns, law.to_move) for after in _outcomes(law.play(move))):
            yield (move,)


def _outcomes(position: BanqiPosition) -> list[BanqiPosition]:
    if position.to_move != CHANCE:
        return [position]
    return [position.play(outcome.move) for outcome in position.outcomes()]


def _lost(position: BanqiPosition, turns: int, attacker: int) -> bool:
    """The attacker has acted; does every answer lead to a win in time?"""
    result = position.result()
    if result is not None:
        return result.winner == attacker
    return turns > 1 and all(
        wins_within(after, turns - 1)
        for move in position.legal_moves()
        for after in _outcomes(position.play(move))
    )


def disagrees(position: Position, turns: int, answers: Sequence[Sequence[Move]]) -> str:
    """What this search says other than that just these first acts win in time; '' if nothing."""
    if wins_within(position, turns - 1):
        return f"the plain search finds a win within {turns - 1} turns"
    found = set(winning_turns(position, turns))
    stated = {tuple(answer) for answer in answers}
    if found == stated:
        return ""
    return f"the plain search finds {sorted(found)}, and {sorted(stated)} are stated"
