"""The coordinator: hears apps and PCs, keeps the book, writes the ledger, hands out tasks.

One loop turns what was heard into effects, writes them in one transaction, and only then tells
anyone and acknowledges the messages they came from. So a kill at any moment loses nothing, and
what is delivered again after it is recognised.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import logging
import time
from collections import defaultdict
from collections.abc import Coroutine, Mapping
from typing import Any

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
from kikashi.grid.book import Book
from kikashi.grid.checking import Checkers
from kikashi.grid.connection import TROUBLE
from kikashi.grid.contract import TaskError
from kikashi.grid.entries import Check, Effects, Pc, Volunteer
from kikashi.grid.kinds import kind_of
from kikashi.grid.ledger import CANCELLED, DONE, OPEN, Ledger
from kikashi.grid.people import Person
from kikashi.grid.tools import batches
from kikashi.grid.trust import Policy

LOG = logging.getLogger(__name__)

GATHER = 0.004
"""Seconds in which messages are gathered into one transaction."""
RECONCILE = 0.5
RETRY = 1.0
"""Seconds before a ledger that could not be written is tried again."""
CONSUMER = "coordinator"
PARTS = 64 << 20
"""Bytes of unfinished large values that are kept, all PCs together."""
BEATS = 50
"""Signs of life a second beyond which a PC is flooding us."""


class Coordinator:
    """One grid."""

    def __init__(
        self, ledger: Ledger, secret: bytes, policy: Policy | None = None, *, checkers: int = 1
    ) -> None:
        self.ledger = ledger
        self.policy = policy or Policy()
        self.checkers = Checkers(checkers)
        task, attempt = ledger.last_numbers()
        self.book = Book(self.policy, task=task, attempt=attempt)
        self.people: dict[str, Person] = {}
        self.started = time.time()
        self.trouble = ""
        """What keeps the coordinator from working; empty when nothing does."""
        self.commits = 0
        self.listening = False
        self._secret = secret
        self._client: Client | None = None
        self._acks: dict[str, Msg] = {}
        self._dirty = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._sessions: dict[tuple[str, str], str] = {}
        self._heard: dict[tuple[str, str], float] = {}
        self._named: set[tuple[str, str]] = set()
        self._checks: dict[bytes, Check] = {}
        self._parts: dict[tuple[str, int], dict[int, bytes]] = {}
        self._part_bytes = 0
        self._beats: defaultdict[str, int] = defaultdict(int)
        self._expelled: set[str] = set()

    # --- beginning and end ---------------------------------------------------------------------

    def restore(self) -> None:
        """Reads the ledger: what has no accepted result is handed out again."""
        now = time.time()
        for row in self.ledger.everyone():
            self.book.owners[row["owner"]] = Volunteer(**row)
        for row in self.ledger.named_jobs():
            if row["named"]:
                self._named.add((row["app"], row["job"]))
        counts = self.ledger.counts()
        for status in self.book.finished:
            self.book.finished[status] = counts.get(status, 0)
        attempts = defaultdict(list)
        for row in self.ledger.open_attempts():
            attempts[bytes(row["task"])].append(row)
        for row in self.ledger.open_tasks():
            needs = tuple(json.loads(row["needs"]))
            self.book.restore(row, attempts[bytes(row["id"])], needs, now)
            self._heard.setdefault((row["app"], row["job"]), now)

    async def run(self, client: Client) -> None:
        """Serves until it is cancelled or the connection is closed."""
        self._client = client
        self._acks.clear()
        await self._streams(client)
        listens = {
            "grid.hello.*": self._hello,
            "grid.beat.*": self._beat,
            "grid.ask.*": self._ask,
        }
        for subject, hear in listens.items():
            await client.subscribe(subject, cb=self._guarded(hear))
        js = client.jetstream()
        for stream, hear in ((wire.SUBMIT, self._submission), (wire.RESULTS, self._answers)):
            await js.subscribe_bind(
                stream,
                (await js.consumer_info(stream, CONSUMER)).config,
                CONSUMER,
                cb=self._guarded(hear, stream),
                manual_ack=True,
                pending_msgs_limit=100_000,
                pending_bytes_limit=512 << 20,
            )
        for check in self._checks.values():  # those that an earlier connection left unfinished
            self._spawn(self._check(check))
        for who in self.book.owners.values():
            if who.distrusted:
                self._spawn(self._withdraw(who.owner))
        clock = asyncio.create_task(self._clock())
        self.listening = True
        try:
            while True:
                await self._dirty.wait()
                await asyncio.sleep(GATHER)
                self._dirty.clear()
                await self._step()
        finally:
            self.listening = False
            clock.cancel()
            for task in self._tasks:
                task.cancel()
            self.checkers.close()

    async def _streams(self, client: Client) -> None:
        js = client.jetstream()
        for name, subjects in wire.STREAMS.items():
            config = StreamConfig(
                name=name,
                subjects=list(subjects),
                # Gone when acknowledged. A work queue would not let one acknowledgement stand for
                # all before it; ours are always there to be interested.
                retention=RetentionPolicy.WORK_QUEUE
                if name == wire.TASKS
                else RetentionPolicy.INTEREST,
                discard=DiscardPolicy.NEW,
                discard_new_per_subject=True,
                max_msgs_per_subject=wire.TIDY,
                duplicate_window=0,
            )
            try:
                await js.stream_info(name)
            except NotFoundError:
                await js.add_stream(config)
            if name == wire.TASKS:
                continue
            await js.add_consumer(
                name,
                ConsumerConfig(
                    durable_name=CONSUMER,
                    deliver_subject=f"grid.in.{name.lower()}",
                    deliver_policy=DeliverPolicy.ALL,
                    ack_policy=AckPolicy.ALL,
                    ack_wait=30,
                    max_ack_pending=2000,
                ),
            )

    async def _clock(self) -> None:
        while True:
            await asyncio.sleep(RECONCILE)
            now = time.time()
            self.book.reconcile(now)
            self._drop_orphans(now)
            for name, count in self._beats.items():
                if count > BEATS * RECONCILE and name in self.book.pcs:
                    self._expel(name, "it floods the coordinator with signs of life")
            self._beats.clear()
            self._dirty.set()

    def _guarded(self, hear: Any, stream: str = "") -> Any:
        """Wraps a listener: nothing that a stranger sends may stop the coordinator."""

        async def listen(msg: Msg) -> None:
            try:
                await hear(msg)
            except TaskError as refusal:
                # Held against nobody: a stranger can make the server send its replies here.
                self.book.count_refusal("message")
                LOG.warning("%s: %s", msg.subject, refusal)
            except TROUBLE as problem:
                LOG.warning("%s: %s", msg.subject, problem)
            finally:
                if stream:
                    self._acks[stream] = msg
                    self._dirty.set()

        return listen

    def _expel(self, name: str, why: str) -> None:
        pc = self.book.pcs[name]
        self.book.leave(pc, time.time())
        self.book.effects.begone[name] = why
        self._expelled.add(name)
        self._dirty.set()

    # --- the step ------------------------------------------------------------------------------

    async def _step(self) -> None:
        self.book.assign(time.time())
        effects, acks = self.book.take_effects(), dict(self._acks)
        self._acks.clear()
        if effects.rows:
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
        for pc in effects.stops.keys() | effects.recalls.keys() | effects.begone.keys():
            await self._say(
                pc,
                wire.Word(
                    effects.stops.get(pc, []),
                    effects.recalls.get(pc, []),
                    effects.begone.get(pc, ""),
                ),
            )
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

    async def _say(self, pc: str, word: wire.Word) -> None:
        with contextlib.suppress(*TROUBLE):
            await self.client.publish(f"grid.word.{pc}", wire.packed(word))

    async def _send_tasks(self, pc: str, given: list[wire.Assignment]) -> None:
        """Carries attempts to a PC; what does not arrive loses its lease and comes again."""
        js = self.client.jetstream()
        for batch in batches(given, lambda one: len(one.payload) + 64):
            try:
                await js.publish(f"grid.task.{pc}", wire.packed(batch), timeout=10)
            except TROUBLE as problem:
                self.trouble = f"JetStream does not take tasks: {problem}"
                LOG.error("tasks for %s: %s", pc, problem)
                now = time.time()
                for one in batch:
                    attempt = self.book.attempts.get(one.attempt)
                    if attempt is not None:
                        attempt.deadline = now + RETRY

    async def _send_outcomes(self, app: str, job: str, told: list[wire.Told]) -> None:
        session = self._sessions.get((app, job))
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
        proved, refusal = await self.checkers.verdict(
            entry.kind.name, entry.payload, vote.value or b""
        )
        self._checks.pop(entry.id, None)
        self.book.checked(check, proved, refusal, time.time())
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
            self.book.effects.rows.task_ends.append(
                {
                    "_id": entry_id,
                    "status": OPEN,
                    "ended": None,
                    "value": None,
                    "error": "",
                    "basis": "",
                    "by": "",
                    "took": 0.0,
                    "corrects": digest,
                }
            )
        self._dirty.set()

    # --- apps ----------------------------------------------------------------------------------

    def _person(self, msg: Msg, role: str) -> Person:
        name = msg.subject.split(".")[-1]
        person = self.people.get(name)
        if person is None or person.role != role or person.revoked:
            raise TaskError(f"{name!r} is no {role} of this grid")
        return person

    async def _submission(self, msg: Msg) -> None:
        app = self._person(msg, "app").name
        sent = wire.unpacked(msg.data, wire.Submission)
        now, key = time.time(), (app, sent.job)
        if key not in self._heard:
            row = {"app": app, "job": sent.job, "named": sent.named}
            self.book.effects.rows.jobs.append(row)
        if sent.named:
            self._named.add(key)
        self._sessions[key], self._heard[key] = sent.session, now
        fresh = [order for order in sent.orders if order.id not in self.book.entries]
        known: dict[bytes, Mapping[str, Any]] = {}
        if fresh and key in self._named:
            found = await self.ledger.call(self.ledger.find, [order.id for order in fresh])
            known = {bytes(row["id"]): row for row in found if row["status"] != OPEN}
        for order in fresh:
            if order.id in known and known[order.id]["status"] == DONE:
                self._tell_again(app, sent.job, known[order.id])
                continue
            try:
                if order.id in known:  # failed or cancelled before: the client wants it again
                    self._forget(order.id)
                self.book.submit(app, sent.job, order, now)
            except TaskError as refusal:
                self.book.refuse(app, sent.job, order, str(refusal))
        for task in sent.cancels:
            entry = self.book.entries.get(task)
            if entry is not None and entry.app == app:
                self.book.cancel(task, now)
        self._dirty.set()

    def _forget(self, task: bytes) -> None:
        self.book.effects.rows.task_ends.append(
            {
                "_id": task,
                "status": OPEN,
                "ended": None,
                "value": None,
                "error": "",
                "basis": "",
                "by": "",
                "took": 0.0,
                "corrects": None,
            }
        )

    def _tell_again(self, app: str, job: str, row: Mapping[str, Any]) -> None:
        value = None if row["value"] is None else bytes(row["value"])
        told = wire.Told(
            bytes(row["id"]),
            value,
            row["error"],
            row["status"] == CANCELLED,
            row["basis"],
            row["by"],
            row["took"],
        )
        self.book.effects.outcomes.setdefault((app, job), []).append(told)
        self._dirty.set()

    async def _ask(self, msg: Msg) -> None:
        app = self._person(msg, "app").name
        if not msg.reply.startswith(f"_INBOX.{app}."):
            raise TaskError(f"{app} wants its answer sent to {msg.reply!r:.60}")
        ask = wire.unpacked(msg.data, wire.Ask)
        key = (app, ask.job)
        reply = wire.Reply()
        if ask.protocol != wire.PROTOCOL:
            reply = wire.Reply(refused=_versions(ask.protocol))
        elif ask.about == "close":
            self._close_job(key)
        elif ask.about == "part":
            reply = await self._part_of(app, ask)
        elif ask.about in ("beat", "sync"):
            if ask.session != self._sessions.get(key, ask.session):
                LOG.info("%s: another client has taken over job %s", app, ask.job)
            self._sessions[key], self._heard[key] = ask.session, time.time()
            unknown = await self._sync(key, ask.ids) if ask.ids else []
            ready = [pc for pc in self.book.pcs.values() if pc.ready]
            reply = wire.Reply(
                notice=self._notice(ready), unknown=unknown, slots=sum(pc.slots for pc in ready)
            )
        else:
            reply = wire.Reply(refused=f"the coordinator cannot be asked about {ask.about!r:.40}")
        await msg.respond(wire.packed(reply))

    def _notice(self, ready: list[Pc]) -> str:
        if self.trouble:
            return self.trouble
        if not self.book.pcs:
            return "no PC is connected; tasks wait"
        if not ready:
            return "every PC is idle of its own will; tasks wait"
        return ""

    async def _sync(self, key: tuple[str, str], ids: list[bytes]) -> list[bytes]:
        """Tells again what a client has missed; gives the tasks that never arrived."""
        gone = [task for task in ids if task not in self.book.entries]
        found = {bytes(row["id"]): row for row in await self.ledger.call(self.ledger.find, gone)}
        for row in found.values():
            if row["status"] != OPEN and row["app"] == key[0]:
                self._tell_again(*key, row)
        return [task for task in gone if task not in found and task not in self.book.entries]

    async def _part_of(self, app: str, ask: wire.Ask) -> wire.Reply:
        found = await self.ledger.call(self.ledger.find, ask.ids[:1])
        if not found or found[0]["app"] != app or found[0]["value"] is None:
            return wire.Reply(refused="there is no value of this task")
        value = bytes(found[0]["value"])
        begin = max(0, ask.offset)
        return wire.Reply(data=value[begin : begin + wire.PART], size=len(value))

    def _close_job(self, key: tuple[str, str]) -> None:
        """A client is done. A named job goes on without it, another is dropped with its results."""
        self._sessions.pop(key, None)
        if key not in self._named:
            self._heard.pop(key, None)
            now = time.time()
            for entry in [e for e in self.book.entries.values() if (e.app, e.job) == key]:
                self.book.cancel(entry.id, now)
            self.book.effects.rows.forgotten.append({"_app": key[0], "_job": key[1]})
            self._dirty.set()

    def _drop_orphans(self, now: float) -> None:
        for key, heard in tuple(self._heard.items()):
            if key not in self._named and now - heard > self.policy.orphan:
                LOG.info("job %s of %s is dropped: its client is gone", key[1], key[0])
                self._close_job(key)

    # --- PCs -----------------------------------------------------------------------------------

    def token(self, name: str) -> str:
        """What a PC must know to speak; the same after a restart, and nobody else's."""
        key = self.people[name].key
        return hmac.new(self._secret, f"{name} {key}".encode(), hashlib.sha256).hexdigest()[:40]

    async def _hello(self, msg: Msg) -> None:
        person = self._person(msg, "pc")
        if not msg.reply.startswith(f"_INBOX.{person.name}."):
            raise TaskError(f"{person.name} wants its answer sent to {msg.reply!r:.60}")
        hello = wire.unpacked(msg.data, wire.Hello)
        who, now = self.book.owner(person.owner), time.time()
        if hello.protocol != wire.PROTOCOL:
            await msg.respond(wire.packed(wire.Reply(refused=_versions(hello.protocol))))
            return
        if who.distrusted or person.name in self._expelled:
            why = who.distrusted or "it sent too much that cannot be read"
            await msg.respond(
                wire.packed(
                    wire.Reply(refused=f"this grid takes no results of {person.owner}: {why}")
                )
            )
            return
        await self._consumer(person.name)
        pc = Pc(
            person.name,
            person.owner,
            person.trusted,
            hello.session,
            self.token(person.name),
            hello.slots,
            hello.memory,
            frozenset(hello.offers),
            hello.host,
            hello.software,
            now,
            now,
        )
        old = self.book.pcs.get(pc.name)
        if old is None or old.session == pc.session:
            self.book.rejoin(pc)
        else:
            await self._say(pc.name, wire.Word(begone=f"replaced by session {pc.session}"))
            self.book.join(pc, now)
        reply = wire.Reply(token=pc.token, beat=self.policy.beat, lease=self.policy.lease)
        await msg.respond(wire.packed(reply))
        self._dirty.set()

    async def _consumer(self, name: str) -> None:
        js = self.client.jetstream()
        await js.add_consumer(
            wire.TASKS,
            ConsumerConfig(
                durable_name=name,
                filter_subject=f"grid.task.{name}",
                ack_policy=AckPolicy.EXPLICIT,
                ack_wait=self.policy.lease,
                max_waiting=8,
            ),
        )

    async def _beat(self, msg: Msg) -> None:
        name = msg.subject.split(".")[-1]
        pc = self.book.pcs.get(name)
        beat = wire.unpacked(msg.data, wire.Beat)
        if pc is None:
            if name in self.people and hmac.compare_digest(beat.token, self.token(name)):
                await self._say(name, wire.Word(who=True))
            return
        if not hmac.compare_digest(beat.token, pc.token):
            raise TaskError("a sign of life without the PC's token")
        self._beats[name] += 1
        was_ready = pc.ready
        stale = self.book.beat(pc, beat, time.time())
        if stale:
            await self._say(name, wire.Word(stop=stale))
        if pc.ready != was_ready:
            self._dirty.set()

    async def _answers(self, msg: Msg) -> None:
        person = self._person(msg, "pc")
        part = ".part." in msg.subject
        sent = wire.unpacked(msg.data, wire.Part if part else wire.Answers)
        if not hmac.compare_digest(sent.token, self.token(person.name)):  # type: ignore[attr-defined]
            # Not counted against the PC: someone else may have made the server send it.
            self.book.count_refusal("forged")
            return
        if isinstance(sent, wire.Part):
            self._keep_part(person.name, sent)
            return
        assert isinstance(sent, wire.Answers)
        pc = self.book.pcs.get(person.name)
        if pc is None:
            if person.owner in self.book.owners and self.book.owners[person.owner].distrusted:
                self.book.count_refusal("distrusted")
                return
            pc = self._absent(person)
        now = time.time()
        for answered in sent.answers:
            if answered.how not in wire.HOWS:
                raise TaskError(f"an attempt does not end as {answered.how!r:.40}")
            self.book.answer(pc, self._joined(person.name, answered), now)

    def _absent(self, person: Person) -> Pc:
        """A PC that answers before it has said hello again after a restart of the broker."""
        now = time.time()
        pc = Pc(
            person.name,
            person.owner,
            person.trusted,
            "",
            self.token(person.name),
            1,
            0,
            frozenset(),
            "",
            "",
            now,
            now,
            idle="it has not said hello yet",
        )
        for attempt in self.book.attempts.values():
            if attempt.pc == person.name:
                pc.attempts[attempt.id] = attempt
        return pc

    def _keep_part(self, name: str, part: wire.Part) -> None:
        pc = self.book.pcs.get(name)
        if pc is None or part.attempt not in pc.attempts or self._part_bytes > PARTS:
            self.book.count_refusal("part")
            return
        kept = self._parts.setdefault((name, part.attempt), {})
        if part.number not in kept:
            kept[part.number] = part.data
            self._part_bytes += len(part.data)

    def _joined(self, name: str, answered: wire.Answered) -> wire.Answered:
        kept = self._parts.pop((name, answered.attempt), {})
        self._part_bytes -= sum(len(data) for data in kept.values())
        if not answered.parts:
            return answered
        if len(kept) != answered.parts:  # the broker was restarted between the parts
            return wire.Answered(answered.attempt, "back")
        value = b"".join(kept[number] for number in sorted(kept))
        return wire.Answered(
            answered.attempt, answered.how, value, answered.error, answered.seconds
        )


def _versions(found: int) -> str:
    return f"this grid speaks version {wire.PROTOCOL} of the protocol, not {found}; update Kikashi"
