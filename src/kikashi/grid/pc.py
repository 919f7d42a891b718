"""PC: a volunteer's agent. It is given attempts, has them done, and brings the answers back.

All connections go outward. What it holds is lost with it, and that is fine: the coordinator's
leases give it to someone else.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
import socket
from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.client import JetStreamContext

import kikashi
from kikashi.grid import wire
from kikashi.grid.connection import TROUBLE, Patience, close, connect, pauses
from kikashi.grid.contract import TaskError
from kikashi.grid.manners import Manners
from kikashi.grid.people import Credential, new_token
from kikashi.grid.tools import batches
from kikashi.grid.workers import Workplace

LOG = logging.getLogger(__name__)

GATHER = 0.003
LOOK = 0.5
"""Seconds between two looks at whether the owner wants the PC."""
ASK = 2.0
"""Seconds for an answer."""
FINISH = 30.0
"""Seconds that running tasks get after Ctrl-C."""
Say = Callable[[str], None]


class Volunteer:
    """One PC in a grid."""

    def __init__(
        self,
        credential: Credential,
        workplace: Workplace,
        *,
        manners: Manners | None = None,
        memory: int = 0,
        say: Say | None = None,
        finish: float = FINISH,
    ) -> None:
        self.name = credential.name
        self._credential = credential
        self._workplace = workplace
        self._manners = manners or Manners()
        self._memory = memory
        self._say = say or (lambda _text: None)
        self._finish = finish
        self._session = f"s{new_token()}"
        self._token = ""
        self._beat = 4.0
        self._queue: list[tuple[int, int, wire.Assignment]] = []
        self._queued: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._outbox: list[wire.Answered] = []
        self._news = asyncio.Event()
        self._end = asyncio.Event()
        self._why = ""
        self._standing = ""
        self._idle = "it is starting"
        self._idle_since = 0.0
        self._idle_seconds = 0.0
        self.leaving = False
        self.joined = False
        self.done = 0
        self._client: Client | None = None

    # --- life ----------------------------------------------------------------------------------

    async def run(self) -> str:
        """Serves until it is told to leave; gives the reason if the grid sent it away."""
        client = None
        jobs: list[asyncio.Task[None]] = []
        try:
            client = await self._connect()  # first: a wrong credential needs no workers
            if client is None:
                return ""
            await self._workplace.start()
            self._client, self._patience = client, Patience(client)
            if self._end.is_set():
                return self._why
            await self._hello()
            channel = wire.channel(self._token)
            await client.subscribe(f"grid.word.{self.name}.{channel}", cb=self._word)
            await client.subscribe(f"grid.task.{self.name}.{channel}", cb=self._given)
            self._idle = self._manners.why_idle()
            self.joined = True
            self._idle_since = asyncio.get_running_loop().time()
            self._say(
                f"joined {self._credential.url} as {self.name} with {self._workplace.slots} slot(s)"
                f"{', ' * bool(self._standing)}{self._standing}"
            )
            loops = (
                self._beating(),
                self._sending(client),
                self._looking(),
            )
            jobs = [asyncio.create_task(loop) for loop in loops]
            over = asyncio.create_task(self._end.wait())
            await asyncio.wait([over, *jobs], return_when=asyncio.FIRST_COMPLETED)
            for job in jobs:
                if job.done() and not job.cancelled() and job.exception() is not None:
                    raise job.exception()  # type: ignore[misc]
            return self._why
        finally:
            for job in jobs:
                job.cancel()
            for task in self._running.values():
                task.cancel()
            await self._workplace.close()
            if client is not None:
                await close(client)

    async def _connect(self) -> Client | None:
        """Tries until the broker is there; None if the owner does not want to wait."""
        waiting = asyncio.create_task(
            connect(self._credential, back=self._came_back, closed=self._closed, tell=self._say)
        )
        over = asyncio.create_task(self._end.wait())
        await asyncio.wait([waiting, over], return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        if waiting.done():
            return waiting.result()
        waiting.cancel()
        return None

    def leave(self, *, now: bool = False) -> None:
        """Takes no more tasks, hands back what has not begun, and lets the rest finish."""
        first, self.leaving = not self.leaving, True
        if self._client is None:  # not even connected yet
            self._end.set()
            return
        self._give_back(list(self._queued))
        if now or not first:
            for attempt in self._running:
                self._workplace.stop(attempt)
        elif self._running:
            count = len(self._running)
            self._say(f"{count} running task(s) may finish within {self._finish:g} s;")
            self._say("once more to hand them back")
        asyncio.get_running_loop().create_task(
            self._depart(0.0 if now or not first else self._finish)
        )

    async def _depart(self, patience: float) -> None:
        await self._send_beat()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        while self._running and loop.time() < deadline:
            await asyncio.sleep(0.05)
        for attempt in tuple(self._running):
            self._workplace.stop(attempt)
        deadline = loop.time() + 3.0
        while (self._running or self._outbox) and loop.time() < deadline:
            await asyncio.sleep(0.02)
        self._end.set()

    # --- talking -------------------------------------------------------------------------------

    async def _hello(self) -> None:
        assert self._client is not None
        hello = wire.Hello(
            self._session,
            self._workplace.slots,
            self._memory,
            list(self._workplace.offers),
            socket.gethostname()[:80],
            kikashi.__version__,
        )
        while True:
            try:
                msg = await self._client.request(
                    f"grid.hello.{self.name}", wire.packed(hello), timeout=5
                )
                break
            except TROUBLE:
                if self._client.is_closed:
                    raise TaskError(self._why) from None
                await asyncio.sleep(self._manners.jitter())
        reply = wire.unpacked(msg.data, wire.Reply)
        if reply.refused:
            raise TaskError(reply.refused)
        self._token, self._beat = reply.token, reply.beat
        self._standing = reply.notice

    async def _came_back(self) -> None:
        self._say("connected again")
        await self._send_beat()

    async def _closed(self, why: str) -> None:
        if not self._end.is_set():
            self._why = why
            self._end.set()

    async def _word(self, msg: Msg) -> None:
        word = wire.unpacked(msg.data, wire.Word)
        if word.who:
            with contextlib.suppress(TaskError):
                await self._hello()
                await self._send_beat()
        if word.standing:
            self._say(word.standing)
        if word.begone and self._session not in word.begone:
            self._why = f"the grid sends this PC away: {word.begone}"
            self._end.set()
        self._give_back([number for number in word.recall if number in self._queued])
        for number in word.stop:
            if number in self._queued:
                self._drop(number)
            elif number in self._running:
                self._workplace.stop(number)

    async def _beating(self) -> None:
        while True:
            await self._send_beat()
            await asyncio.sleep(self._beat)

    async def _send_beat(self) -> None:
        assert self._client is not None
        beat = wire.Beat(
            self._token,
            list(self._running),
            [*self._queued, *(one.attempt for one in self._outbox)],
            self._idle,
            self.leaving,
            self._idle_seconds,
        )
        if self._client.is_connected:
            with contextlib.suppress(*TROUBLE):
                await self._say_beat(self._client, wire.packed(beat))

    async def _say_beat(self, client: Client, beat: bytes) -> None:
        """In a cluster somebody must answer: else this server is cut off, and others are not."""
        if not self._credential.more:
            await client.publish(f"grid.beat.{self.name}", beat)
            return
        try:
            await client.request(f"grid.beat.{self.name}", beat, timeout=ASK)
        except TROUBLE as problem:
            await self._patience.heard(problem)
        else:
            await self._patience.heard()

    async def _given(self, msg: Msg) -> None:
        """Attempts from the coordinator; each message holds many."""
        for given in wire.unpacked_list(msg.data, wire.Assignment):
            self._take(given)
        self._begin()

    async def _sending(self, client: Client) -> None:
        js = client.jetstream()
        while True:
            await self._news.wait()
            await asyncio.sleep(GATHER)
            self._news.clear()
            while self._outbox:
                batch = batches(
                    self._outbox, lambda one: len(one.value or b"") + len(one.error) + 32
                )[0]
                sent = [await self._in_parts(js, one) for one in batch]
                await self._publish(js, "result", wire.Answers(self._token, sent))
                del self._outbox[: len(batch)]

    async def _in_parts(self, js: JetStreamContext, one: wire.Answered) -> wire.Answered:
        if one.value is None or len(one.value) <= wire.PART:
            return one
        pieces = range(0, len(one.value), wire.PART)
        for number, begin in enumerate(pieces):
            data = one.value[begin : begin + wire.PART]
            await self._publish(js, "part", wire.Part(self._token, one.attempt, number, data))
        return wire.Answered(one.attempt, one.how, None, one.error, one.seconds, len(pieces))

    async def _publish(
        self, js: JetStreamContext, what: str, message: wire.Answers | wire.Part
    ) -> None:
        """Until the broker has it on disk; the coordinator recognises what comes twice."""
        cluster = bool(self._credential.more)
        for wait in pauses(cluster):
            try:
                await js.publish(f"grid.{what}.{self.name}", wire.packed(message), timeout=ASK)
                return
            except TROUBLE as problem:
                LOG.debug("%s cannot send a result: %s", self.name, problem)
                if cluster and isinstance(problem, TimeoutError):
                    # Is this server cut off, or only the stream away? That is not left to the
                    # next beat.
                    await self._send_beat()
                jitter = self._manners.jitter()
                await asyncio.sleep(wait * jitter if cluster else wait + jitter)

    # --- working -------------------------------------------------------------------------------

    def _take(self, given: wire.Assignment) -> None:
        if given.attempt in self._queued or given.attempt in self._running:
            return  # delivered twice
        if self.leaving:
            self._answer(wire.Answered(given.attempt, "back"))
            return
        heapq.heappush(self._queue, (-given.priority, given.attempt, given))
        self._queued.add(given.attempt)

    def _begin(self) -> None:
        while self._queue and len(self._running) < self._workplace.slots and not self._idle:
            _, number, given = heapq.heappop(self._queue)
            if number in self._queued:
                self._queued.discard(number)
                self._running[number] = asyncio.create_task(self._do(given))

    async def _do(self, given: wire.Assignment) -> None:
        try:
            answered = await self._workplace.do(given)
        except TaskError as problem:  # a worker that cannot be started again
            answered = wire.Answered(given.attempt, "back")
            self._why = str(problem)
            self._end.set()
        self._running.pop(given.attempt, None)
        self.done += answered.how == "done"
        self._answer(answered)
        self._begin()

    def _answer(self, answered: wire.Answered) -> None:
        self._outbox.append(answered)
        self._news.set()

    def _drop(self, number: int) -> None:
        self._queued.discard(number)
        self._answer(wire.Answered(number, "stopped"))

    def _give_back(self, numbers: list[int]) -> None:
        for number in numbers:
            self._queued.discard(number)
            self._answer(wire.Answered(number, "back"))

    # --- manners -------------------------------------------------------------------------------

    async def _looking(self) -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(LOOK)
            now = loop.time()
            free = self._workplace.slots - len(self._running)
            self._idle_seconds += (now - before) * free
            before = now
            why = self._manners.why_idle()
            if why != self._idle:
                self._idle = why
                self._say(f"idle: {why}" if why else "working again")
                if why:
                    self._give_back(list(self._queued))
                await self._send_beat()
                self._begin()
            if why and self._running and self._manners.patience_is_over():
                for number in self._running:
                    self._workplace.stop(number)
