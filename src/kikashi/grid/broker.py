"""BROKER: the server, the coordinator beside it, and the people, all in one folder."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from kikashi.grid.cluster import SharedRegister
from kikashi.grid.connection import close, connect
from kikashi.grid.contract import TaskError
from kikashi.grid.coordinator import Coordinator
from kikashi.grid.endpoint import Endpoint
from kikashi.grid.kinds import load_kinds
from kikashi.grid.ledger import Ledger
from kikashi.grid.people import Credential, Person, Register, make_tls, new_key, save
from kikashi.grid.server import Server
from kikashi.grid.trust import Policy

LOG = logging.getLogger(__name__)

LOOK = 0.25
"""Seconds between two looks at the people's folder and the server's health."""
DEFAULT_PORT = 4222
LEAST_ROOM = 4 << 20
"""Bytes free on the disk below which it counts as full."""


class Place(msgspec.Struct, frozen=True):
    """Where a broker is reached, kept in its folder for `invite`."""

    host: str
    port: int
    url: str
    more: list[str] = []
    """The other members of a cluster."""
    ledger: str = ""
    """Where a cluster keeps its people; empty: in the folder."""


class Broker:
    """One broker in one folder."""

    def __init__(
        self,
        folder: Path,
        *,
        host: str = "127.0.0.1",
        port: int = DEFAULT_PORT,
        url: str = "",
        ledger: str = "",
        policy: Policy | None = None,
        checkers: int = 1,
        status_port: int = 0,
        server_port: int = 0,
    ) -> None:
        self._found(folder)
        make_tls(self.folder / "tls")
        self.register = Register(self.folder)
        self.place = Place(host, port, url or f"tls://{_reachable(host)}:{port}")
        seed, key = new_key()
        here = f"tls://{_reachable(host)}:{port}"
        self._credential = self._own_credential(seed, here)
        self.ledger = Ledger(ledger or f"sqlite:///{self.folder / 'ledger.db'}")
        self.coordinator = Coordinator(self.ledger, self._secret(), policy, checkers=checkers)
        self.coordinator.cut_off = self.register.revoke
        self.server = Server(self.folder, host, port, key, monitor=server_port)
        self.endpoint = Endpoint(self, self.folder, status_port)

    def _found(self, folder: Path) -> None:
        """What every broker begins with."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder.resolve()
        load_kinds()
        self._short = False
        self.restarts = 0

    def _own_credential(self, seed: str, url: str, *more: str) -> Credential:
        authority = (self.folder / "tls" / "authority.pem").read_text("ascii")
        return Credential(1, "coordinator", "coordinator", url, seed, authority, more)

    def _secret(self) -> bytes:
        path = self.folder / "secret"
        if not path.exists():
            save(path, secrets.token_bytes(32))
        return path.read_bytes()

    async def run(self, ready: Callable[[], None] | None = None) -> None:
        """Serves until it is cancelled. A server that dies is started again."""
        save(self.folder / "broker.json", msgspec.json.encode(self.place))
        listen_free(self.place)
        try:
            # The server reads its streams on another core while we read the ledger.
            self.server.begin(self.register.everyone())
            self.coordinator.restore()
            await self.endpoint.start()
            while True:
                await self._serve(ready)
                ready = None
                self.restarts += 1
                LOG.error("nats-server is started again")
                await asyncio.sleep(LOOK)
        finally:
            self.endpoint.close()
            self.server.stop()
            self.ledger.close()

    async def _serve(self, ready: Callable[[], None] | None) -> None:
        self._read_people()
        await self.server.start(self.register.everyone())
        client = await connect(self._credential, patient=False)
        serving = asyncio.create_task(self.coordinator.run(client))
        try:
            stamp = self.register.stamp()
            if ready is not None:
                while not self.coordinator.listening and not serving.done():
                    await asyncio.sleep(0.01)
                ready()
            while self.server.alive and not serving.done():
                await asyncio.sleep(LOOK)
                if self._room_again():
                    LOG.error("the disk has room again; nats-server is started anew to notice")
                    break
                if self.register.stamp() != stamp:
                    stamp = self.register.stamp()
                    self._read_people()
                    self.server.reload(self.register.everyone())
            if serving.done() and not serving.cancelled():
                problem = serving.exception()
                if problem is not None:
                    LOG.error("the coordinator stumbled: %r", problem)
        finally:
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await serving
            await close(client)
            self.server.stop()

    def _room_again(self) -> bool:
        """Watches the disk. A stream that could not be written stays shut until a restart."""
        free = shutil.disk_usage(self.folder).free
        if free < LEAST_ROOM:
            self._short = True
            self.coordinator.trouble = f"the disk of the broker is full: {free} bytes are left"
        elif self._short and free > 2 * LEAST_ROOM:
            self._short = False
            self.coordinator.trouble = ""
            return True
        return False

    def _read_people(self) -> None:
        self.coordinator.meet(self.register.everyone())


def invite(
    folder: Path, name: str, role: str, *, owner: str = "", trusted: bool = False, url: str = ""
) -> Credential:
    """A credential for someone, valid at once, whether the broker runs or not."""
    place = _place(folder)
    urls = [url] if url else [place.url, *place.more]
    with _register(folder, place) as register:
        return register.invite(name, role, urls, owner=owner, trusted=trusted)


def revoke(folder: Path, name: str) -> Person:
    """Takes a credential back for good."""
    with _register(folder, _place(folder)) as register:
        return register.revoke(name)


def _place(folder: Path) -> Place:
    path = folder / "broker.json"
    if not path.exists():
        raise TaskError(f"{folder} is no broker's folder; start `kikashi grid broker` there first")
    return msgspec.json.decode(path.read_bytes(), type=Place)


@contextlib.contextmanager
def _register(folder: Path, place: Place) -> Iterator[Register]:
    if not place.ledger:
        yield Register(folder)
        return
    ledger = Ledger(place.ledger)
    try:
        yield SharedRegister(folder, ledger)
    finally:
        ledger.close()


def write_credential(credential: Credential, path: Path) -> None:
    """The file that its owner takes along; it holds a secret."""
    save(path, msgspec.json.format(msgspec.json.encode(credential)) + b"\n")


def _reachable(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return socket.gethostname() if host == "0.0.0.0" else "::1"
    return host


def listen_free(place: Place) -> None:
    """TaskError if someone else has the port, said before anything is started."""
    with socket.socket(socket.AF_INET6 if ":" in place.host else socket.AF_INET) as test:
        test.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            test.bind((place.host, place.port))
        except OSError as problem:
            raise TaskError(
                f"the broker cannot listen on {place.host}:{place.port}: {problem}"
            ) from None
