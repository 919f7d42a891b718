"""What the exam says to one turn."""

from __future__ import annotations

from dataclasses import dataclass

from kikashi.law import Move
from kikashi.law.winning_sets import StonePosition

SOLVED, GOES_ON, WRONG, OPEN = "solved", "goes-on", "wrong", "open"


@dataclass(frozen=True)
class Ruling:
    """What the exam says to one turn."""

    verdict: str
    reason: str = ""
    """Of a wrong turn: `few-threats`, `missed-win`, `left-open` or `stopped`."""
    defence: tuple[Move, ...] = ()
    """The answer on the board: the best defence, or the one that shows what was wrong."""
    position: StonePosition | None = None
    """Where the player goes on."""
