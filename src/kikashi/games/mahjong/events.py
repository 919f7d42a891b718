"""What happens at a table as a list of events, and what of it each player sees.

An event as a word is the seat and what it does: `0+5m` draws from the front, `0*5m` from the back,
`0!1f` lays a flower down, `0-5m` discards, `0r5m` discards and declares ready, `1:chow:3m`,
`2:pong`, `2:kong`, `0:hidden:5m` and `0:added:5m` claim or lay down, `1~pass` answers a discard
where others may still answer (seen by that player alone), `3:win`, `3#...` shows a hand, `3$...`
tells what it scored and who pays, and `0@0.1` begins a deal: dealer 0, the east round, one deal
kept.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    seat: int
    sign: str
    word: str

    def __str__(self) -> str:
        return f"{self.seat}{self.sign}{self.word}"

    def seen_by(self, player: int) -> str | None:
        """The event as a player sees it; None where it is not seen at all."""
        if self.seat != player:
            if self.sign == "~":
                return None
            if self.sign in "+*":
                return f"{self.seat}{self.sign}?"
        return str(self)
