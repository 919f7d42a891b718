"""The streams that carry, and who reads them. Everything else about a message is ours."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    RetentionPolicy,
    StreamConfig,
)
from nats.js.errors import NotFoundError

from kikashi.grid import wire
from kikashi.grid.connection import TROUBLE, Patience

CONSUMER = "coordinator"
ACK_WAIT = 5.0
"""Seconds after which the coordinator is told again what it has not yet written to the ledger."""
LOOK = 1.0
"""Seconds between two looks at whether they are there."""
HOP, CUT = 2.0, 6.0
"""Seconds without an answer after which another server of a cluster is asked, and after which
another coordinator shall try."""
ASK = 2.0
Found = TypeVar("Found")
Lag = Callable[[], int]
DELETED = "$JS.EVENT.ADVISORY.*.DELETED.>"


class Advisory(msgspec.Struct, frozen=True):
    """What the server says of a stream or consumer that was deleted."""

    stream: str
    client: dict[str, object] = {}

    def culprit(self) -> str:
        """The public key, or the name, of whoever did it."""
        return str(self.client.get("user") or self.client.get("name") or "")


class Streams:
    """The streams of one coordinator's connection, made when they are not there."""

    def __init__(self, client: Client, replicas: int) -> None:
        self._client = client
        self._js = client.jetstream(timeout=ASK)
        self._replicas = replicas
        self._blamed: dict[str, str] = {}

    async def make(self) -> list[str]:
        """Makes streams and consumers that are missing; OSError if that cannot be done for long."""
        return await self._until_done(self._make)

    async def listen(self, stream: str, hear: Callable[[Msg], Awaitable[None]]) -> Lag:
        """What comes in, each message until it is acknowledged; gives how much waits here."""
        config = await self._until_done(lambda: self._js.consumer_info(stream, CONSUMER))
        subscribed = await self._js.subscribe_bind(
            stream,
            config.config,
            CONSUMER,
            cb=hear,
            manual_ack=True,
            pending_msgs_limit=100_000,
            pending_bytes_limit=512 << 20,
        )
        return lambda: subscribed.pending_msgs

    async def watch(self, lost: Callable[[str, str], None]) -> None:
        """Makes again what is deleted, and says who did it; ends when nobody answers for long."""
        await self._client.subscribe(DELETED, cb=self._heard)
        while True:
            await asyncio.sleep(LOOK)
            for what in await self.make():
                lost(what, self._blamed.pop(what, ""))

    async def _heard(self, msg: Msg) -> None:
        told = msgspec.json.decode(msg.data, type=Advisory)
        self._blamed[told.stream] = told.culprit()

    async def _until_done(self, work: Callable[[], Awaitable[Found]]) -> Found:
        begun = time.monotonic()
        while True:
            try:
                return await work()
            except TROUBLE as problem:
                spent = time.monotonic() - begun
                if self._replicas > 1 and spent > CUT:
                    raise OSError(f"the streams cannot be reached: {problem}") from None
                if spent > HOP:
                    await Patience(self._client).hop()
                await asyncio.sleep(0.3)

    async def _make(self) -> list[str]:
        made = []
        for name, subjects in wire.STREAMS.items():
            try:
                await self._js.stream_info(name)
            except NotFoundError:
                await self._js.add_stream(self._stream(name, subjects))
                made.append(name)
            try:
                await self._js.consumer_info(name, CONSUMER)
            except NotFoundError:
                await self._js.add_consumer(name, _consumer(name))
                if name not in made:
                    made.append(name)
        return made

    def _stream(self, name: str, subjects: tuple[str, ...]) -> StreamConfig:
        return StreamConfig(
            name=name,
            subjects=list(subjects),
            # Gone when acknowledged. A work queue would not let one acknowledgement stand for
            # all before it; ours are always there to be interested.
            retention=RetentionPolicy.INTEREST,
            discard=DiscardPolicy.NEW,
            discard_new_per_subject=True,
            max_msgs_per_subject=wire.TIDY,
            duplicate_window=0,
            num_replicas=self._replicas,
        )


def _consumer(name: str) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=CONSUMER,
        deliver_subject=f"grid.in.{name.lower()}",
        deliver_policy=DeliverPolicy.ALL,
        ack_policy=AckPolicy.ALL,
        ack_wait=ACK_WAIT,
        max_ack_pending=2000,
    )
