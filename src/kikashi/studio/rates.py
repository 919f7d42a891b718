"""How often somebody may ask: token buckets, kept in memory and few."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from kikashi.studio import problems

MOST_BUCKETS = 20_000
"""Strangers beyond this many push out those who asked longest ago."""


class Rates:
    """Buckets by name. Each is full at first and fills up again at a steady rate."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str) -> float:
        """Takes one token: 0, or the seconds until there is one again."""
        now = self._clock()
        with self._lock:
            tokens, then = self._buckets.pop(name, (float(self._burst), now))
            tokens = min(self._burst, tokens + (now - then) * self._rate)
            enough = tokens >= 1
            self._buckets[name] = (tokens - 1 if enough else tokens, now)
            while len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        return 0.0 if enough else (1 - tokens) / self._rate

    def limit(self, name: str, detail: str) -> None:
        """Takes one token; problems.Refusal (429) where there is none."""
        wait = self.take(name)
        if wait:
            raise problems.too_many(detail, wait)
