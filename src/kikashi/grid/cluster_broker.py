"""One member of a cluster: its server always runs, its coordinator only while it leads."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from nats.aio.client import Client

from kikashi.grid.broker import LOOK, Broker, Place, listen_free
from kikashi.grid.cluster import Cluster, SharedRegister, shared_keys
from kikashi.grid.connection import close, connect
from kikashi.grid.coordinator import Coordinator
from kikashi.grid.endpoint import Endpoint
from kikashi.grid.leader import LeaderLease
from kikashi.grid.ledger import Ledger
from kikashi.grid.people import new_token, save
from kikashi.grid.server import Server
from kikashi.grid.trust import Policy

LOG = logging.getLogger(__name__)


class ClusterBroker(Broker):
    """A broker whose place another one takes when it fails."""

    def __init__(
        self,
        folder: Path,
        cluster: Cluster,
        ledger: str,
        *,
        host: str = "",
        policy: Policy | None = None,
        checkers: int = 1,
        status_port: int = 0,
        server_port: int = 0,
    ) -> None:
        self._found(folder)
        self.ledger = Ledger(ledger)
        keys = shared_keys(self.ledger, cluster, self.folder / "tls")
        self.register = SharedRegister(self.folder, self.ledger)
        here, *others = cluster.urls
        host = host or cluster.here.host.strip("[]")
        self.place = Place(host, cluster.here.port, here, others, ledger)
        self._credential = self._own_credential(keys.seed, here, *others)
        self._secret_key = keys.secret
        self._policy, self._checkers = policy, checkers
        self._lease = LeaderLease(self.ledger, cluster.number, new_token())
        self.server = Server(
            self.folder, host, cluster.here.port, keys.public, monitor=server_port, cluster=cluster
        )
        self.endpoint = Endpoint(self, self.folder, status_port)
        self._people = self.register.everyone()
        self.coordinator = self._fresh()

    async def run(self, ready: Callable[[], None] | None = None) -> None:
        """Serves until it is cancelled; leads when nobody else does."""
        save(self.folder / "broker.json", msgspec.json.encode(self.place))
        listen_free(self.place)
        jobs: list[asyncio.Task[None]] = []
        try:
            await self.endpoint.start()
            await self.server.start(self._people)
            work = (self._keep_server(), self._take_turns(ready))
            jobs = [asyncio.create_task(one) for one in work]
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                await job
        finally:
            await _end(jobs)
            self.endpoint.close()
            self.server.stop()
            self.ledger.close()

    async def _keep_server(self) -> None:
        """Starts the server again when it dies, and tells it who is invited."""
        stamp = await self.ledger.call(self.register.stamp)
        while True:
            await asyncio.sleep(LOOK)
            if self._room_again():
                LOG.error("the disk has room again; nats-server is started anew to notice")
                self.server.stop()
            if not self.server.alive:
                LOG.error("nats-server is started again")
                self.restarts += 1
                await self.server.start(self._people)
            with contextlib.suppress(OSError):  # the ledger is away; nobody is invited meanwhile
                now = await self.ledger.call(self.register.stamp)
                if now != stamp:
                    self._people = await self.ledger.call(self.register.everyone)
                    stamp = now
                    self.coordinator.meet(self._people)
                    self.server.reload(self._people)

    async def _take_turns(self, ready: Callable[[], None] | None) -> None:
        """Stands by, leads, and stands by again when the lease is lost."""
        loop = asyncio.get_running_loop()
        while True:
            # Only who reaches a server may lead.
            client = await connect(self._credential, settled=True)
            if ready is not None:
                ready()
                ready = None
            try:
                await self._lease.win()
                with contextlib.suppress(OSError):
                    self.coordinator = await loop.run_in_executor(None, self._restored)
                    LOG.warning("this member leads now")
                    await self._lead(client)
            finally:
                await self._lease.give_up()
                await close(client)
                self.coordinator = self._fresh()

    async def _lead(self, client: Client) -> None:
        serving = asyncio.create_task(self.coordinator.run(client))
        holding = asyncio.create_task(self._lease.hold())
        try:
            await asyncio.wait([serving, holding], return_when=asyncio.FIRST_COMPLETED)
            if holding.done():
                LOG.error("this member stands by again: %s", holding.result())
            elif not serving.cancelled() and serving.exception() is not None:
                LOG.error("this member stands by again: %r", serving.exception())
        finally:
            await _end([serving, holding])

    def _fresh(self) -> Coordinator:
        """A coordinator that knows nothing yet: what a member has while it stands by."""
        made = Coordinator(
            self.ledger, self._secret_key, self._policy, checkers=self._checkers, replicas=3
        )
        made.trouble = "this member of the cluster stands by"
        made.cut_off = self.register.revoke
        return made

    def _restored(self) -> Coordinator:
        made = self._fresh()
        made.trouble = ""
        made.meet(self.register.everyone())
        made.restore()
        return made


async def _end(jobs: Sequence[asyncio.Task[Any]]) -> None:
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
