"""A cluster for tests: three brokers as processes, a PostgreSQL server, and steady work.

Each scenario breaks something in mid-work and measures the pause: the longest time without an
outcome while tasks were waiting. In every one nothing is lost and nothing is counted twice.
"""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from kikashi.grid import Task
from kikashi.grid.client import NatsExecutor
from tests.grid.running import MAIN, Grid, Running, free_port
from tests.grid.work import Recovery, Work, children, pauses, until
from tests.postgres import Postgres, postgres

LEADS = "this member leads now"
CUT_SECONDS = 8
Fault = Callable[["Three", Postgres, int], str]


class Three(Grid):
    """Three brokers of one grid; `prefix` runs each in a network namespace of its own."""

    def __init__(
        self,
        folder: Path,
        ledger: str,
        *,
        hosts: tuple[str, ...] = ("127.0.0.1",) * 3,
        prefixes: tuple[tuple[str, ...], ...] = ((), (), ()),
    ) -> None:
        self.ledger = ledger
        self.prefixes = prefixes
        self.members = ",".join(f"{host}:{free_port()}:{free_port()}" for host in hosts)
        self.brokers: dict[int, Running] = {}
        self.cables: dict[int, str] = {}
        """By member, its end of the cable at the bridge; where each has a namespace of its own."""
        super().__init__(folder, "--lease", "5", place=folder / "member-1")

    def start_broker(self, *prefix: str) -> Running:
        for number in (1, 2, 3):
            self.start_member(number)
        for one in self.brokers.values():
            one.wait_for("ready\n")
        until(lambda: self.leader() != 0, 60)
        return self.brokers[1]

    def start_member(self, number: int) -> None:
        words = [*self.prefixes[number - 1], sys.executable, "-c", MAIN, "grid", "broker"]
        words += ["--dir", str(self.place(number)), "--ledger", self.ledger]
        words += ["--cluster", self.members, "--member", str(number), *self.options]
        self.brokers[number] = self.run(words, f"member-{number}")

    def place(self, number: int) -> Path:
        return self.folder / f"member-{number}"

    def leader(self) -> int:
        """Which member holds the lease; 0 while nobody does."""
        return self.asked("SELECT max(member) FROM grid_leader WHERE until > clock_timestamp()")

    def asked(self, query: str) -> int:
        """One number of the ledger; 0 while it cannot be asked."""
        try:
            with psycopg.connect(self.ledger, connect_timeout=2) as connection:
                row = connection.execute(query).fetchone()
        except psycopg.Error:
            return 0
        return int(row[0] or 0) if row else 0

    def server(self, number: int) -> int:
        """The process of a member's nats-server."""
        return children(self.brokers[number].pid)[0]


@dataclass
class Steady(Work):
    """Work with the time of every outcome."""

    def __post_init__(self) -> None:
        self.times: list[float] = []
        super().__post_init__()

    def _gather(self) -> None:
        try:
            for outcome in self.executor.results():
                self.outcomes.append(outcome)
                self.times.append(time.monotonic())
        except BaseException as problem:
            self.problem = problem

    def pause(self, since: float) -> float:
        """The longest time without an outcome from a little before a fault."""
        times = [since, *(one for one in self.times if one >= since)]
        return max(b - a for a, b in itertools.pairwise(times))


def steady(count: int) -> list[Task]:
    return pauses(count, 0.1)


@contextmanager
def cluster(
    folder: Path,
    address: str = "",
    hosts: tuple[str, ...] = ("127.0.0.1",) * 3,
    prefixes: tuple[tuple[str, ...], ...] = ((), (), ()),
) -> Iterator[tuple[Three, Postgres, Path]]:
    """Three brokers, two trusted PCs at work, and the credential of an app."""
    with (
        postgres(address) as database,
        Three(folder, database.url, hosts=hosts, prefixes=prefixes) as grid,
    ):
        files = [grid.invite(name, "pc", trusted=True) for name in ("anna", "bert")]
        app = grid.invite("app", "app")
        both = [grid.join(file, wait=False) for file in files]
        for one in both:
            one.wait_for("joined")
        yield grid, database, app


@contextmanager
def apart(folder: Path) -> Iterator[tuple[Three, Postgres, Path]]:
    """The same, each broker in a network namespace with one cable to the others, us and the
    database.
    """
    stem, net = f"kc{os.getpid() % 10_000}", f"10.{77 + os.getpid() % 100}.{os.getpid() % 250}"
    names = [f"{stem}n{number}" for number in (1, 2, 3)]

    def ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True)

    ip("link", "add", stem, "type", "bridge")
    try:
        ip("addr", "add", f"{net}.254/24", "dev", stem)
        ip("link", "set", stem, "up")
        for number, name in enumerate(names, 1):
            inside = ("netns", "exec", name, "ip")
            ip("netns", "add", name)
            ip(
                "link",
                "add",
                f"{stem}a{number}",
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                name,
            )
            ip("link", "set", f"{stem}a{number}", "master", stem)
            ip("link", "set", f"{stem}a{number}", "up")
            ip(*inside, "addr", "add", f"{net}.{number}/24", "dev", "eth0")
            ip(*inside, "link", "set", "eth0", "up")
            ip(*inside, "link", "set", "lo", "up")
        hosts = tuple(f"{net}.{number}" for number in (1, 2, 3))
        prefixes = tuple(("ip", "netns", "exec", name) for name in names)
        with cluster(folder, f"{net}.254", hosts, prefixes) as found:
            found[0].cables = {number: f"{stem}a{number}" for number in (1, 2, 3)}
            yield found
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        subprocess.run(["ip", "link", "del", stem], capture_output=True, check=False)


def counted_once(grid: Three, count: int) -> None:
    """The ledger holds so many accepted results, and owners were credited as often."""
    until(lambda: grid.asked("SELECT count(*) FROM tasks WHERE status = 'done'") == count)
    assert grid.asked("SELECT count(*) FROM tasks") == count
    assert grid.asked("SELECT sum(accepted) FROM volunteers") == count


def broken(folder: Path, fault: str, count: int = 240) -> Recovery:
    """Does steady work, breaks something of it and measures the pause."""
    made = apart(folder) if fault in CUTS else cluster(folder)
    with made as (grid, database, app), NatsExecutor(app) as executor:
        work = Steady(steady(count), executor)
        work.wait_for(20)
        leader = grid.leader()
        began = time.monotonic()
        note = FAULTS[fault](grid, database, leader)
        work.wait_for(min(count, len(work.outcomes) + 60), 90)
        pause = work.pause(began)
        work.finish()
        counted_once(grid, count)
    return Recovery(f"cluster: {fault}", pause, note)


def _kill_leader(grid: Three, _database: Postgres, leader: int) -> str:
    grid.brokers[leader].kill()
    until(lambda: grid.leader() not in (0, leader))
    return f"member {grid.leader()} leads instead of {leader}"


def _kill_coordinator(grid: Three, _database: Postgres, leader: int) -> str:
    """The leading process is stopped, as if it hung; its server goes on."""
    os.kill(grid.brokers[leader].pid, signal.SIGSTOP)
    until(lambda: any(LEADS in one.text() for n, one in grid.brokers.items() if n != leader))
    time.sleep(2)
    os.kill(grid.brokers[leader].pid, signal.SIGCONT)
    return "the old leader came back and found itself deposed"


def _kill_server(number: int) -> Fault:
    def kill(grid: Three, _database: Postgres, leader: int) -> str:
        member = (leader + number - 1) % 3 + 1
        os.kill(grid.server(member), signal.SIGKILL)
        return f"that of member {member}; member {leader} led"

    return kill


def _restart_database(_grid: Three, database: Postgres, _leader: int) -> str:
    database.restart()
    return "nothing was lost"


def _cut(which: int) -> Fault:
    def cut(grid: Three, _database: Postgres, leader: int) -> str:
        member = (leader + which - 1) % 3 + 1
        subprocess.run(["ip", "link", "set", grid.cables[member], "down"], check=True)
        if which == 0:
            until(lambda: grid.leader() not in (0, leader))
        time.sleep(CUT_SECONDS)  # the fault must last; nothing is asserted of this time
        subprocess.run(["ip", "link", "set", grid.cables[member], "up"], check=True)
        return f"that of member {member}, for {CUT_SECONDS} s; member {leader} led"

    return cut


CUTS: dict[str, Fault] = {
    "the cable of the leader cut and healed": _cut(0),
    "the next member's cable cut and healed": _cut(1),
    "the third member's cable cut and healed": _cut(2),
}
FAULTS: dict[str, Fault] = {
    "the leading broker killed with -9": _kill_leader,
    "the leading coordinator stopped and continued": _kill_coordinator,
    "the leader's nats-server killed with -9": _kill_server(0),
    "the next nats-server killed with -9": _kill_server(1),
    "the third nats-server killed with -9": _kill_server(2),
    "PostgreSQL restarted": _restart_database,
    **CUTS,
}
