"""Game clocks: main time and an increment a turn. Time comes in from outside, so tests own it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kikashi.law import GameError

LONGEST = 7 * 24 * 3600
"""Seconds: a week is the longest main time or increment."""


@dataclass(frozen=True)
class TimeControl:
    """Seconds for the whole game, and seconds added after each whole turn."""

    main: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.main <= LONGEST or not 0 <= self.increment <= LONGEST:
            raise GameError(
                f"a clock has more than 0 and at most {LONGEST} seconds, "
                f"not {self.main:g}+{self.increment:g}"
            )

    @classmethod
    def from_text(cls, text: str) -> TimeControl:
        """Reads `300` or `300+5`: seconds, and seconds a turn."""
        found = re.fullmatch(r"(\d{1,7})(?:\+(\d{1,7}))?", text.strip(), re.ASCII)
        if not found:
            raise GameError(f"a clock looks like 300 or 300+5 (seconds), not {text!r}")
        return cls(float(found[1]), float(found[2] or 0))

    def __str__(self) -> str:
        return f"{self.main:g}+{self.increment:g}"


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
        self._left = [control.main] * players
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
        """Seconds that `player` has left; never below 0."""
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
        """The running player's turn is complete: they get the increment, `following` runs.

        Whose time is up gets nothing: a flag stays down.
        """
        player = self._running
        self.pause()
        if player is not None and self._left[player] > 0:
            self._left[player] += self._control.increment
        self.start(following)
