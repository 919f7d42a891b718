"""The executor that is always there: threads of this process. Native searches let go of the GIL."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from kikashi.grid.contract import Executor, Outcome, Task, TaskError
from kikashi.grid.kinds import do_task, work_of

AHEAD = 4
"""Tasks in flight for each thread."""


class LocalExecutor(Executor):
    """Does tasks in `jobs` threads."""

    def __init__(self, jobs: int = 1) -> None:
        if jobs < 1:
            raise TaskError(f"at least one job is needed, not {jobs}")
        self._jobs = jobs
        self._pool = ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="kikashi-task")
        self._done: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._stops: dict[int, threading.Event] = {}
        self._next = 0

    @property
    def capacity(self) -> int:
        return self._jobs * AHEAD

    def submit(self, task: Task) -> int:
        work_of(task.kind)
        ticket, self._next = self._next, self._next + 1
        stop = self._stops[ticket] = threading.Event()
        self._pool.submit(self._run, ticket, task, stop)
        return ticket

    def cancel(self, ticket: int) -> bool:
        stop = self._stops.get(ticket)
        if stop is None:
            return False
        stop.set()
        return True

    def results(self) -> Iterator[Outcome]:
        while self._stops:
            outcome = self._done.get()
            del self._stops[outcome.ticket]
            yield outcome

    def close(self) -> None:
        for stop in self._stops.values():
            stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._stops.clear()

    def _run(self, ticket: int, task: Task, stop: threading.Event) -> None:
        # Whatever happens, an outcome is put: a lost one would leave `results` waiting for ever.
        try:
            if stop.is_set():
                outcome = Outcome(ticket, cancelled=True)
            else:
                value = do_task(task, lambda _nodes, _seconds: not stop.is_set())
                # A search that was stopped has no answer, even if it returned something.
                outcome = Outcome(ticket, None if stop.is_set() else value, "", stop.is_set())
        except TaskError as refusal:
            outcome = Outcome(ticket, error=str(refusal))
        except BaseException as problem:
            outcome = Outcome(ticket, error=f"a {task.kind} task failed: {problem!r}")
        self._done.put(outcome)
