"""PCs, brokers, servers, clients, links and disks that fail."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kikashi.grid import Task
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from tests.grid.running import Grid, people
from tests.grid.work import (
    Recovery,
    Work,
    children,
    counted_once,
    doubles,
    pauses,
    running_on,
    two_pcs,
    until,
)


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
from tests.grid.work import pauses
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
