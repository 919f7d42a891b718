"""Waiting for some outcomes no longer than one likes: what a player with a clock needs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from typing import Self

from kikashi.grid.contract import Executor, Outcome, Task

PATIENCE = 5.0
"""Seconds for tasks that were cancelled to say so."""
TICK = 0.05
"""Seconds between two looks at whether somebody wants it to stop."""


class Listener:
    """Hands tasks to an executor and collects outcomes in a thread of its own."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._here = threading.Condition()
        self._outcomes: dict[int, Outcome] = {}
        self._dropped: set[int] = set()
        self._work = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._listen, name="kikashi-listener", daemon=True)
        self._thread.start()

    def submit(self, task: Task) -> int:
        """Hands a task in."""
        ticket = self._executor.submit(task)
        self._work.set()
        return ticket

    def outcomes(
        self,
        tickets: Collection[int],
        seconds: float | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> Iterator[Outcome]:
        """Outcomes as they come, for at most so long; what has not come then is cancelled."""
        left = set(tickets)
        end = None if seconds is None else time.monotonic() + seconds
        try:
            while left:
                with self._here:
                    came = [self._outcomes.pop(t) for t in sorted(left) if t in self._outcomes]
                    if not came:
                        rest = TICK if end is None else min(TICK, end - time.monotonic())
                        if rest <= 0 or (stopped is not None and stopped()):
                            return
                        self._here.wait(rest)
                for outcome in came:
                    left.discard(outcome.ticket)
                    yield outcome
        finally:
            for ticket in left:
                self._drop(ticket)

    def close(self) -> None:
        """Listens no more; the executor is its owner's to close, afterwards."""
        self._closed = True
        self._work.set()
        self._thread.join(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _drop(self, ticket: int) -> None:
        with self._here:
            if self._outcomes.pop(ticket, None) is None:
                self._dropped.add(ticket)
        self._executor.cancel(ticket)

    def _listen(self) -> None:
        while not self._closed:
            self._work.wait()
            # Cleared before the look, so that what is submitted during it is not missed.
            self._work.clear()
            for outcome in self._executor.results():
                with self._here:
                    if outcome.ticket in self._dropped:
                        self._dropped.discard(outcome.ticket)
                    else:
                        self._outcomes[outcome.ticket] = outcome
                    self._here.notify_all()
