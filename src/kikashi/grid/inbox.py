"""Outcomes one at a time, for callers that hand in more tasks as the answers come."""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.grid.contract import Executor, Outcome


class Inbox:
    """A stream of outcomes ends when nothing is in flight; this one begins anew with new tasks."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._stream: Iterator[Outcome] = iter(())

    def take(self) -> Outcome:
        """The next outcome. Only for those who have a task in flight: others would wait."""
        while True:
            outcome = next(self._stream, None)
            if outcome is not None:
                return outcome
            self._stream = self._executor.results()
