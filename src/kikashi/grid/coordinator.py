"""The coordinator: hears apps and PCs, keeps the book, writes the ledger, hands out tasks.

One loop turns what was heard into effects, writes them in one transaction, and only then tells
anyone and acknowledges the messages they came from. So a kill at any moment loses nothing, and
what is delivered again after it is recognised.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg

from kikashi.grid import wire
from kikashi.grid.app_desk import AppDesk
from kikashi.grid.book import Book
from kikashi.grid.checking import Checkers
from kikashi.grid.connection import TROUBLE
from kikashi.grid.contract import TaskError
from kikashi.grid.entries import Check, Effects, Volunteer
from kikashi.grid.kinds import kind_of
from kikashi.grid.ledger import Ledger, reopened
from kikashi.grid.pc_desk import PcDesk
from kikashi.grid.people import Person
from kikashi.grid.streams import Lag, Streams
from kikashi.grid.tools import batches
from kikashi.grid.trust import Policy

LOG = logging.getLogger(__name__)

GATHER = 0.004
"""Seconds in which messages are gathered into one transaction."""
RECONCILE = 0.5
RETRY = 1.0
"""Seconds before a ledger that could not be written is tried again."""


class Coordinator:
    """One grid."""

    def __init__(
        self,
        ledger: Ledger,
        secret: bytes,
        policy: Policy | None = None,
        *,
        checkers: int = 1,
        replicas: int = 1,
    ) -> None:
        self.ledger = ledger
        self.policy = policy or Policy()
        self.checkers = Checkers(checkers)
        self.replicas = replicas
        self.book = Book(self.policy)
        self.people: dict[str, Person] = {}
        self.started = time.time()
        self.trouble = ""
        """What keeps the coordinator from working; empty when nothing does."""
        self.incidents: list[str] = []
        """What should never happen, and who did it."""
        self.cut_off: Callable[[str], object] = lambda _name: None
        """Revokes a person's credential."""
        self.commits = 0
        self.listening = False
        self.apps = AppDesk(self)
        self.pcs = PcDesk(self, secret)
        self._client: Client | None = None
        self._acks: dict[str, Msg] = {}
        self._lag: dict[str, Lag] = {}
        self._dirty = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._checks: dict[bytes, Check] = {}

    # --- beginning and end ---------------------------------------------------------------------

    def restore(self) -> None:
        """Reads the ledger: what has no accepted result is handed out again."""
        now = time.time()
        self.book.number_from(*self.ledger.last_numbers())
        for row in self.ledger.everyone():
            self.book.owners[row["owner"]] = Volunteer(**row)
        for row in self.ledger.standing_of_all():
            self.book.restore_standing(row, now)
        for row in self.ledger.named_jobs():
            if row["named"]:
                self.apps.know(row["app"], row["job"], named=True, now=now)
        counts = self.ledger.counts()
        for status in self.book.finished:
            self.book.finished[status] = counts.get(status, 0)
        attempts = defaultdict(list)
        for row in self.ledger.open_attempts():
            attempts[bytes(row["task"])].append(row)
        for row in self.ledger.open_tasks():
            needs = tuple(json.loads(row["needs"]))
            self.book.restore(row, attempts[bytes(row["id"])], needs, now)
            self.apps.know(row["app"], row["job"], named=False, now=now)

    def meet(self, people: Iterable[Person]) -> None:
        """Who is invited now; PCs of those who are not any more are gone."""
        self.people = {one.name: one for one in people}
        for pc in tuple(self.book.pcs.values()):
            person = self.people.get(pc.name)
            if person is None or person.revoked:
                self.book.leave(pc, time.time())

    async def run(self, client: Client) -> None:
        """Serves until it is cancelled or the connection is closed."""
        self._client = client
        self._acks.clear()
        streams = Streams(client, self.replicas)
        await streams.make()
        listens = {
            "grid.hello.*": self.pcs.hello,
            "grid.beat.*": self.pcs.beat,
            "grid.ask.*": self.apps.ask,
        }
        for subject, hear in listens.items():
            await client.subscribe(subject, cb=self._guarded(hear))
        hears = {wire.SUBMIT: self.apps.submission, wire.RESULTS: self.pcs.answers}
        for stream, hear in hears.items():
            self._lag[stream] = await streams.listen(stream, self._guarded(hear, stream))
        for check in self._checks.values():  # those that an earlier connection left unfinished
            self._spawn(self._check(check))
        for who in self.book.owners.values():
            if who.distrusted:
                self._spawn(self._withdraw(who.owner))
        loops = (self._clock(), self._serve(), streams.watch(self._lost_stream))
        jobs = [asyncio.create_task(loop) for loop in loops]
        self.listening = True
        try:
            await self.pcs.call_everyone()
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                await job
        finally:
            self.listening = False
            for job in jobs:
                job.cancel()
            for task in self._tasks:
                task.cancel()
            self.checkers.close()

    async def _serve(self) -> None:
        while True:
            await self._dirty.wait()
            await asyncio.sleep(GATHER)
            self._dirty.clear()
            await self._step()

    async def _clock(self) -> None:
        while True:
            await asyncio.sleep(RECONCILE)
            now = time.time()
            self.book.reconcile(now)
            self.apps.drop_orphans(now)
            self.pcs.end_floods(RECONCILE)
            self.pcs.forget_parts()
            for pc in self.pcs.look_for_silent(now):
                self._spawn(self.pcs.look_for(pc))
            self._dirty.set()

    def _guarded(self, hear: Any, stream: str = "") -> Any:
        """Wraps a listener: nothing that a stranger sends may stop the coordinator."""

        async def listen(msg: Msg) -> None:
            try:
                await hear(msg)
            except TaskError as refusal:
                self.book.count_refusal("message")
                self.pcs.blame(msg)
                LOG.debug("%s: %s", msg.subject, refusal)
            except TROUBLE as problem:
                LOG.warning("%s: %s", msg.subject, problem)
            finally:
                if stream:
                    self._acks[stream] = msg
                    self._dirty.set()

        return listen

    # --- the step ------------------------------------------------------------------------------

    async def _step(self) -> None:
        self.book.assign(time.time())
        effects, acks = self.book.take_effects(), dict(self._acks)
        self._acks.clear()
        if effects.rows or (acks and self.replicas > 1):  # who does not lead acknowledges nothing
            while True:
                try:
                    await self.ledger.write(effects.rows)
                    self.trouble = ""
                    self.commits += 1
                    break
                except OSError as problem:
                    self.trouble = str(problem)
                    LOG.error("%s; trying again", problem)
                    await asyncio.sleep(RETRY)
        for msg in acks.values():
            with contextlib.suppress(*TROUBLE):
                await msg.ack()
        await self._carry_out(effects)

    async def _carry_out(self, effects: Effects) -> None:
        for (app, job), told in effects.outcomes.items():
            await self._send_outcomes(app, job, told)
        if effects.assignments:
            await asyncio.gather(
                *(self._send_tasks(pc, given) for pc, given in effects.assignments.items())
            )
        spoken = effects.stops.keys() | effects.recalls.keys() | effects.begone.keys()
        for pc in spoken | effects.standings.keys():
            word = wire.Word(
                effects.stops.get(pc, []),
                effects.recalls.get(pc, []),
                effects.begone.get(pc, ""),
                standing=effects.standings.get(pc, ""),
            )
            await self.say(pc, word)
        for check in effects.checks:
            self._checks[check.entry.id] = check
            self._spawn(self._check(check))
        for owner in effects.doubts:
            self._spawn(self._withdraw(owner))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def client(self) -> Client:
        assert self._client is not None
        return self._client

    async def say(self, pc: str, word: wire.Word) -> None:
        """Tells a PC something besides tasks."""
        if pc not in self.people:
            return  # it is gone, and so is its subject
        with contextlib.suppress(*TROUBLE):
            await self.client.publish(self.pcs.subject("word", pc), wire.packed(word))

    async def _send_tasks(self, pc: str, given: list[wire.Assignment]) -> None:
        """Carries attempts to a PC; what does not arrive loses its lease and comes again."""
        if pc not in self.people:
            return
        for batch in batches(given, lambda one: len(one.payload) + 64):
            with contextlib.suppress(*TROUBLE):
                await self.client.publish(self.pcs.subject("task", pc), wire.packed(batch))

    async def _send_outcomes(self, app: str, job: str, told: list[wire.Told]) -> None:
        session = self.apps.sessions.get((app, job))
        if session is None:
            return  # the client is gone; it finds them in the ledger when it is back
        told = [
            one
            if one.value is None or len(one.value) <= wire.PART
            else wire.Told(
                one.id,
                b"",
                "",
                False,
                one.basis,
                one.by,
                one.seconds,
                len(one.value),
                one.correction,
            )
            for one in told
        ]
        for batch in batches(told, lambda one: len(one.value or b"") + len(one.error) + 64):
            with contextlib.suppress(*TROUBLE):
                await self.client.publish(f"grid.outcome.{app}.{session}", wire.packed(batch))

    async def _check(self, check: Check) -> None:
        entry, vote = check.entry, check.vote
        judged = await self.checkers.verdict(entry.kind.name, entry.payload, vote.value or b"")
        self._checks.pop(entry.id, None)
        self.book.checked(check, judged, time.time())
        self._dirty.set()

    async def _withdraw(self, owner: str) -> None:
        """Everything that rested on the word of this owner alone is done again."""
        now = time.time()
        for row in await self.ledger.call(self.ledger.believed, owner):
            entry_id = bytes(row["id"])
            if entry_id in self.book.entries:
                continue
            kind = kind_of(row["kind"])
            old = b"" if row["value"] is None else bytes(row["value"])
            digest = kind.digest(old, row["error"])
            needs = tuple(json.loads(row["needs"]))
            self.book.restore(dict(row) | {"corrects": digest, "care": "full"}, [], needs, now)
            self.book.finished[row["status"]] -= 1
            self.book.effects.rows.task_ends.append(reopened(entry_id, digest))
        self._dirty.set()

    def _lost_stream(self, stream: str, key: str) -> None:
        """A stream is gone and will be made again. What it held comes again by itself: a client
        asks for tasks that the ledger does not know, and an attempt that its PC does not name any
        more is handed out again. Whoever did it has no business here.
        """
        self._acks.clear()  # they would acknowledge messages of the new one
        culprit = next((one for one in self.people.values() if one.key == key), None)
        if culprit is None:
            told = f"the stream {stream} was deleted by {key or 'nobody known'} and made again"
        else:
            told = f"{culprit.name} has deleted the stream {stream}, which was made again"
            self.book.distrust(culprit.owner, told, time.time())
            with contextlib.suppress(TaskError):  # it was cut off for another stream
                self.cut_off(culprit.name)
        LOG.error("%s", told)
        self.incidents.append(told)

    def person(self, msg: Msg, role: str) -> Person:
        """Whose subject this is; TaskError if nobody's of that role."""
        name = msg.subject.split(".")[-1]
        person = self.people.get(name)
        if person is None or person.role != role or person.revoked:
            raise TaskError(f"{name!r} is no {role} of this grid")
        return person

    @property
    def caught_up(self) -> bool:
        """Whether every answer that has come in was looked at."""
        return self._lag[wire.RESULTS]() == 0

    def wake(self) -> None:
        """There is something to do."""
        self._dirty.set()
