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
Lost = Callable[[str, str], None]
"""Hears which stream is gone, and the key of whoever deleted it."""
AUDIT = "$JS.EVENT.ADVISORY.API"
"""Where the server says who asked JetStream for what."""
DELETING = ("$JS.API.STREAM.DELETE.", "$JS.API.CONSUMER.DELETE.")


class Audited(msgspec.Struct, frozen=True):
    """A request to JetStream, as the server tells of it afterwards."""

    subject: str
    client: dict[str, object] = {}


class Streams:
    """The streams of one coordinator's connection, made when they are not there."""

    def __init__(self, client: Client, replicas: int) -> None:
        self._client = client
        self._js = client.jetstream(timeout=ASK)
        self._replicas = replicas
        self._blamed: dict[str, str] = {}
        self._lost: Lost | None = None

    async def make(self) -> None:
        """Makes streams and consumers that are missing; OSError if that cannot be done for long."""
        await self._until_done(self._make)

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

    async def watch(self, lost: Lost) -> None:
        """Makes again what is deleted, and says who did it; ends when nobody answers for long."""
        await self._client.subscribe(AUDIT, cb=self._heard)
        self._lost = lost
        while True:
            await asyncio.sleep(LOOK)
            await self.make()

    async def _heard(self, msg: Msg) -> None:
        told = msgspec.json.decode(msg.data, type=Audited)
        for begin in DELETING:
            if told.subject.startswith(begin):
                stream = told.subject.removeprefix(begin).split(".")[0]
                self._blamed[stream] = str(told.client.get("user") or told.client.get("name") or "")

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

    async def _make(self) -> None:
        for name, subjects in wire.STREAMS.items():
            try:
                await self._js.consumer_info(name, CONSUMER)
                continue
            except NotFoundError:
                if self._lost is not None:
                    self._lost(name, self._blamed.pop(name, ""))
            try:
                await self._js.stream_info(name)
            except NotFoundError:
                await self._js.add_stream(self._stream(name, subjects))
            await self._js.add_consumer(name, _consumer(name))

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
