"""A volunteer's manners: when its owner wants the machine, it steps aside, and it says why."""

from __future__ import annotations

import datetime
import os
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kikashi.grid.contract import TaskError

BUSY = 0.25
"""Cores that others must use for the machine to count as in use."""
HOURS = re.compile(r"(\d{1,2})(?::(\d\d))?-(\d{1,2})(?::(\d\d))?")
Clock = Callable[[], float]
Load = Callable[[], float]


@dataclass(frozen=True)
class Hours:
    """Times of the day at which a PC may work, like 20:00-8:00."""

    begin: datetime.time
    end: datetime.time

    @classmethod
    def read(cls, text: str) -> Hours:
        found = HOURS.fullmatch(text.strip())
        if found is None:
            raise TaskError(f"hours look like 20:00-8:00, not {text!r}")
        first, second, third, fourth = (int(part or 0) for part in found.groups())
        try:
            return cls(datetime.time(first % 24, second), datetime.time(third % 24, fourth))
        except ValueError as problem:
            raise TaskError(f"hours look like 20:00-8:00, not {text!r}: {problem}") from None

    def hold(self, now: datetime.time) -> bool:
        """Whether it may work at this time; equal ends mean the whole day."""
        if self.begin < self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end

    def __str__(self) -> str:
        return f"{self.begin:%H:%M}-{self.end:%H:%M}"


class Manners:
    """Says why a PC does not work now; the empty text means that it works."""

    def __init__(
        self,
        *,
        hours: Hours | None = None,
        only_when_idle: bool = False,
        grace: float = 60.0,
        load: Load | None = None,
        clock: Clock = time.monotonic,
        wall: Callable[[], datetime.datetime] = datetime.datetime.now,
    ) -> None:
        self._hours = hours
        self._only_when_idle = only_when_idle
        self._grace = grace
        self._load = load or OthersLoad()
        self._clock = clock
        self._wall = wall
        self._used = clock() if only_when_idle else float("-inf")
        """When others last used the machine; at the start nobody knows, so it waits."""
        self._idle_since: float | None = None

    def why_idle(self) -> str:
        """The reason, in words for people."""
        why = self._why()
        if not why:
            self._idle_since = None
        elif self._idle_since is None:
            self._idle_since = self._clock()
        return why

    def _why(self) -> str:
        if self._hours is not None and not self._hours.hold(self._wall().time()):
            return f"outside its hours {self._hours}"
        if self._only_when_idle:
            now = self._clock()
            if self._load() > BUSY:
                self._used = now
            if now - self._used < self._grace:
                return "its owner uses it"
        return ""

    def patience_is_over(self) -> bool:
        """Whether running tasks have had their grace since the owner came back."""
        return self._idle_since is not None and self._clock() - self._idle_since >= self._grace

    @staticmethod
    def jitter() -> float:
        """Seconds to wait before the next try, so that many PCs do not come at once."""
        return random.uniform(0.1, 1.0)


class OthersLoad:
    """Cores that processes other than ours use, since the last call; from /proc on Linux."""

    def __init__(self) -> None:
        self._before = (time.monotonic(), self._busy(), self._ours())

    def __call__(self) -> float:
        now = (time.monotonic(), self._busy(), self._ours())
        seconds = now[0] - self._before[0]
        if seconds < 0.1:
            return 0.0
        others = (now[1] - self._before[1]) - (now[2] - self._before[2])
        self._before = now
        return max(0.0, others / seconds)

    @staticmethod
    def _busy() -> float:
        """Processor seconds of everyone since the machine was started."""
        stat = Path("/proc/stat")
        if not stat.exists():
            return os.getloadavg()[0] * time.monotonic()
        user, _nice, system = stat.read_text().split(maxsplit=4)[1:4]
        # Work at low priority, ours and other volunteers', stands in nobody's way.
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def _ours() -> float:
        """Of those, the agent's own; its workers run at low priority and are not among them."""
        times = os.times()
        return times.user + times.system
