"""The executor that is always there: threads of this process. Native searches let go of the GIL."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Iterator

from kikashi.grid.contract import ENGINE, Executor, Outcome, Task, TaskError
from kikashi.grid.engines import Rack
from kikashi.grid.kinds import do_task, kind_of

AHEAD = 4
"""Tasks in flight for each thread."""


class LocalExecutor(Executor):
    """Does tasks in `jobs` threads, with the outside engines of `rack`."""

    def __init__(self, jobs: int = 1, rack: Rack | None = None) -> None:
        if jobs < 1:
            raise TaskError(f"at least one job is needed, not {jobs}")
        self._jobs = jobs
        self._rack = rack or Rack()
        self._waiting: queue.PriorityQueue[tuple[int, int, Task | None]] = queue.PriorityQueue()
        self._done: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._stops: dict[int, threading.Event] = {}
        self._numbers = itertools.count()
        self._threads = [
            threading.Thread(target=self._work, name=f"kikashi-task-{n}", daemon=True)
            for n in range(jobs)
        ]
        self._closed = False
        for thread in self._threads:
            thread.start()

    @property
    def capacity(self) -> int:
        return self._jobs * AHEAD

    def submit(self, task: Task) -> int:
        kind_of(task.kind).packed(task.payload)  # refused now, as it would be elsewhere
        ticket = next(self._numbers)
        self._stops[ticket] = threading.Event()
        self._waiting.put((-task.priority, ticket, task))
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
        if self._closed:
            return
        self._closed = True
        for stop in tuple(self._stops.values()):
            stop.set()
        for _ in self._threads:  # behind everything that waits, which is cancelled
            self._waiting.put((1 << 62, next(self._numbers), None))
        for thread in self._threads:
            thread.join()
        self._stops.clear()
        self._rack.close()

    def _work(self) -> None:
        while True:
            _, ticket, task = self._waiting.get()
            if task is None:
                return
            self._done.put(self._run(ticket, task, self._stops[ticket]))

    def _run(self, ticket: int, task: Task, stop: threading.Event) -> Outcome:
        # Whatever happens, an outcome is given: a lost one would leave `results` waiting for ever.
        if stop.is_set():
            return Outcome(ticket, cancelled=True)
        begun = time.monotonic()
        late = task.seconds

        def go_on(_nodes: int, _seconds: float) -> bool:
            return not stop.is_set() and (late is None or time.monotonic() - begun < late)

        try:
            for need in task.needs:
                if need.removeprefix(ENGINE) not in self._rack.names:
                    raise TaskError(f"no PC can do this: {need} is not here")
            kind = kind_of(task.kind)
            # Plain values only, as they would arrive elsewhere.
            task = Task(task.kind, kind.unpacked(kind.packed(task.payload)))
            with self._rack.in_reach():
                value = do_task(task, go_on)
            spent = time.monotonic() - begun
            if stop.is_set():
                # A search that was stopped has no answer, even if it returned something.
                return Outcome(ticket, cancelled=True, seconds=spent)
            if late is not None and spent >= late:
                raise TaskError(f"a {task.kind} task ran past its limit of {late:g} s")
            return Outcome(ticket, value, seconds=spent)
        except TaskError as refusal:
            return Outcome(ticket, error=str(refusal), cancelled=stop.is_set())
        except BaseException as problem:
            return Outcome(ticket, error=f"a {task.kind} task failed: {problem!r}")
