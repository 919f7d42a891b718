"""The grid itself: processor time a task, tasks a second, efficiency, cancel, restart.

Everything on this machine, over TLS, with leases, ledger and validation on. Volunteers that only
pause stand for machines that compute: two cores cannot show a real speed-up past two. Each line
says what else the machine did meanwhile, for whatever that takes is missing from the figure.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import describe

from kikashi.grid import Task, load_kinds
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.pc import Volunteer
from kikashi.grid.people import read_credential
from kikashi.grid.status import Figures
from kikashi.grid.workers import CoroutineWorkers
from tests.grid.running import Grid
from tests.grid.work import children, until

TICK = os.sysconf("SC_CLK_TCK")
SMALL = 6000
PER_VOLUNTEER = 20
CROWDS = 4
"""Processes over which coroutine volunteers are spread."""


def cpu(pids: list[int]) -> float:
    """Processor seconds that these processes have used so far."""
    total = 0
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended since
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICK


class Machine:
    """What the whole machine did from now on, and how much of it was ours."""

    def __init__(self) -> None:
        self._began, self._busy, self._ours = time.monotonic(), _busy_seconds(), _our_seconds()

    def sentence(self) -> str:
        """Cores that were busy with us and with others."""
        wall = time.monotonic() - self._began
        ours = max(0.0, _our_seconds() - self._ours) / wall
        others = max(0.0, (_busy_seconds() - self._busy) / wall - ours)
        return (
            f"of {os.cpu_count()} cores {ours:.2f} busy with this, {others:.2f} with others; "
            f"load {os.getloadavg()[0]:.1f}"
        )


def _busy_seconds() -> float:
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _wait, interrupts, soft = map(int, fields[:7])
    return (user + nice + system + interrupts + soft) / TICK


def _our_seconds() -> float:
    """Of this process and all below it that are alive, and of those that have ended."""
    gone = os.times()
    return cpu([os.getpid(), *children(os.getpid())]) + gone.children_user + gone.children_system


def small_tasks(folder: Path, *, trusted: bool) -> None:
    """Echoes through a broker and two PCs of one core each."""
    with Grid(folder, "--lease", "20") as grid:
        pcs = [grid.join(grid.invite(name, trusted=trusted)) for name in ("anna", "bert")]
        with NatsExecutor(grid.invite("app", "app")) as executor:
            for n in range(200):  # warm: workers, reputation, statements
                executor.submit(Task("grid.echo", {"number": n}))
            assert len(list(executor.results())) == 200
            shares = {
                "broker": [grid.broker.pid],
                "nats-server": children(grid.broker.pid)[:1],
                "PCs": [one.pid for one in pcs],
                "their workers": [child for one in pcs for child in children(one.pid)],
                "client": [os.getpid()],
            }
            before = {name: cpu(pids) for name, pids in shares.items()}
            machine, began = Machine(), time.monotonic()
            for n in range(SMALL):
                executor.submit(Task("grid.echo", {"number": n}))
            count = sum(1 for _ in executor.results())
            wall, meanwhile = time.monotonic() - began, machine.sentence()
            spent = {name: cpu(pids) - before[name] for name, pids in shares.items()}
            found = grid_figures(grid.dir)
    assert count == SMALL
    total = sum(spent.values()) * 1000 / SMALL
    whose = "trusted owners" if trusted else "owners with a reputation to earn"
    print(
        f"{SMALL} echoes, two PCs, {whose}: {SMALL / wall:.0f} tasks/s (bar: 300), "
        f"{total:.2f} ms CPU a task (bar: 2 ms)"
    )
    for name, seconds in spent.items():
        print(f"    {name:14s} {seconds * 1000 / SMALL:.3f} ms")
    print(f"    second opinions {found.replicas}, probes {found.probes}")
    print(f"    {meanwhile}\n", flush=True)


def cancel(folder: Path) -> None:
    """From the call to the outcome, and to the moment the PC is free again."""
    with Grid(folder, "--lease", "20") as grid:
        grid.join(grid.invite("anna", trusted=True))
        with NatsExecutor(grid.invite("app", "app")) as executor:
            times, machine = [], Machine()
            for n in range(10):
                ticket = executor.submit(Task("grid.pause", {"seconds": 600, "number": n}))
                until(lambda: len(grid_figures(grid.dir).pcs[0].state) > 0 and busy(grid))
                began = time.monotonic()
                executor.cancel(ticket)
                executor.submit(Task("grid.echo", {"number": n}))  # needs the only core
                assert len(list(executor.results())) == 2
                times.append(time.monotonic() - began)
            meanwhile = machine.sentence()
    print(
        f"cancel of a running task until its core has done another: median "
        f"{statistics.median(times):.2f} s, worst {max(times):.2f} s of {len(times)} (bar: 2 s)\n"
        f"    {meanwhile}\n",
        flush=True,
    )


def busy(grid: Grid) -> bool:
    found = grid_figures(grid.dir)
    return any(pc.running or pc.queued for pc in found.pcs)


def crowd(files: list[Path], ready: multiprocessing.synchronize.Semaphore) -> None:
    """Many volunteers as coroutines of one process."""

    async def main() -> None:
        made = [Volunteer(read_credential(file, "pc"), CoroutineWorkers()) for file in files]
        runs = [asyncio.create_task(one.run()) for one in made]
        while not all(one.joined for one in made):
            await asyncio.sleep(0.05)
        ready.release()
        await asyncio.gather(*runs)

    asyncio.run(main())


@contextmanager
def volunteers(grid: Grid, files: list[Path], *, processes: bool) -> Iterator[None]:
    """Real volunteer processes, or coroutines in a few."""
    if processes:
        joining = [grid.join(file, wait=False) for file in files]
        for one in joining:
            one.wait_for("joined", 300)
        yield
        return
    context = multiprocessing.get_context("spawn")
    ready = context.Semaphore(0)
    crowds = [
        context.Process(target=crowd, args=(files[n::CROWDS], ready), daemon=True)
        for n in range(CROWDS)
    ]
    for each in crowds:
        each.start()
    for _ in crowds:
        assert ready.acquire(timeout=300)
    try:
        yield
    finally:
        for each in crowds:
            each.kill()
            each.join()


def efficiency(folder: Path, count: int, *, processes: bool, trusted: bool) -> None:
    """First submit to last accepted result, against tasks that cost nothing to hand out."""
    with Grid(folder, "--lease", "20") as grid:
        files = [grid.invite(f"pc{n}", trusted=trusted) for n in range(count)]
        with (
            volunteers(grid, files, processes=processes),
            NatsExecutor(grid.invite("app", "app")) as executor,
        ):
            until(lambda: len(grid_figures(grid.dir).pcs) == count, 120)
            if not trusted:  # so that every owner has a name, as in a grid that has run a day
                for n in range(count * 12):
                    executor.submit(Task("grid.echo", {"number": n}, care="full"))
                assert sum(1 for _ in executor.results()) == count * 12
            before = grid_figures(grid.dir)
            total = PER_VOLUNTEER * count
            machine, began = Machine(), time.monotonic()
            for n in range(total):
                executor.submit(Task("grid.pause", {"seconds": 1.0, "number": n}))
            assert sum(1 for _ in executor.results()) == total
            wall = time.monotonic() - began
            meanwhile, after = machine.sentence(), grid_figures(grid.dir)
    report(count, wall, before, after, meanwhile, processes=processes, trusted=trusted)


def report(
    count: int,
    wall: float,
    before: Figures,
    after: Figures,
    meanwhile: str,
    *,
    processes: bool,
    trusted: bool,
) -> None:
    ideal = PER_VOLUNTEER * 1.0
    more = (after.replicas - before.replicas) + (after.probes - before.probes)
    extra = more / (PER_VOLUNTEER * count)
    form = "processes" if processes else f"coroutines in {CROWDS} processes"
    trust = "trusted" if trusted else "reputable"
    print(
        f"{count:4d} volunteers ({form}, {trust}): {wall:.2f} s for {ideal:.0f} s of work each: "
        f"efficiency {ideal / wall:.1%}; second opinions and probes {extra:.1%} of the tasks, "
        f"without them {ideal * (1 + extra) / wall:.1%}; lost {sum(o.lost for o in after.owners)}, "
        f"wasted {after.wasted}\n     {meanwhile}",
        flush=True,
    )


def restart(folder: Path) -> None:
    """10,000 queued tasks, no PC, kill -9, start; and a start without any, to compare."""
    with Grid(folder, "--lease", "20") as grid:
        grid.broker.kill()
        empty, _ = start_again(grid)
        with NatsExecutor(grid.invite("app", "app"), job="long") as executor:
            for n in range(10_000):
                executor.submit(Task("grid.echo", {"number": n}))
            until(lambda: grid_figures(grid.dir).waiting == 10_000)
        grid.broker.kill()
        machine = Machine()
        started, used = start_again(grid)
        meanwhile = machine.sentence()
        # What the kill kept from the ledger is in JetStream and comes within its patience.
        until(lambda: grid_figures(grid.dir).waiting == 10_000)
    print(
        f"restart of the broker with 10,000 queued tasks: {started:.2f} s, of them {used:.2f} s "
        f"CPU (bar: 5 s); with none {empty:.2f} s\n    {meanwhile}\n",
        flush=True,
    )


def start_again(grid: Grid) -> tuple[float, float]:
    """Seconds until the broker is ready, and what it and its server have used until then."""
    began = time.monotonic()
    grid.start_broker()
    seconds = time.monotonic() - began
    return seconds, cpu([grid.broker.pid, *children(grid.broker.pid)])


def parts() -> dict[str, Callable[[Path], None]]:
    """Everything that is measured, by name and in order."""
    found: dict[str, Callable[[Path], None]] = {
        "small-trusted": partial(small_tasks, trusted=True),
        "small-reputable": partial(small_tasks, trusted=False),
        "cancel": cancel,
        "restart": restart,
    }
    for count, processes in ((20, True), (20, False), (200, False)):
        for trusted in (True, False):
            form = "processes" if processes else "coroutines"
            whose = "trusted" if trusted else "reputable"
            found[f"crowd{count}-{form}-{whose}"] = partial(
                efficiency, count=count, processes=processes, trusted=trusted
            )
    return found


def main() -> None:
    known = parts()
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument(
        "--only",
        nargs="+",
        default=[""],
        metavar="NAME",
        help=f"names or how they begin, such as crowd20: {', '.join(known)}",
    )
    wanted = tuple(words.parse_args().only)
    chosen = [part for name, part in known.items() if name.startswith(wanted)]
    if not chosen:
        words.error(f"nothing begins with {' or '.join(wanted)}; there are {', '.join(known)}")
    describe()
    load_kinds()
    for part in chosen:
        with tempfile.TemporaryDirectory(prefix="kikashi-bench-") as folder:
            part(Path(folder))


if __name__ == "__main__":
    main()
