"""Handing out: which PC gets which task, and when work is taken back for an idle one."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import takewhile

from kikashi.grid import wire
from kikashi.grid.book_holdings import Group, Holdings
from kikashi.grid.entries import Attempt, Entry, Pc

LOOK = 64
"""Entries of one group that are passed over because this owner must not have them."""


class Handing(Holdings):
    """The part of the book that gives tasks to PCs."""

    def assign(self, now: float) -> None:
        """Gives waiting tasks to PCs: first to idle slots, then ahead, then from full to idle."""
        if not self.waiting and not self.attempts:
            return
        able = [pc for pc in self.pcs.values() if pc.ready and not self.owner(pc.owner).distrusted]
        if not able:
            return
        self._fill(able, lambda pc: pc.slots, now)
        if self.waiting and self._take_back(now):
            self._fill(able, lambda pc: pc.slots, now)
        self._fill(able, self._room, now)
        if not self.waiting:
            self._recall(able, now)

    def _fill(self, able: list[Pc], most: Callable[[Pc], int], now: float) -> None:
        for pc in able:
            if not self.waiting:
                return
            room = most(pc)
            while self.waiting and len(pc.attempts) < room:
                entry = self._next_for(pc)
                if entry is None:
                    break
                self._hand(pc, entry, now)

    def _take_back(self, now: float) -> bool:
        """Stops second opinions that were asked for early, the youngest first, for new work.

        The first owner is still at it; the second opinion is asked for again when it has answered.
        """
        early = [a for a in self.attempts.values() if a.early and len(a.entry.attempts) > 1]
        early.sort(key=lambda attempt: -attempt.begun)
        for attempt in early[: self.waiting]:
            self.effects.stops.setdefault(attempt.pc, []).append(attempt.id)
            self._end_attempt(attempt, now, "back", "")
        return bool(early)

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

    def _give(self, pc: Pc, entry: Entry, now: float, *, early: bool = False) -> None:
        self._attempt_number += 1
        attempt = Attempt(
            self._attempt_number,
            entry,
            pc.name,
            pc.owner,
            now,
            now + self.policy.lease,
            early=early,
            doubted=early or (not pc.trusted and self.trust.doubts(self.owner(pc.owner), entry)),
        )
        if (
            attempt.doubted
            and entry.probe is None
            and entry.kind.judge is None
            and not entry.kind.opinion
        ):
            self.doubtful[attempt.id] = attempt
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

    def _recall(self, able: list[Pc], now: float) -> None:
        """Idle PCs get what busy ones hold and have not begun, or else a second opinion to give."""
        idle = [pc for pc in able if len(pc.attempts) < pc.slots]
        if not idle:
            return
        full = [(-over, number) for number, pc in enumerate(able) if (over := _surplus(pc)) > 0]
        heapq.heapify(full)
        for number, pc in enumerate(idle):
            if not full:
                self._double(self._overtake(idle[number:], now), now)
                return
            over, place = heapq.heappop(full)
            donor = able[place]
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
                over += 1
            if over < 0:
                heapq.heappush(full, (over, place))

    def _overtake(self, idle: list[Pc], now: float) -> list[Pc]:
        """Gives idle PCs copies of what another has been at for far too long; the rest of them.

        Whoever answers first is heard. A PC that lives, but never answers, so holds nothing up.
        """
        # In the order in which they were handed out, so that the first young one ends the list.
        old = takewhile(
            lambda attempt: now - attempt.begun > self.policy.straggler, self.attempts.values()
        )
        late = [
            attempt
            for attempt in old
            if now - attempt.begun > self.patience(attempt.entry)
            and len(attempt.entry.attempts) == 1
            and attempt.entry.probe is None
            and not attempt.entry.deaths
        ]
        left = []
        for pc in idle:
            chosen = next(
                (
                    attempt
                    for attempt in late
                    if pc.can(attempt.entry.group)
                    and pc.owner not in attempt.entry.barred(self._most_deaths)
                ),
                None,
            )
            if chosen is None:
                left.append(pc)
                continue
            late.remove(chosen)
            chosen.overtaken = True
            self.copies += 1
            self._give(pc, chosen.entry, now)
        return left

    def patience(self, entry: Entry) -> float:
        """Seconds after which an attempt at a task counts as a straggler."""
        usual = self.usual_seconds.get(entry.kind.name, 0.0)
        return max(self.policy.straggler, self.policy.slow * usual)

    def _double(self, idle: list[Pc], now: float) -> None:
        """Whose answer will need a second owner gets one now, while nothing else is to be done.

        At the end of a job this saves the time of a task: the second opinion does not wait for the
        first. Both are then doubted, so that whoever is quicker cannot settle it alone.
        """
        alone = [
            attempt
            for attempt in self.doubtful.values()
            if len(attempt.entry.attempts) == 1
            and not attempt.entry.votes
            and not attempt.entry.deaths  # what kills engines shall not kill two at a time
        ]
        for pc in idle:
            for attempt in alone:
                entry = attempt.entry
                if pc.can(entry.group) and pc.owner not in entry.barred(self._most_deaths):
                    self._give(pc, entry, now, early=True)
                    alone.remove(attempt)
                    break


def _surplus(pc: Pc) -> int:
    """How many attempts it holds that another could begin."""
    return len(pc.attempts) - pc.slots - sum(a.recalled for a in pc.attempts.values())
