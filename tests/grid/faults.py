"""Faults on real processes: each scenario breaks something and says how long it took to recover.

In every one no task is lost, no result is counted twice, and the answers are those of `local`.
The quick ones are tests; `bench/bench_grid_faults.py` runs all of them and prints the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
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
from kikashi.grid.people import read_credential
from kikashi.grid.status import Figures
from kikashi.grid.workers import CoroutineWorkers
from tests.grid import odd_tasks
from tests.grid.running import HOUSE, Grid, Running, grid_of, people

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


# --- machines ------------------------------------------------------------------------------------


def pc_killed(folder: Path) -> Recovery:
    """kill -9 in the middle of a task."""
    with two_pcs(folder) as (grid, (anna, _), app), NatsExecutor(app) as executor:
        work = Work(pauses(12, 0.5), executor)
        until(lambda: running_on(grid, "anna") > 0)
        anna.kill()
        began = time.monotonic()
        until(lambda: sum(who.lost for who in grid_figures(grid.dir).owners) > 0)
        lost = time.monotonic() - began
        work.finish()
        spent = time.monotonic() - began
        counted_once(grid, 12)
    return Recovery("a PC killed with -9 in a task", spent, f"handed on after {lost:.1f} s")


def pc_stopped(folder: Path) -> Recovery:
    """SIGSTOP for longer than the lease, then SIGCONT."""
    with two_pcs(folder) as (grid, (anna, _), app), NatsExecutor(app) as executor:
        work = Work(pauses(12, 0.5), executor)
        until(lambda: running_on(grid, "anna") > 0)
        frozen = [anna.pid, *children(anna.pid)]
        for pid in frozen:
            os.kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        until(lambda: all(pc.name != "anna" for pc in grid_figures(grid.dir).pcs))
        lost = time.monotonic() - began
        for pid in frozen:
            os.kill(pid, signal.SIGCONT)
        work.finish()
        spent = time.monotonic() - began
        until(lambda: any(pc.name == "anna" for pc in grid_figures(grid.dir).pcs))
        counted_once(grid, 12)
        again = Work(doubles(8), executor)
        again.finish()
    return Recovery(
        "a PC stopped and continued after its lease",
        spent,
        f"lease lost after {lost:.1f} s; it works again",
    )


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    below = [int(word) for word in found.stdout.split()]
    return below + [deeper for one in below for deeper in children(one)]


def broker_killed(folder: Path) -> Recovery:
    """kill -9 of the broker (its server dies with it) and a restart on its files."""
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        work = Work([*pauses(16, 0.3), *doubles(200)], executor)
        work.wait_for(20)
        grid.broker.kill()
        began = time.monotonic()
        grid.start_broker()
        started = time.monotonic() - began
        before = len(work.outcomes)
        work.wait_for(before + 1)
        spent = time.monotonic() - began
        work.finish()
        counted_once(grid, 216)
    return Recovery(
        "the broker killed with -9 and restarted", spent, f"ready after {started:.1f} s"
    )


def server_killed(folder: Path) -> Recovery:
    """kill -9 of nats-server alone: the broker starts it again."""
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        work = Work([*pauses(12, 0.3), *doubles(100)], executor)
        work.wait_for(10)
        (server,) = children(grid.broker.pid)[:1]
        os.kill(server, signal.SIGKILL)
        began = time.monotonic()
        before = len(work.outcomes)
        work.wait_for(before + 5)
        spent = time.monotonic() - began
        work.finish()
        counted_once(grid, 112)
    return Recovery("nats-server killed with -9", spent, "started again by the broker")


CLIENT = """
import sys
from pathlib import Path
from kikashi.grid import load_kinds
from kikashi.grid.client import NatsExecutor
from tests.grid.faults import pauses
load_kinds()
with NatsExecutor(Path(sys.argv[1]), job="long") as executor:
    for task in pauses(12, 0.4):
        executor.submit(task)
    for outcome in executor.results():
        print(outcome.ticket, outcome.unwrap()["number"], flush=True)
"""


def client_killed(folder: Path) -> Recovery:
    """kill -9 of the client; another hands in the same job and gets what is there."""
    with two_pcs(folder) as (grid, _, app):
        words = [sys.executable, "-c", CLIENT, str(app)]
        first = grid.run(words, "client")
        until(lambda: len(first.text().splitlines()) >= 3)
        first.kill()
        began = time.monotonic()
        second = grid.run(words, "client")
        assert second.ended(60) == 0, second.text()
        spent = time.monotonic() - began
        numbers = sorted(int(line.split()[1]) for line in second.text().splitlines())
        assert numbers == list(range(12))
        found = counted_once(grid, 12)
        assert sum(who.tasks for who in found.owners) == 12  # nothing was done twice
    return Recovery("the client killed and restarted", spent, "a named job; nothing was done twice")


def link_cut(folder: Path) -> Recovery:
    """A PC in a network namespace of its own; its cable is pulled for longer than the lease."""
    with (
        namespace("kgrid") as (name, device, address),
        Grid(folder, "--lease", "3", "--host", address) as grid,
    ):
        *files, app = people(grid, "anna", "bert", trusted=True)
        grid.join(files[0], prefix=("ip", "netns", "exec", name))
        grid.join(files[1])
        with NatsExecutor(app) as executor:
            work = Work(pauses(12, 0.5), executor)
            until(lambda: running_on(grid, "anna") > 0)
            subprocess.run(["ip", "link", "set", device, "down"], check=True)
            began = time.monotonic()
            work.finish()
            spent = time.monotonic() - began
            subprocess.run(["ip", "link", "set", device, "up"], check=True)
            healed = time.monotonic()
            until(
                lambda: any(pc.name == "anna" and pc.seen < 3 for pc in grid_figures(grid.dir).pcs),
                90,
            )
            back = time.monotonic() - healed
            counted_once(grid, 12)
    return Recovery("a link cut and healed", spent, f"the PC was back {back:.1f} s after the link")


def why_no_namespaces() -> str:
    """Why links cannot be cut here; empty where they can."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return "cutting a link needs root and the program ip (Debian package iproute2)"
    made = subprocess.run(["ip", "netns", "add", "kprobe"], capture_output=True, check=False)
    subprocess.run(["ip", "netns", "del", "kprobe"], capture_output=True, check=False)
    return "" if made.returncode == 0 else "network namespaces cannot be made here"


@contextmanager
def namespace(stem: str) -> Iterator[tuple[str, str, str]]:
    """A namespace with a cable to us: its name, our end of the cable, and our address on it."""
    name = f"{stem}{os.getpid() % 10_000}"
    ours, theirs = f"{name}a", f"{name}b"
    net = f"10.{77 + os.getpid() % 100}.{os.getpid() % 250}"

    def ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True)

    ip("netns", "add", name)
    try:
        ip("link", "add", ours, "type", "veth", "peer", "name", theirs)
        ip("link", "set", theirs, "netns", name)
        ip("addr", "add", f"{net}.1/30", "dev", ours)
        ip("link", "set", ours, "up")
        ip("netns", "exec", name, "ip", "addr", "add", f"{net}.2/30", "dev", theirs)
        ip("netns", "exec", name, "ip", "link", "set", theirs, "up")
        yield name, ours, f"{net}.1"
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        subprocess.run(["ip", "link", "del", ours], capture_output=True, check=False)


def disk_full(folder: Path) -> Recovery:
    """The broker's folder on a small tmpfs that fills up, and is freed again."""
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "none", str(disk)], check=True)
    try:
        with Grid(folder, "--lease", "3", place=disk / "broker") as grid:
            *files, app = people(grid, "anna", "bert", trusted=True)
            for file in files:
                grid.join(file)
            with NatsExecutor(app) as executor:
                work = Work(doubles(100), executor)
                work.wait_for(100)
                ballast = disk / "ballast"
                with ballast.open("wb") as out, contextlib.suppress(OSError):
                    while True:
                        out.write(bytes(1 << 16))
                        out.flush()
                more = Work(
                    [Task("grid.echo", {"number": n, "text": "x" * 2000}) for n in range(400)],
                    executor,
                )
                time.sleep(4)  # the fault must last; nothing is asserted of this time
                during = len(more.outcomes)
                ballast.unlink()
                began = time.monotonic()
                more.finish()
                spent = time.monotonic() - began
                counted_once(grid, 500)
        return Recovery(
            "a full disk at the broker", spent, f"{during} of 400 results came while it was full"
        )
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


# --- engines -------------------------------------------------------------------------------------


def engine_crashes(folder: Path) -> Recovery:
    """Engines that die in a task are started again and the task is done."""
    marks = folder / "marks"
    marks.mkdir()
    os.environ["KIKASHI_TEST_MARKS"] = str(marks)
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        tickets = {executor.submit(Task("odd.crash-once", {"number": n})): n for n in range(4)}
        found = {one.ticket: one.unwrap()["value"] for one in executor.results()}
        spent = time.monotonic() - began
        assert found == {ticket: 2 * n for ticket, n in tickets.items()}
        assert sum(who.died for who in counted_once(grid, 4).owners) == 4
    return Recovery("an engine that crashes", spent, "4 deaths, 4 workers started again")


def engine_hangs(folder: Path) -> Recovery:
    """A task that does not hear is ended with its worker at its limit; the worker comes back."""
    with two_pcs(folder) as (_, __, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        executor.submit(Task("odd.deaf", {"seconds": 600}, seconds=0.5))
        (outcome,) = executor.results()
        assert outcome.error == "a odd.deaf task ran past its limit of 0.5 s"
        Work(doubles(8), executor).finish()
        spent = time.monotonic() - began
    return Recovery("an engine that hangs", spent, "ended at its limit of 0.5 s")


def engine_talks_rubbish(folder: Path) -> Recovery:
    """A value that does not fit its schema is never accepted."""
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        executor.submit(Task("odd.rubbish", {}))
        (outcome,) = executor.results()
        spent = time.monotonic() - began
        assert "quarantine" in outcome.error
        assert "rubbish" in outcome.error
        assert grid_figures(grid.dir).refused["result"] == 3
    return Recovery("an engine that answers rubbish", spent, "refused three times, then quarantine")


def task_kills_engines(folder: Path) -> Recovery:
    """Three deaths by two owners put a task into quarantine; the PCs go on."""
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        bad = executor.submit(Task("odd.crash", {}))
        good = {executor.submit(task) for task in doubles(20)}
        found = {one.ticket: one for one in executor.results()}
        spent = time.monotonic() - began
        assert "the task is in quarantine: 3 engines of 2 owners died of it" in found[bad].error
        assert all(found[ticket].value is not None for ticket in good)
        assert len(grid_figures(grid.dir).quarantined) == 1
    return Recovery(
        "a task that kills every engine", spent, "quarantine after 3 deaths by 2 owners"
    )


# --- people --------------------------------------------------------------------------------------


class Stutterer(Volunteer):
    """Sends every result twice."""

    async def _publish(self, js: object, what: str, message: object) -> None:
        for _ in range(2):
            await super()._publish(js, what, message)  # type: ignore[arg-type]


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


def result_twice(folder: Path) -> Recovery:
    """Every result is delivered twice and counted once."""
    with Grid(folder) as grid:
        file, app = people(grid, "anna", trusted=True)
        made = Stutterer(read_credential(file, "pc"), CoroutineWorkers())
        with volunteer_here(made), NatsExecutor(app) as executor:
            began = time.monotonic()
            Work([Task("grid.echo", {"number": n}) for n in range(100)], executor).finish()
            spent = time.monotonic() - began
            until(lambda: grid_figures(grid.dir).wasted >= 100)
            counted_once(grid, 100)
    return Recovery("every result delivered twice", spent, "100 tasks, 100 duplicates set aside")


def volunteer_lies(folder: Path) -> Recovery:
    """One of three owners gives wrong answers: it is found, and no wrong answer stays."""
    with grid_of(folder, "anna", "bert") as (grid, app):
        liar = grid.join(grid.invite("eve"), KIKASHI_TEST_LIE="1")
        with NatsExecutor(app) as executor:
            began = time.monotonic()
            Work(doubles(150), executor).finish()
            spent = time.monotonic() - began
            trust = {who.owner: who.distrusted for who in grid_figures(grid.dir).owners}
            assert trust["eve"], trust
            assert (trust["anna"], trust["bert"]) == ("", ""), trust
            assert liar.ended() == 1
            assert "sends this PC away" in liar.text()
    return Recovery("a lying volunteer", spent, f"150 tasks right; eve: {trust['eve']}")


QUICK = (
    pc_killed,
    broker_killed,
    client_killed,
    engine_crashes,
    engine_hangs,
    task_kills_engines,
    result_twice,
    volunteer_lies,
)
LONG = (pc_stopped, server_killed, engine_talks_rubbish)
AS_ROOT = (link_cut, disk_full)
ALL = (*QUICK, *LONG, *AS_ROOT)


__all__ = ["ALL", "AS_ROOT", "HOUSE", "LONG", "QUICK", "Recovery", "why_no_namespaces"]
