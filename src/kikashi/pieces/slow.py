"""Mates by checks once more, in plain Python from the law, without a table: for auditing.

It shares no code with the native searches. Slow: meant for mates of up to three moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kikashi.law import Move, Position
from kikashi.pieces.law import CheckedPosition, checked_of


def wins_within(position: Position, turns: int) -> bool:
    """Can the side to move mate by checks within so many moves of its own?"""
    return next(winning_turns(position, turns), None) is not None


def winning_turns(position: Position, turns: int) -> Iterator[tuple[Move, ...]]:
    """Every first move that does."""
    return _winning_turns(checked_of(position), turns)


def disagrees(position: Position, turns: int, answers: Sequence[Sequence[Move]]) -> str:
    """What it says other than that just these first moves mate in time."""
    won = sorted(winning_turns(position, turns))
    same = won == sorted(tuple(answer) for answer in answers)
    return "" if same else f"finds the answers {won}, stored are {tuple(answers)}"


def _winning_turns(law: CheckedPosition, turns: int) -> Iterator[tuple[Move, ...]]:
    if turns < 1 or law.result() is not None:
        return
    for move in law.legal_moves():
        after = law.play(move)
        if after.checked and _mated(after, turns, law.to_move):
            yield (move,)


def _mated(checked: CheckedPosition, turns: int, attacker: int) -> bool:
    """The check has been given; does every way out of it lead to a mate in time?"""
    result = checked.result()
    if result is not None:
        return result.winner == attacker
    return turns > 1 and all(
        next(_winning_turns(checked.play(move), turns - 1), None) is not None
        for move in checked.legal_moves()
    )
