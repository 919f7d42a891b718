"""The executor `nats`: tasks go to a broker and are done by many PCs.

A task's id is a hash of its job, kind and payload, so handing in the same job twice, after a
crash or a lost connection, finds the results that are there and counts nothing twice. The loop
with the connection runs in a thread of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from kikashi.grid import wire
from kikashi.grid.connection import TROUBLE, Patience, close, connect, pauses
from kikashi.grid.contract import Executor, Outcome, Task, TaskError
from kikashi.grid.kinds import MOST_VALUE, kind_of
from kikashi.grid.people import NAME, Credential, new_token, read_credential
from kikashi.grid.tools import batches

GATHER = 0.003
FIRST = 10.0
"""Seconds to find the broker at the start; later breaks are waited out."""
BEAT = 2.0
"""Seconds between two signs of life; each also asks for what was missed, if it has been quiet."""
QUIET = 6.0
"""Seconds without an outcome after which the client asks what it has missed."""
ASK = 2.0
"""Seconds for an answer."""
MOST_ASKED = 5_000
AHEAD = 4
Notify = Callable[[str], None]


class NatsExecutor(Executor):
    """Tasks for a grid. With a `job` name the work goes on without this client, and a client that
    hands in the same tasks under that name later gets the results that are there.
    """

    def __init__(
        self, credential: Path | Credential, *, job: str = "", notify: Notify | None = None
    ) -> None:
        if job and not NAME.fullmatch(job):
            raise TaskError(f"a job's name has 1 to 40 small letters, digits and hyphens: {job!r}")
        self._credential = (
            credential if isinstance(credential, Credential) else read_credential(credential, "app")
        )
        self.job = job or f"j{new_token()}"
        self._named = bool(job)
        self._session = f"s{new_token()}"
        self._notify = notify or (lambda _text: None)
        self._notice = ""
        self._done: queue.SimpleQueue[Outcome | BaseException] = queue.SimpleQueue()
        self._corrections: list[Outcome] = []
        self._open: dict[bytes, tuple[int, wire.Order]] = {}
        self._tickets: dict[int, bytes] = {}
        self._numbers: dict[bytes, int] = {}
        """Tickets of all tasks, also those that are done."""
        self._seen: dict[bytes, int] = {}
        self._next = 0
        self._left = 0
        self._lock = threading.Lock()
        self._orders: list[wire.Order] = []
        self._cancels: list[bytes] = []
        self._slots = 1
        self._heard = 0.0
        self._closed = False
        self._loop = asyncio.new_event_loop()
        self._wake = asyncio.Event()
        self._client: Client | None = None
        self._thread = threading.Thread(target=self._serve, name="kikashi-grid", daemon=True)
        started: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        self._started = started
        self._thread.start()
        problem = started.get()
        if problem is not None:
            self._thread.join()
            raise problem

    # --- the contract --------------------------------------------------------------------------

    @property
    def capacity(self) -> int:
        return max(1, self._slots) * AHEAD

    def submit(self, task: Task) -> int:
        kind = kind_of(task.kind)
        payload = kind.packed(task.payload)
        told = msgspec.msgpack.encode(
            [self._credential.name, self.job, kind.name, kind.version, payload]
        )
        with self._lock:
            # The same task twice in one job is two tasks.
            again = self._seen.get(told, 0)
            self._seen[told] = again + 1
            number = hashlib.blake2b(told + again.to_bytes(4, "big"), digest_size=16).digest()
            ticket, self._next = self._next, self._next + 1
            order = wire.Order(
                number,
                kind.name,
                kind.version,
                payload,
                task.priority,
                task.needs,
                task.seconds,
                task.memory,
                task.care,
            )
            self._open[number] = (ticket, order)
            self._tickets[ticket] = self._numbers_key(number, ticket)
            self._left += 1
            self._orders.append(order)
        self._rouse()
        return ticket

    def _numbers_key(self, number: bytes, ticket: int) -> bytes:
        self._numbers[number] = ticket
        return number

    def cancel(self, ticket: int) -> bool:
        with self._lock:
            number = self._tickets.get(ticket)
            if number is None or number not in self._open:
                return False
            self._cancels.append(number)
        self._rouse()
        return True

    def results(self) -> Iterator[Outcome]:
        while self._left:
            found = self._done.get()
            if isinstance(found, BaseException):
                raise found
            self._left -= 1
            yield found

    def corrections(self) -> tuple[Outcome, ...]:
        with self._lock:
            found, self._corrections = tuple(self._corrections), []
        return found

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._rouse()
        self._thread.join()

    def open_ids(self) -> tuple[bytes, ...]:
        """The tasks that have no outcome yet, as the grid knows them."""
        with self._lock:
            return tuple(self._open)

    # --- the thread ----------------------------------------------------------------------------

    def _rouse(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake.set)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._run())
        finally:
            # A connection that broke while it was closed leaves tasks behind.
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self._loop.close()

    async def _run(self) -> None:
        try:
            client = self._client = await connect(
                self._credential,
                back=self._came_back,
                closed=self._was_closed,
                tell=self._notify,
                first=FIRST,
            )
            self._patience = Patience(client)
            subject = f"grid.outcome.{self._credential.name}.{self._session}"
            await client.subscribe(subject, cb=self._outcomes)
            reply = await self._ask("beat")
            if reply is not None and reply.refused:
                raise TaskError(reply.refused)
        except BaseException as problem:
            if self._client is not None:
                await close(self._client)
            self._started.put(problem)
            return
        self._started.put(None)
        beats = asyncio.create_task(self._beats())
        try:
            while not self._closed:
                await self._wake.wait()
                await asyncio.sleep(GATHER)
                self._wake.clear()
                await self._send()
            await self._say_goodbye()
        except Exception as problem:
            self._done.put(problem)
        finally:
            beats.cancel()
            await close(client)

    async def _send(self) -> None:
        with self._lock:
            orders, self._orders = self._orders, []
            cancels, self._cancels = self._cancels, []
        for batch in batches(orders, lambda one: len(one.payload) + 96):
            await self._publish(wire.Submission(self._session, self.job, batch, [], self._named))
        for begin in range(0, len(cancels), wire.BATCH):
            some = cancels[begin : begin + wire.BATCH]
            await self._publish(wire.Submission(self._session, self.job, [], some, self._named))

    async def _publish(self, message: wire.Submission) -> None:
        """Until the server has it on disk; handing the same in twice does no harm."""
        assert self._client is not None
        js, data = self._client.jetstream(), wire.packed(message)
        for wait in pauses(bool(self._credential.more)):
            if self._closed:
                return
            try:
                await js.publish(f"grid.submit.{self._credential.name}", data, timeout=ASK)
                return
            except TROUBLE as problem:
                if self._client.is_closed:
                    raise TaskError(f"the broker has closed the connection: {problem}") from None
                await asyncio.sleep(wait)

    async def _ask(
        self, about: str, ids: list[bytes] | None = None, offset: int = 0
    ) -> wire.Reply | None:
        assert self._client is not None
        ask = wire.Ask(about, self._session, self.job, ids or [], offset)
        try:
            msg = await self._client.request(
                f"grid.ask.{self._credential.name}", wire.packed(ask), timeout=ASK
            )
        except TROUBLE as problem:
            await self._patience.heard(problem)
            return None  # the broker is away; asked again later
        await self._patience.heard()
        return wire.unpacked(msg.data, wire.Reply)

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            quiet = self._loop.time() - self._heard > QUIET
            await self._catch_up(quiet=quiet)

    async def _catch_up(self, *, quiet: bool) -> None:
        """Says that this client lives and, if it has been quiet, asks for what it missed."""
        ids = self._unanswered() if quiet else []
        reply = await self._ask("beat")
        if reply is not None and reply.fresh and not quiet:  # another coordinator leads now
            ids = self._unanswered()
        for begin in range(0, len(ids), MOST_ASKED):
            found = await self._ask("sync", ids[begin : begin + MOST_ASKED])
            if found is None:
                return
            with self._lock:
                for number in found.unknown:
                    if number in self._open:
                        self._orders.append(self._open[number][1])
            if found.unknown:
                self._wake.set()
        if ids:
            self._heard = self._loop.time()
        if reply is not None:
            self._slots = reply.slots or self._slots
            if reply.notice != self._notice:
                self._notice = reply.notice
                if reply.notice:
                    self._notify(reply.notice)

    def _unanswered(self) -> list[bytes]:
        with self._lock:
            sent = {order.id for order in self._orders}
            return [number for number in self._open if number not in sent]

    async def _came_back(self) -> None:
        await self._catch_up(quiet=True)

    async def _was_closed(self, why: str) -> None:
        if not self._closed:
            self._done.put(TaskError(why))

    async def _say_goodbye(self) -> None:
        await self._ask("close")

    async def _outcomes(self, msg: Msg) -> None:
        self._heard = self._loop.time()
        for told in wire.unpacked_list(msg.data, wire.Told):
            value = told.value
            if told.size:
                value = await self._fetch(told)
                if value is None:
                    continue  # asked for again when it has been quiet
            self._deliver(told, value)

    async def _fetch(self, told: wire.Told) -> bytes | None:
        parts = b""
        while len(parts) < min(told.size, MOST_VALUE):
            reply = await self._ask("part", [told.id], len(parts))
            if reply is None or reply.refused or not reply.data:
                return None
            parts += reply.data
        return parts

    def _deliver(self, told: wire.Told, value: bytes | None) -> None:
        plain: Any = None if value is None else msgspec.msgpack.decode(value)
        with self._lock:
            known = self._open.pop(told.id, None)
            ticket = self._numbers.get(told.id)
            if ticket is None or (known is None and not told.correction):
                return  # told twice
            outcome = Outcome(
                ticket, plain, told.error, told.cancelled, told.basis, told.by, told.seconds
            )
            if told.correction and known is None:
                self._corrections.append(outcome)
                return
        self._done.put(outcome)
