"""Game clocks: main time, and an increment or byo-yomi. Time comes in from outside, for tests."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kikashi.law import GameError

LONGEST = 7 * 24 * 3600
"""Seconds: a week is the longest main time, increment or period."""
MOST_PERIODS = 99


@dataclass(frozen=True)
class TimeControl:
    """Seconds for the whole game, and seconds added after each whole turn.

    Or Japanese byo-yomi: when the main time is over there are so many periods; a turn that ends
    within one gives it back whole, and the last one used up is the end.
    """

    main: float
    increment: float = 0.0
    periods: int = 0
    period: float = 0.0

    def __post_init__(self) -> None:
        # Byo-yomi may be all there is.
        begun = self.main > 0 or (self.main == 0 and self.periods)
        if not begun or self.main > LONGEST or not 0 <= self.increment <= LONGEST:
            raise GameError(
                f"a clock has more than 0 and at most {LONGEST} seconds, "
                f"not {self.main:g}+{self.increment:g}"
            )
        if self.periods and not (self.periods <= MOST_PERIODS and 0 < self.period <= LONGEST):
            raise GameError(
                f"byo-yomi has 1 to {MOST_PERIODS} periods of 1 to {LONGEST} seconds on the clock, "
                f"not {self.periods}x{self.period:g}"
            )

    @classmethod
    def from_text(cls, text: str) -> TimeControl:
        """Reads `300`, `300+5` (seconds, and seconds a turn) or `300+3x30` (three periods)."""
        pattern = r"(\d{1,7})(?:\+(?:([1-9]\d?)x)?(\d{1,7}))?"
        found = re.fullmatch(pattern, text.strip(), re.ASCII)
        if not found:
            raise GameError(f"a clock looks like 300, 300+5 or 300+3x30 (seconds), not {text!r}")
        main, more = float(found[1]), float(found[3] or 0)
        return cls(main, periods=int(found[2]), period=more) if found[2] else cls(main, more)

    def __str__(self) -> str:
        more = f"{self.periods}x{self.period:g}" if self.periods else f"{self.increment:g}"
        return f"{self.main:g}+{more}"

    @property
    def whole(self) -> float:
        """Seconds that a player begins with, all periods counted."""
        return self.main + self.periods * self.period

    def after_turn(self, left: float) -> float:
        """What a turn leaves on a clock: one number tells main time and whole periods alike."""
        if self.periods and left < self.periods * self.period:
            return math.ceil(left / self.period) * self.period
        return left + self.increment


TURNS_AHEAD = 25
"""A game is planned for so many more turns, however long it has lasted."""


@dataclass(frozen=True)
class Allowance:
    """What one turn may cost, in seconds."""

    hard: float
    """Never exceeded."""
    soft: float | None = None
    """No new depth is begun that may not end by then; None: `hard` alone counts."""
    nodes: int | None = None
    """At most so many nodes."""
    depth: int | None = None
    """At most so many plies."""

    @property
    def usual(self) -> float:
        """What a player should take who knows one limit only."""
        return self.hard if self.soft is None else self.soft

    def at_most(self, seconds: float) -> Allowance:
        """The same, and never more than so many seconds."""
        soft = None if self.soft is None else min(self.soft, seconds)
        return replace(self, hard=min(self.hard, seconds), soft=soft)


def allot(remaining: float, increment: float = 0.0) -> Allowance:
    """What a turn may cost with so much left on the clock; the increment comes after each turn."""
    soft = min(remaining / TURNS_AHEAD + 0.8 * increment, 0.4 * remaining)
    return Allowance(min(3 * soft, 0.6 * remaining), soft)


class Clock:
    """One clock face a player; at most one of them runs."""

    def __init__(
        self, control: TimeControl, players: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._control = control
        self._now = now
        self._left = [control.whole] * players
        self._running: int | None = None
        self._since = 0.0

    @classmethod
    def restored(
        cls,
        control: TimeControl,
        left: Sequence[float],
        running: int | None,
        since: float,
        now: Callable[[], float] = time.time,
    ) -> Clock:
        """A clock that was written down: `left` as of `since`, and whose time has run from then.

        `now` must go on where it was, over a restart too: the time of day does.
        """
        clock = cls(control, len(left), now)
        clock._left, clock._running, clock._since = list(left), running, since
        return clock

    @property
    def control(self) -> TimeControl:
        """What the clock was set to."""
        return self._control

    @property
    def running(self) -> int | None:
        """The player whose time runs."""
        return self._running

    def remaining(self, player: int) -> float:
        """Seconds that `player` has left, periods of byo-yomi too; never below 0."""
        spent = self._now() - self._since if player == self._running else 0.0
        return max(0.0, self._left[player] - spent)

    def flagged(self) -> int | None:
        """The player whose time is up, if there is one."""
        for player in range(len(self._left)):
            if self.remaining(player) <= 0:
                return player
        return None

    def start(self, player: int) -> None:
        """Lets `player`'s time run; whoever's ran before is stopped, without an increment."""
        self.pause()
        if not 0 <= player < len(self._left):
            raise GameError(f"there is no player {player} at this clock")
        self._running = player
        self._since = self._now()

    def pause(self) -> None:
        """Stops all time."""
        if self._running is not None:
            self._left[self._running] = self.remaining(self._running)
            self._running = None

    def end_turn(self, following: int) -> None:
        """The running player's turn is complete: they get what a turn gives, `following` runs.

        Whose time is up gets nothing: a flag stays down.
        """
        player = self._running
        self.pause()
        if player is not None and self._left[player] > 0:
            self._left[player] = self._control.after_turn(self._left[player])
        self.start(following)
