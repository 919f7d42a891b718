"""What the house asks of a prover: the family's forcing searches."""

from __future__ import annotations

from kikashi.law import Position
from kikashi.law.winning_set_room import stones_of
from kikashi.stones.answers import defences
from kikashi.stones.first_turns import first_turns
from kikashi.stones.forcing import methods, principal_line, solve
from kikashi.stones.holding import after_defence, holding
from kikashi.stones.resistance import longest_line


def idle(position: Position) -> bool:
    """Nobody forces anything on an empty board, and the first stone may be limited."""
    return not stones_of(position).occupied


def forces(after: Position, player: int) -> bool:
    """Whether the turn leaves as many threats as a turn of the other side can stop, or more."""
    stones = stones_of(after)
    return stones.threats(player)[1] >= stones.rules.stones


def claims_of(side: str, by: str, turns: int) -> tuple[dict[str, object], dict[str, object]]:
    """What certificates of a shortest win must say: that it is one, and that none is shorter."""
    none = {"kind": "no-forcing-win", "side": side, "by": by, "turns": turns - 1}
    return {"kind": "win", "side": side, "turns": turns}, none


def has_choice(position: Position) -> bool:
    """Is there more than one way to stop what would be filled at once, or nothing of the kind?"""
    here = stones_of(position)
    attacker = 1 - here.mover
    return not here.fillable(attacker) or len(defences(here, attacker)) > 1


__all__ = [
    "after_defence",
    "claims_of",
    "first_turns",
    "forces",
    "has_choice",
    "holding",
    "idle",
    "longest_line",
    "methods",
    "principal_line",
    "solve",
]
