"""The coordinator's book: who has which task, and what an answer leads to. No input or output.

Every method takes the time and changes the book; what must be written and told because of it is
gathered in `effects`, which the coordinator takes away, writes to the ledger and then carries out.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kikashi.grid import wire
from kikashi.grid.contract import TaskError
from kikashi.grid.entries import Attempt, Check, Effects, Entry, Pc, Volunteer, Vote
from kikashi.grid.kinds import Kind, kind_of
from kikashi.grid.ledger import CANCELLED, DONE, FAILED
from kikashi.grid.trust import Policy, Trust

KNOWN = 200
"""Confirmed answers that are kept to test volunteers with."""
LOOK = 64
"""Entries of one group that are passed over because this owner must not have them."""

LATE = 10_000
"""Lost attempts whose answer is still welcome."""

Group = tuple[frozenset[str], int]


class Book:
    """Tasks without an accepted result, the PCs, and their owners."""

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        task: int = 0,
        attempt: int = 0,
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
        self.waiting = 0
        self.finished = {DONE: 0, FAILED: 0, CANCELLED: 0}
        self.refused: dict[str, int] = {}
        """What was turned away, by reason."""
        self.replicas = self.probes = self.wasted = 0
        self.busy_seconds = 0.0
        self.first_work = 0.0
        self.quarantined: list[tuple[str, str]] = []
        self._task_number, self._attempt_number = task, attempt
        self._queues: dict[Group, list[tuple[tuple[int, int], bytes]]] = {}
        self._unserved: dict[Group, float] = {}
        self._known: deque[tuple[Kind, bytes, frozenset[str], int | None, bytes, set[str]]] = deque(
            maxlen=KNOWN
        )
        self._late: dict[int, Attempt] = {}
        self._hard: dict[bytes, float] = {}
        """Entries with votes or deaths that wait, and since when nobody may take them."""

    def take_effects(self) -> Effects:
        """What has to be done since the last call."""
        effects, self.effects = self.effects, Effects()
        return effects

    def owner(self, name: str) -> Volunteer:
        return self.owners.setdefault(name, Volunteer(name))

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
        self.entries[entry.id] = entry
        self.open_of[app] += 1
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
        self.entries[entry.id] = entry
        self.open_of[entry.app] += 1
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

    def beat(self, pc: Pc, beat: wire.Beat, now: float) -> list[int]:
        """A sign of life renews the leases; gives the attempts that nobody waits for."""
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
        return stale

    def _end_attempt(
        self, attempt: Attempt, now: float, how: str, verdict: str, **more: Any
    ) -> None:
        self.attempts.pop(attempt.id, None)
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

    # --- handing out ---------------------------------------------------------------------------

    def assign(self, now: float) -> None:
        """Gives waiting tasks to PCs: first to idle slots, then ahead, then from full to idle."""
        able = [pc for pc in self.pcs.values() if pc.ready and not self.owner(pc.owner).distrusted]
        if not able:
            return
        for most in (lambda pc: pc.slots, self._room):
            for pc in able:
                while self.waiting and len(pc.attempts) < most(pc):
                    entry = self._next_for(pc)
                    if entry is None:
                        break
                    self._hand(pc, entry, now)
        if not self.waiting:
            self._recall(able)

    def _room(self, pc: Pc) -> int:
        ahead = min(
            self.policy.most_ahead, max(1, round(self.policy.ahead_seconds / max(pc.mean, 1e-4)))
        )
        return pc.slots + pc.slots * ahead

    def _next_for(self, pc: Pc) -> Entry | None:
        groups = [group for group, heap in self._queues.items() if heap and pc.can(group)]
        while groups:
            group = min(
                groups, key=lambda g: self._queues[g][0][0] if self._queues[g] else (1 << 62, 0)
            )
            entry = self._pop(group, pc.owner)
            if entry is not None:
                return entry
            groups.remove(group)
        return None

    def _pop(self, group: Group, owner: str) -> Entry | None:
        heap, found = self._queues[group], None
        passed: list[tuple[tuple[int, int], bytes]] = []
        while heap and len(passed) < LOOK:
            place = heapq.heappop(heap)
            entry = self.entries.get(place[1])
            if entry is None or not entry.queued:
                continue
            if (entry.votes or entry.deaths or entry.attempts) and owner in entry.barred(
                self._most_deaths
            ):
                passed.append(place)
                continue
            found = entry
            break
        for place in passed:
            heapq.heappush(heap, place)
        if not heap:
            del self._queues[group]
        return found

    @property
    def _most_deaths(self) -> int:
        """Deaths of one task at one owner's PCs; the last ones are kept for another owner."""
        return self.policy.deaths - self.policy.death_owners + 1

    def _hand(self, pc: Pc, entry: Entry, now: float) -> None:
        entry.queued = False
        self.waiting -= 1
        self._hard.pop(entry.id, None)
        self._give(pc, entry, now)
        if self._known and self.trust.wants_probe(self.owner(pc.owner)):
            self._probe(pc, now)

    def _give(self, pc: Pc, entry: Entry, now: float) -> None:
        self._attempt_number += 1
        self.first_work = self.first_work or now
        attempt = Attempt(
            self._attempt_number, entry, pc.name, pc.owner, now, now + self.policy.lease
        )
        self.attempts[attempt.id] = entry.attempts[attempt.id] = pc.attempts[attempt.id] = attempt
        self.effects.rows.attempts.append(attempt.row())
        self.effects.assignments.setdefault(pc.name, []).append(
            wire.Assignment(
                attempt.id,
                entry.kind.name,
                entry.kind.version,
                entry.payload,
                entry.priority,
                entry.seconds,
                entry.memory,
            )
        )

    def _probe(self, pc: Pc, now: float) -> None:
        kind, payload, needs, memory, digest, who = self._known[self.trust.choose(len(self._known))]
        if pc.owner in who or not pc.can((needs, memory or 0)):
            return
        who.add(pc.owner)  # the same question twice would give itself away
        self.probes += 1
        number = f"probe{self._attempt_number + 1}".encode().ljust(16)[:16]
        entry = Entry(
            number,
            0,
            "",
            "",
            kind,
            payload,
            0,
            needs,
            (),
            None,
            memory,
            "full",
            now,
            now,
            probe=digest,
        )
        self.entries[entry.id] = entry
        self._give(pc, entry, now)

    def _recall(self, able: list[Pc]) -> None:
        """Idle PCs get what busy ones hold and have not begun."""
        idle = [pc for pc in able if len(pc.attempts) < pc.slots]
        for pc in idle:
            full = [
                other
                for other in able
                if len(other.attempts) - sum(a.recalled for a in other.attempts.values())
                > other.slots
            ]
            if not full:
                return
            donor = max(full, key=lambda other: len(other.attempts) - other.slots)
            last = next(
                (
                    attempt
                    for attempt in reversed(donor.attempts.values())
                    if not attempt.recalled
                    and not attempt.running
                    and attempt.entry.probe is None
                    and pc.can(attempt.entry.group)
                ),
                None,
            )
            if last is not None:
                last.recalled = True
                self.effects.recalls.setdefault(donor.name, []).append(last.id)

    # --- answers -------------------------------------------------------------------------------

    def answer(self, pc: Pc, answered: wire.Answered, now: float) -> None:
        """What a PC says of an attempt."""
        attempt = pc.attempts.get(answered.attempt) or self._late_attempt(pc, answered.attempt)
        who = self.owner(pc.owner)
        if attempt is None:
            if answered.how in ("done", "error"):
                self.wasted += 1
                who.wasted += 1
                self._note(who)
            return
        entry = attempt.entry
        if answered.how in ("back", "stopped"):
            self._end_attempt(attempt, now, answered.how, "")
            if entry.probe is not None:
                self.entries.pop(entry.id, None)
            else:
                self._requeue(entry, now)
            return
        pc.done += 1
        pc.mean += (answered.seconds - pc.mean) * 0.2
        pc.busy_seconds += answered.seconds
        self.busy_seconds += answered.seconds
        who.tasks += 1
        who.seconds += answered.seconds
        self._note(who)
        if answered.how == "died":
            self._death(attempt, answered.error, now, answered.seconds)
            return
        error, value = answered.error, answered.value
        if answered.how == "done":
            try:
                entry.kind.unpacked_value(value or b"")
            except TaskError as refusal:
                self.count_refusal("result")
                self._death(attempt, f"rubbish: {refusal}", now, answered.seconds)
                return
        else:
            value, error = None, error or "the PC gave no reason"
        digest = entry.kind.digest(value or b"", error)
        vote = Vote(pc.owner, pc.name, attempt.id, digest, value, error, answered.seconds)
        self._judge(entry, attempt, vote, pc, now)

    def _late_attempt(self, pc: Pc, number: int) -> Attempt | None:
        """A lease that ran out is no reason to throw an answer away that is still wanted."""
        attempt = self._late.pop(number, None)
        if attempt is None or attempt.pc != pc.name or attempt.entry.id not in self.entries:
            return None
        return attempt

    def _judge(self, entry: Entry, attempt: Attempt, vote: Vote, pc: Pc, now: float) -> None:
        who = self.owner(vote.owner)
        said = {"seconds": vote.seconds, "error": vote.error}
        if entry.probe is not None:
            right = vote.digest == entry.probe
            self._end_attempt(attempt, now, "done", "right" if right else "wrong", **said)
            self.entries.pop(entry.id, None)
            if right:
                who.confirmed += 1
                self._note(who)
            else:
                self.distrust(
                    vote.owner, f"it gave a wrong answer to a {entry.kind.name} probe", now
                )
            return
        if pc.trusted or entry.kind.opinion:
            self._end_attempt(attempt, now, "done", "accepted", **said)
            self._accept(entry, vote, "trusted" if pc.trusted else "opinion", now)
            return
        if entry.kind.judge is not None and not vote.error:
            entry.checking = True
            self._end_attempt(attempt, now, "done", "vote", **said, **{"value": vote.value})
            self.effects.checks.append(Check(entry, vote))
            return
        self._end_attempt(attempt, now, "done", "vote", **said, **{"value": vote.value})
        self._weigh(entry, vote, now)

    def checked(self, check: Check, proved: bool, refusal: str, now: float) -> None:
        """The pool's word on a value."""
        entry, vote = check.entry, check.vote
        entry.checking = False
        if entry.id not in self.entries:
            return  # cancelled meanwhile
        if refusal:
            self._verdict(vote, "refused", now)
            self.count_refusal("certificate")
            self.distrust(
                vote.owner, f"its answer to a {entry.kind.name} task was refused: {refusal}", now
            )
            self._requeue(entry, now)
        elif proved:
            who = self.owner(vote.owner)
            who.confirmed += 1
            self._verdict(vote, "accepted", now)
            self._accept(entry, vote, "certificate", now)
        else:
            self._weigh(entry, vote, now)

    def _verdict(self, vote: Vote, verdict: str, now: float) -> None:
        self.effects.rows.attempt_ends.append(
            {
                "_id": vote.attempt,
                "ended": now,
                "how": "done",
                "verdict": verdict,
                "seconds": vote.seconds,
                "value": None,
                "error": vote.error,
            }
        )

    def _weigh(self, entry: Entry, vote: Vote, now: float) -> None:
        """An answer that cannot be checked: by reputation, or by two owners who agree."""
        who = self.owner(vote.owner)
        if who.distrusted:
            self._verdict(vote, "refused", now)
            self._requeue(entry, now)
            return
        if self.trust.believes(who, entry):
            self._verdict(vote, "accepted", now)
            self._accept(entry, vote, "reputation", now)
            return
        if any(other.owner == vote.owner for other in entry.votes):
            self._verdict(vote, "wasted", now)  # a late answer of one who has voted already
            self._requeue(entry, now)
            return
        entry.votes.append(vote)
        agreeing = [other for other in entry.votes if other.digest == vote.digest]
        if len(agreeing) < 2:
            self.replicas += 1
            if len(entry.votes) >= self.policy.votes:
                self.fail(entry, f"{len(entry.votes)} owners gave as many different answers", now)
            else:
                self._requeue(entry, now)
            return
        liars = [other for other in entry.votes if other.digest != vote.digest]
        for other in agreeing:
            self.owner(other.owner).confirmed += 1
            self._note(self.owner(other.owner))
            self._verdict(other, "accepted", now)
        entry.votes.clear()
        self._remember(entry, vote, {other.owner for other in agreeing})
        self._accept(entry, vote, "quorum", now)
        for other in liars:
            self._verdict(other, "refused", now)
            self.distrust(
                other.owner, f"two others contradict its answer to a {entry.kind.name} task", now
            )

    def _remember(self, entry: Entry, vote: Vote, owners: set[str]) -> None:
        if not vote.error:
            self._known.append(
                (entry.kind, entry.payload, entry.needs, entry.memory, vote.digest, owners)
            )

    def _accept(self, entry: Entry, vote: Vote, basis: str, now: float) -> None:
        who = self.owner(vote.owner)
        who.accepted += 1
        self._note(who)
        status = FAILED if vote.error else DONE
        told = wire.Told(entry.id, vote.value, vote.error, False, basis, vote.pc, vote.seconds)
        self._finish(entry, status, now, told)

    def _death(self, attempt: Attempt, why: str, now: float, seconds: float) -> None:
        entry, who = attempt.entry, self.owner(attempt.owner)
        self._end_attempt(attempt, now, "died", "", error=why, seconds=seconds)
        who.died += 1
        self._note(who)
        if entry.probe is not None:
            self.entries.pop(entry.id, None)
            return
        entry.deaths.append((attempt.owner, why))
        owners = {owner for owner, _ in entry.deaths}
        if len(entry.deaths) >= self.policy.deaths and len(owners) >= self.policy.death_owners:
            self._quarantine(
                entry,
                f"{len(entry.deaths)} engines of {len(owners)} owners died of it; the last: {why}",
                now,
            )
        else:
            self._requeue(entry, now)

    def _quarantine(self, entry: Entry, why: str, now: float) -> None:
        self.quarantined.append((entry.kind.name, why))
        self.fail(entry, f"the task is in quarantine: {why}", now)

    def distrust(self, owner: str, why: str, now: float) -> None:
        """An owner was caught: no more tasks, its open votes void, its word withdrawn."""
        who = self.owner(owner)
        who.refused += 1
        if not who.distrusted:
            who.distrusted = why
            self.effects.doubts.append(owner)
            for pc in [pc for pc in self.pcs.values() if pc.owner == owner]:
                self.effects.begone[pc.name] = why
                self.leave(pc, now)
            for entry in tuple(self.entries.values()):
                kept = [vote for vote in entry.votes if vote.owner != owner]
                if len(kept) < len(entry.votes):
                    entry.votes = kept
        self._note(who)

    # --- time ----------------------------------------------------------------------------------

    def reconcile(self, now: float) -> None:
        """Leases that ran out, PCs that fell silent, tasks that nobody can do or that got lost."""
        for pc in [pc for pc in self.pcs.values() if now - pc.seen > self.policy.lease]:
            self.leave(pc, now)
        for attempt in [a for a in self.attempts.values() if a.deadline < now]:
            self._lose(attempt, now)
        for entry in self.entries.values():
            # Must never happen; if it does, the task is handed out again.
            if not entry.queued and not entry.attempts and not entry.checking:
                self.count_refusal("strayed")
                self._queue(entry, now)
        if self.pcs:
            self._give_up_groups(now)
            self._give_up_hard(now)

    def _able(self, group: Group) -> Iterator[Pc]:
        return (
            pc
            for pc in self.pcs.values()
            if pc.can(group) and not pc.leaving and not self.owner(pc.owner).distrusted
        )

    def _give_up_groups(self, now: float) -> None:
        for group in tuple(self._queues):
            if any(self._able(group)):
                self._unserved.pop(group, None)
                continue
            since = self._unserved.setdefault(group, now)
            for _, number in tuple(self._queues[group]):
                entry = self.entries.get(number)
                if entry is None or not entry.queued:
                    continue
                if now - max(since, entry.since) >= self.policy.nobody:
                    wanted = sorted(entry.needs)
                    if entry.memory:
                        wanted.append(f"{entry.memory} bytes of memory")
                    self.fail(entry, f"no PC can do this: it needs {', '.join(wanted)}", now)

    def _give_up_hard(self, now: float) -> None:
        for number, since in tuple(self._hard.items()):
            entry = self.entries.get(number)
            if entry is None or not entry.queued:
                self._hard.pop(number, None)
                continue
            barred = entry.barred(self._most_deaths)
            # One who idles of its own will may come back in hours: nobody waits for that.
            if any(pc.ready and pc.owner not in barred for pc in self._able(entry.group)):
                self._hard[number] = now
            elif now - since >= self.policy.nobody:
                self.fail(entry, f"no PC can do this: {_why_hard(entry)}", now)


def _why_hard(entry: Entry) -> str:
    if entry.deaths:
        return f"engines died of it and no further owner can try; the last: {entry.deaths[-1][1]}"
    if len(entry.votes) > 1:
        return f"{len(entry.votes)} owners disagree and there is no further owner to decide"
    return "there is no second owner's PC to confirm the answer (or mark the first as trusted)"
