"""An executor whose tasks are done when the test says so: for questions of order."""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.grid import Executor, Outcome, Task, TaskError, do_task


class ByHand(Executor):
    """Holds tasks; `choose` says which is done next (an index into those that wait)."""

    def __init__(self, capacity: int = 1) -> None:
        self._capacity = capacity
        self.waiting: dict[int, Task] = {}
        self.submitted: list[Task] = []
        self.cancelled: list[int] = []
        self.most_at_once = 0

    @property
    def capacity(self) -> int:
        return self._capacity

    def submit(self, task: Task) -> int:
        ticket = len(self.submitted)
        self.submitted.append(task)
        self.waiting[ticket] = task
        self.most_at_once = max(self.most_at_once, len(self.waiting))
        return ticket

    def cancel(self, ticket: int) -> bool:
        self.cancelled.append(ticket)
        return ticket in self.waiting

    def choose(self) -> int:
        """The ticket that is done next: the oldest."""
        return next(iter(self.waiting))

    def results(self) -> Iterator[Outcome]:
        while self.waiting:
            ticket = self.choose()
            task = self.waiting.pop(ticket)
            if ticket in self.cancelled:
                yield Outcome(ticket, cancelled=True)
                continue
            try:
                yield Outcome(ticket, do_task(task, lambda _nodes, _seconds: True))
            except TaskError as refusal:
                yield Outcome(ticket, error=str(refusal))

    def close(self) -> None:
        self.waiting.clear()
