"""What the book holds: tasks, attempts, PCs and owners, and how they come and go."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Any

from kikashi.grid import wire
from kikashi.grid.contract import TaskError
from kikashi.grid.entries import Attempt, Check, Effects, Entry, Pc, Volunteer, Vote
from kikashi.grid.kinds import Kind, kind_of
from kikashi.grid.ledger import CANCELLED, DONE, FAILED
from kikashi.grid.trust import Policy, Trust

KNOWN = 200
"""Confirmed answers that are kept to test volunteers with."""
MISSED, MISSED_AFTER = 2, 1.0
"""Signs of life, after these seconds, that do not name an attempt: the message with it was lost."""
LATE = 10_000
"""Lost attempts whose answer is still welcome."""

Group = tuple[frozenset[str], int]
"""What tasks need; those of one group can be done by the same PCs."""


class Holdings:
    """Tasks without an accepted result, the PCs, and their owners."""

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        seed: int | None = None,
    ) -> None:
        self.policy = policy or Policy()
        self.trust = Trust(self.policy, seed)
        self.effects = Effects()
        self.entries: dict[bytes, Entry] = {}
        self.open_of: Counter[str] = Counter()
        """Open tasks of each app."""
        self.pcs: dict[str, Pc] = {}
        self.owners: dict[str, Volunteer] = {}
        self.attempts: dict[int, Attempt] = {}
        self.doubtful: dict[int, Attempt] = {}
        """Those whose answer will need a second owner and that no certificate can settle."""
        self.waiting = 0
        self.finished = {DONE: 0, FAILED: 0, CANCELLED: 0}
        self.refused: dict[str, int] = {}
        """What was turned away, by reason."""
        self.replicas = self.probes = self.wasted = 0
        self.busy_seconds = self.useful_seconds = 0.0
        self._open_seconds = self._open_since = 0.0
        self.quarantined: list[tuple[str, str]] = []
        self._task_number = self._attempt_number = 0
        self._queues: dict[Group, list[tuple[tuple[int, int], bytes]]] = {}
        self._unserved: dict[Group, float] = {}
        self._known: deque[tuple[Kind, bytes, frozenset[str], int | None, bytes, set[str]]] = deque(
            maxlen=KNOWN
        )
        self.usual_seconds: dict[str, float] = {}
        """By kind, a running mean over all PCs."""
        self._recovered = 0.0
        """When standing was last given back for the time that passed."""
        self.copies = 0
        """Tasks that an idle PC was given while another was at them for far too long."""
        self._late: dict[int, Attempt] = {}
        self._hard: dict[bytes, float] = {}
        """Entries with votes or deaths that wait, and since when nobody may take them."""

    def number_from(self, task: int, attempt: int) -> None:
        """The highest numbers that a ledger knows: new ones follow them."""
        self._task_number, self._attempt_number = task, attempt

    def take_effects(self) -> Effects:
        """What has to be done since the last call."""
        effects, self.effects = self.effects, Effects()
        return effects

    def restore_standing(self, row: Mapping[str, Any], now: float) -> None:
        """After a restart; the time since then has given some of it back."""
        who = self.owner(row["owner"])
        regained = max(0.0, now - row["changed"]) * self.policy.standing_a_second
        who.standing, who.why = min(1.0, row["standing"] + regained), row["why"]

    def owner(self, name: str) -> Volunteer:
        found = self.owners.get(name)
        if found is None:
            found = self.owners[name] = Volunteer(name)
        return found

    def count_refusal(self, reason: str) -> None:
        self.refused[reason] = self.refused.get(reason, 0) + 1

    # --- tasks ---------------------------------------------------------------------------------

    def submit(self, app: str, job: str, order: wire.Order, now: float) -> bool:
        """Takes a task in; False if it is here already. TaskError refuses it with a reason."""
        if order.id in self.entries:
            return False
        kind = kind_of(order.kind)
        if kind.version != order.version:
            raise TaskError(
                f"the task kind {kind.name} has version {kind.version} here, not {order.version}"
            )
        kind.unpacked(order.payload)
        if self.open_of[app] >= self.policy.most_open:
            raise TaskError(f"{app} has {self.open_of[app]} open tasks; no more are taken now")
        self._task_number += 1
        entry = Entry(
            id=order.id,
            number=self._task_number,
            app=app,
            job=job,
            kind=kind,
            payload=order.payload,
            priority=order.priority,
            needs=frozenset((kind.capability, *order.needs)),
            asked=order.needs,
            seconds=order.seconds,
            memory=order.memory,
            care=order.care,
            submitted=now,
            since=now,
        )
        self._open(entry, now)
        self.effects.rows.tasks.append(entry.row())
        self._queue(entry, now)
        return True

    def refuse(self, app: str, job: str, order: wire.Order, why: str) -> None:
        """Tells the app that a task was not taken, and why."""
        self.count_refusal("task")
        self._tell(app, job, wire.Told(order.id, None, error=why[:2000]))

    def restore(
        self,
        row: Mapping[str, Any],
        attempts: Iterable[Mapping[str, Any]],
        needs: tuple[str, ...],
        now: float,
    ) -> None:
        """Puts an open task of the ledger back into the book after a restart."""
        try:
            kind = kind_of(row["kind"])
        except TaskError:
            return  # a kind of a module that is not here today; it waits in the ledger
        entry = Entry(
            id=bytes(row["id"]),
            number=row["number"],
            app=row["app"],
            job=row["job"],
            kind=kind,
            payload=bytes(row["payload"]),
            priority=row["priority"],
            needs=frozenset((f"{kind.name}/{row['version']}", *needs)),
            asked=needs,
            seconds=row["seconds"],
            memory=row["memory"],
            care=row["care"],
            submitted=row["submitted"],
            since=now,
            corrects=None if row["corrects"] is None else bytes(row["corrects"]),
        )
        self._open(entry, now)
        for old in attempts:
            self._restore_attempt(entry, old, now)
        if not entry.attempts and not entry.checking:
            self._queue(entry, now)

    def _restore_attempt(self, entry: Entry, old: Mapping[str, Any], now: float) -> None:
        if old["probe"]:
            return
        if old["ended"] is None:
            # Whoever has it may still be at it: a fresh lease, after which it goes elsewhere.
            attempt = Attempt(
                old["id"], entry, old["pc"], old["owner"], old["begun"], now + self.policy.lease
            )
            entry.attempts[attempt.id] = self.attempts[attempt.id] = attempt
        elif old["verdict"] == "vote":
            value = None if old["value"] is None else bytes(old["value"])
            error = old["error"]
            digest = entry.kind.digest(value or b"", error)
            vote = Vote(old["owner"], old["pc"], old["id"], digest, value, error, old["seconds"])
            if entry.kind.judge is None or error:
                entry.votes.append(vote)
            elif not entry.checking:  # the broker ended before its certificate was checked
                entry.checking = True
                self.effects.checks.append(Check(entry, vote))
        elif old["how"] == "died":
            entry.deaths.append((old["owner"], old["error"]))

    def _open(self, entry: Entry, now: float) -> None:
        if not self.open_of:
            self._open_since = now
        self.entries[entry.id] = entry
        self.open_of[entry.app] += 1

    def open_seconds(self, now: float) -> float:
        """How long there was something to do."""
        return self._open_seconds + (now - self._open_since if self.open_of else 0.0)

    def cancel(self, task: bytes, now: float) -> None:
        """Drops a task; whoever runs it is told to stop."""
        entry = self.entries.get(task)
        if entry is not None:
            self._finish(entry, CANCELLED, now, wire.Told(entry.id, None, cancelled=True))

    def _queue(self, entry: Entry, now: float) -> None:
        if entry.queued:
            return
        entry.queued = True
        entry.since = now
        self.waiting += 1
        heapq.heappush(self._queues.setdefault(entry.group, []), (entry.place, entry.id))
        if entry.votes or entry.deaths:
            self._hard.setdefault(entry.id, now)

    def _tell(self, app: str, job: str, told: wire.Told) -> None:
        self.effects.outcomes.setdefault((app, job), []).append(told)

    def _finish(self, entry: Entry, status: str, now: float, told: wire.Told) -> None:
        """The task is over: writes, tells, stops whoever is still at it."""
        for attempt in tuple(entry.attempts.values()):
            self.effects.stops.setdefault(attempt.pc, []).append(attempt.id)
            self._end_attempt(attempt, now, "stopped", "unneeded")
        if entry.queued:
            entry.queued = False  # its place in the heap is found empty later
            self.waiting -= 1
        self._hard.pop(entry.id, None)
        self.entries.pop(entry.id, None)
        if entry.probe is not None:
            return
        self.open_of[entry.app] -= 1
        if not self.open_of[entry.app]:
            del self.open_of[entry.app]
        if not self.open_of:
            self._open_seconds += now - self._open_since
        self.finished[status] += 1
        self.effects.rows.task_ends.append(
            {
                "_id": entry.id,
                "status": status,
                "ended": now,
                "value": told.value,
                "error": told.error,
                "basis": told.basis,
                "by": told.by,
                "took": told.seconds,
                "corrects": None,
            }
        )
        if entry.corrects is None:
            self._tell(entry.app, entry.job, told)
        elif told.value is None or entry.kind.digest(told.value) != entry.corrects:
            corrected = wire.Told(
                told.id,
                told.value,
                told.error,
                told.cancelled,
                told.basis,
                told.by,
                told.seconds,
                0,
                True,
            )
            self._tell(entry.app, entry.job, corrected)

    def fail(self, entry: Entry, why: str, now: float) -> None:
        """Gives a task back to its app with a sentence."""
        self._finish(entry, FAILED, now, wire.Told(entry.id, None, error=why))

    def _quarantine(self, entry: Entry, why: str, now: float) -> None:
        self.quarantined.append((entry.kind.name, why))
        self.fail(entry, f"the task is in quarantine: {why}", now)

    # --- PCs -----------------------------------------------------------------------------------

    def join(self, pc: Pc, now: float) -> None:
        """A PC says hello. What its earlier session held goes elsewhere at once."""
        old = self.pcs.get(pc.name)
        if old is not None:
            self.leave(old, now)
            pc.idle_seconds, pc.busy_seconds, pc.done, pc.mean = (
                old.idle_seconds,
                old.busy_seconds,
                old.done,
                old.mean,
            )
        for attempt in [a for a in self.attempts.values() if a.pc == pc.name]:
            self._lose(attempt, now)  # from before a restart of the broker
        self.pcs[pc.name] = pc
        self.owner(pc.owner)

    def rejoin(self, pc: Pc) -> None:
        """The same session of a PC after a restart of the broker: it keeps what it holds."""
        self.pcs[pc.name] = pc
        self.owner(pc.owner)
        for attempt in self.attempts.values():
            if attempt.pc == pc.name:
                pc.attempts[attempt.id] = attempt

    def leave(self, pc: Pc, now: float) -> None:
        """A PC is gone: its attempts are lost."""
        for attempt in tuple(pc.attempts.values()):
            self._lose(attempt, now)
        self.pcs.pop(pc.name, None)

    def beat(self, pc: Pc, beat: wire.Beat, now: float, *, sure: bool = True) -> list[int]:
        """A sign of life renews the leases; gives the attempts that nobody waits for.

        What a PC does not name is lost, if one is `sure` that no answer of its waits to be read.
        """
        pc.seen = now
        pc.idle = beat.idle
        pc.leaving = beat.leaving
        pc.idle_seconds = beat.idle_seconds
        stale = []
        for held, running in ((beat.running, True), (beat.queued, False)):
            for number in held:
                attempt = pc.attempts.get(number)
                if attempt is None:
                    stale.append(number)
                else:
                    attempt.deadline = now + self.policy.lease
                    attempt.running = running
                    attempt.missed = 0
        holds = {*beat.running, *beat.queued}
        for attempt in [a for a in pc.attempts.values() if a.id not in holds]:
            attempt.missed += sure and now - attempt.begun > MISSED_AFTER
            if attempt.missed >= MISSED:
                self._lose(attempt, now)
        return stale

    def _end_attempt(
        self, attempt: Attempt, now: float, how: str, verdict: str, **more: Any
    ) -> None:
        self.attempts.pop(attempt.id, None)
        self.doubtful.pop(attempt.id, None)
        attempt.entry.attempts.pop(attempt.id, None)
        pc = self.pcs.get(attempt.pc)
        if pc is not None:
            pc.attempts.pop(attempt.id, None)
        row = {"_id": attempt.id, "ended": now, "how": how, "verdict": verdict}
        self.effects.rows.attempt_ends.append(
            row | {"seconds": 0.0, "value": None, "error": ""} | more
        )

    def _lose(self, attempt: Attempt, now: float) -> None:
        entry = attempt.entry
        self._end_attempt(attempt, now, "lost", "")
        if entry.probe is None:
            self._late[attempt.id] = attempt
            while len(self._late) > LATE:
                del self._late[next(iter(self._late))]
        who = self.owner(attempt.owner)
        who.lost += 1
        self._note(who)
        if attempt.running:
            entry.losses += 1
        if entry.probe is not None:
            self.entries.pop(entry.id, None)
        elif entry.losses >= self.policy.losses:
            self._quarantine(entry, f"{entry.losses} PCs went away while they did it", now)
        else:
            self._requeue(entry, now)

    def _requeue(self, entry: Entry, now: float) -> None:
        """Waits again, unless someone else is at it already."""
        if entry.id in self.entries and not entry.attempts and not entry.checking:
            self._queue(entry, now)

    def _note(self, who: Volunteer) -> None:
        self.effects.rows.volunteers[who.owner] = who.row()
