"""Tasks in flight on a real grid, and what every scenario asks of it in the end."""

from __future__ import annotations

import asyncio
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kikashi.grid import LocalExecutor, Outcome, Task, load_kinds
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.pc import Volunteer
from kikashi.grid.status import Figures
from tests.grid import odd_tasks
from tests.grid.running import Grid, Running, people

assert odd_tasks
load_kinds()


@dataclass(frozen=True)
class Recovery:
    """How a scenario ended."""

    fault: str
    seconds: float
    """From the fault until everything that it touched was done."""
    note: str


@dataclass
class Work:
    """Tasks in flight, and their outcomes as a thread gathers them."""

    tasks: list[Task]
    executor: NatsExecutor

    def __post_init__(self) -> None:
        self.tickets = {self.executor.submit(task): task for task in self.tasks}
        self.outcomes: list[Outcome] = []
        self.problem: BaseException | None = None
        self._thread = threading.Thread(target=self._gather, daemon=True)
        self._thread.start()

    def _gather(self) -> None:
        try:
            for outcome in self.executor.results():
                self.outcomes.append(outcome)
        except BaseException as problem:
            self.problem = problem

    def wait_for(self, count: int, seconds: float = 60.0) -> None:
        """Until so many outcomes are here."""
        until(lambda: len(self.outcomes) >= count or self.problem is not None, seconds)
        assert self.problem is None, self.problem

    def finish(self, seconds: float = 90.0) -> None:
        """All outcomes are here, each once, with the values that `local` gives."""
        self._thread.join(seconds)
        assert not self._thread.is_alive(), f"{len(self.outcomes)} of {len(self.tasks)} outcomes"
        assert self.problem is None, self.problem
        assert sorted(one.ticket for one in self.outcomes) == sorted(self.tickets)
        with LocalExecutor(8) as alone:
            wanted = {alone.submit(task): ticket for ticket, task in self.tickets.items()}
            expected = {wanted[one.ticket]: one for one in alone.results()}
        for one in self.outcomes:
            assert (one.value, one.error) == (
                expected[one.ticket].value,
                expected[one.ticket].error,
            )


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Waits for something that will happen; fails if it does not."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


def pauses(count: int, seconds: float) -> list[Task]:
    return [Task("grid.pause", {"seconds": seconds, "number": n}) for n in range(count)]


def doubles(count: int) -> list[Task]:
    return [Task("odd.double", {"number": n}) for n in range(count)]


def counted_once(grid: Grid, count: int) -> Figures:
    """The ledger holds so many accepted results and no open task."""
    until(lambda: grid_figures(grid.dir).done == count)
    found = grid_figures(grid.dir)
    assert (found.done, found.failed, found.cancelled) == (count, 0, 0)
    assert sum(who.accepted for who in found.owners) == count
    return found


def running_on(grid: Grid, name: str) -> int:
    """How many tasks a PC says it runs."""
    return sum(pc.running for pc in grid_figures(grid.dir).pcs if pc.name == name)


@contextmanager
def two_pcs(folder: Path, *options: str) -> Iterator[tuple[Grid, list[Running], Path]]:
    """A broker and two volunteers whose owners are trusted: faults of machines, not of people."""
    with Grid(folder, *options) as grid:
        *files, app = people(grid, "anna", "bert", trusted=True)
        both = [grid.join(file, wait=False) for file in files]
        for one in both:
            one.wait_for("joined")
        yield grid, both, app


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    below = [int(word) for word in found.stdout.split()]
    return below + [deeper for one in below for deeper in children(one)]


@contextmanager
def volunteer_here(made: Volunteer) -> Iterator[Volunteer]:
    """A volunteer in a thread of this process."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(made.run()), daemon=True)
    thread.start()
    try:
        until(lambda: made.joined)
        yield made
    finally:
        loop.call_soon_threadsafe(lambda: made.leave(now=True))
        thread.join(20)
        loop.close()


@contextmanager
def grid_after_work(folder: Path, count: int) -> Iterator[Grid]:
    """A grid whose one PC, anna's, has done so many tasks."""
    with Grid(folder) as made:
        file, app = people(made, "anna", trusted=True)
        made.join(file)
        with NatsExecutor(app) as executor:
            Work(doubles(count), executor).finish()
        yield made
