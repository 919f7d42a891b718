"""Where the coordinator hears apps: tasks, cancels, questions, and clients that come and go."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from nats.aio.msg import Msg

from kikashi.grid import wire
from kikashi.grid.contract import TaskError
from kikashi.grid.entries import Pc
from kikashi.grid.ledger import CANCELLED, DONE, OPEN, Row, reopened
from kikashi.grid.tools import versions

if TYPE_CHECKING:
    from kikashi.grid.coordinator import Coordinator

LOG = logging.getLogger(__name__)

RETRY = 0.5
"""Seconds before a ledger that is away is asked again."""


class AppDesk:
    """The apps of one grid, their jobs and their sessions."""

    def __init__(self, house: Coordinator) -> None:
        self._house = house
        self.sessions: dict[tuple[str, str], str] = {}
        """By app and job: where outcomes are sent."""
        self._heard: dict[tuple[str, str], float] = {}
        self._named: set[tuple[str, str]] = set()
        self._written: set[tuple[str, str]] = set()
        """Jobs that the ledger knows."""

    def know(self, app: str, job: str, *, named: bool, now: float) -> None:
        """A job of the ledger after a restart."""
        self._heard.setdefault((app, job), now)
        self._written.add((app, job))
        if named:
            self._named.add((app, job))

    async def submission(self, msg: Msg) -> None:
        """Tasks to do and tasks to drop."""
        app = self._house.person(msg, "app").name
        sent = wire.unpacked(msg.data, wire.Submission)
        now, key = time.time(), (app, sent.job)
        if key not in self._written:
            self._written.add(key)
            row = {"app": app, "job": sent.job, "named": sent.named}
            self._house.book.effects.rows.jobs.append(row)
        if sent.named:
            self._named.add(key)
        self.sessions[key], self._heard[key] = sent.session, now
        fresh = [order for order in sent.orders if order.id not in self._house.book.entries]
        known: dict[bytes, Row] = {}
        if fresh and key in self._named:
            found = await self._find([order.id for order in fresh])
            known = {bytes(row["id"]): row for row in found if row["status"] != OPEN}
        for order in fresh:
            if order.id in known and known[order.id]["status"] == DONE:
                self._tell_again(app, sent.job, known[order.id])
                continue
            try:
                if order.id in known:  # failed or cancelled before: the client wants it again
                    self._house.book.effects.rows.task_ends.append(reopened(order.id))
                self._house.book.submit(app, sent.job, order, now)
            except TaskError as refusal:
                self._house.book.refuse(app, sent.job, order, str(refusal))
        for task in sent.cancels:
            entry = self._house.book.entries.get(task)
            if entry is not None and entry.app == app:
                self._house.book.cancel(task, now)
        self._house.wake()

    async def _find(self, ids: list[bytes]) -> list[Row]:
        """Waits for a ledger that is away: a submission must not be passed over meanwhile."""
        while True:
            try:
                return await self._house.ledger.call(self._house.ledger.find, ids)
            except OSError as problem:
                LOG.warning("%s; trying again", problem)
                await asyncio.sleep(RETRY)

    def _tell_again(self, app: str, job: str, row: Row) -> None:
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
        self._house.book.effects.outcomes.setdefault((app, job), []).append(told)
        self._house.wake()

    async def ask(self, msg: Msg) -> None:
        """A client lives, has missed something, wants a large value, or is done."""
        app = self._house.person(msg, "app").name
        ask = wire.unpacked(msg.data, wire.Ask)
        key = (app, ask.job)
        reply = wire.Reply()
        if ask.protocol != wire.PROTOCOL:
            reply = wire.Reply(refused=versions(ask.protocol))
        elif ask.about == "close":
            self._close_job(key)
        elif ask.about == "part":
            reply = await self._part_of(app, ask)
        elif ask.about in ("beat", "sync"):
            before = self.sessions.get(key)
            if before not in (None, ask.session):
                LOG.info("%s: another client has taken over job %s", app, ask.job)
            self.sessions[key], self._heard[key] = ask.session, time.time()
            unknown = await self._sync(key, ask.ids) if ask.ids else []
            ready = [pc for pc in self._house.book.pcs.values() if pc.ready]
            reply = wire.Reply(
                notice=self._notice(ready),
                unknown=unknown,
                slots=sum(pc.slots for pc in ready),
                fresh=before != ask.session,
            )
        else:
            reply = wire.Reply(refused=f"the coordinator cannot be asked about {ask.about!r:.40}")
        await msg.respond(wire.packed(reply))

    def _notice(self, ready: list[Pc]) -> str:
        if self._house.trouble:
            return self._house.trouble
        if not self._house.book.pcs:
            return "no PC is connected; tasks wait"
        if not ready:
            return "every PC is idle of its own will; tasks wait"
        return self._house.book.waits_for()

    async def _sync(self, key: tuple[str, str], ids: list[bytes]) -> list[bytes]:
        """Tells again what a client has missed; gives the tasks that never arrived."""
        gone = [task for task in ids if task not in self._house.book.entries]
        found = {bytes(row["id"]): row for row in await self._find(gone)}
        for row in found.values():
            if row["status"] != OPEN and row["app"] == key[0]:
                self._tell_again(*key, row)
        return [task for task in gone if task not in found and task not in self._house.book.entries]

    async def _part_of(self, app: str, ask: wire.Ask) -> wire.Reply:
        found = await self._find(ask.ids[:1])
        if not found or found[0]["app"] != app or found[0]["value"] is None:
            return wire.Reply(refused="there is no value of this task")
        value = bytes(found[0]["value"])
        begin = max(0, ask.offset)
        return wire.Reply(data=value[begin : begin + wire.PART], size=len(value))

    def _close_job(self, key: tuple[str, str]) -> None:
        """A client is done. A named job goes on without it, another is dropped with its results."""
        self.sessions.pop(key, None)
        if key not in self._named:
            self._heard.pop(key, None)
            self._written.discard(key)
            now = time.time()
            for entry in [e for e in self._house.book.entries.values() if (e.app, e.job) == key]:
                self._house.book.cancel(entry.id, now)
            self._house.book.effects.rows.forgotten.append({"_app": key[0], "_job": key[1]})
            self._house.wake()

    def drop_orphans(self, now: float) -> None:
        """Jobs without a name whose client is gone."""
        for key, heard in tuple(self._heard.items()):
            if key not in self._named and now - heard > self._house.policy.orphan:
                LOG.info("job %s of %s is dropped: its client is gone", key[1], key[0])
                self._close_job(key)
