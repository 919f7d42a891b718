"""The coordinator's book: who has which task, and what an answer leads to. No input or output.

Every method takes the time and changes the book; what must be written and told because of it is
gathered in `effects`, which the coordinator takes away, writes to the ledger and then carries out.
"""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.grid.book_handing import Handing
from kikashi.grid.book_holdings import Group
from kikashi.grid.book_judging import Judging
from kikashi.grid.entries import Attempt, Entry, Pc


class Book(Handing, Judging):
    """All of it, and what time alone brings about."""

    def reconcile(self, now: float) -> None:
        """Leases that ran out, PCs that fell silent, tasks that nobody can do or that got lost."""
        self._recover(now)
        for pc in [pc for pc in self.pcs.values() if now - pc.seen > self.policy.lease]:
            self.leave(pc, now)
        for attempt in [a for a in self.attempts.values() if a.deadline < now]:
            self._lose(attempt, now)
        for attempt in tuple(self.attempts.values()):
            if now - attempt.begun > self.limit(attempt.entry):
                self._end_overdue(attempt, now)
        for entry in self.entries.values():
            # Must never happen; if it does, the task is handed out again.
            if not entry.queued and not entry.attempts and not entry.checking:
                self.count_refusal("strayed")
                self._queue(entry, now)
        if self.pcs:
            self._give_up_groups(now)
            self._give_up_hard(now)

    def _recover(self, now: float) -> None:
        gained = (now - self._recovered) * self.policy.standing_a_second if self._recovered else 0
        self._recovered = now
        for who in self.owners.values():
            who.standing = min(1.0, who.standing + max(gained, 0.0))

    def limit(self, entry: Entry) -> float:
        """Seconds that one attempt may take."""
        own = entry.seconds
        return self.policy.longest if own is None else self.policy.slack * own + self.policy.lease

    def _end_overdue(self, attempt: Attempt, now: float) -> None:
        """An attempt past every limit is taken away, as if its engine had died."""
        self.effects.stops.setdefault(attempt.pc, []).append(attempt.id)
        why = f"it did not end within {self.limit(attempt.entry):.0f} seconds"
        self.lower(attempt.owner, why, now)
        if attempt.id in self.attempts:  # an owner that was sent away has lost it already
            self._death(attempt, why, now, now - attempt.begun)

    def waits_for(self) -> str:
        """Why tasks wait although PCs are there; empty when none does."""
        for group, heap in self._queues.items():
            if heap and not any(self._able(group)):
                wanted = ", ".join(sorted(group[0])) + (f", {group[1]} bytes" * bool(group[1]))
                return f"{len(heap)} task(s) wait: no PC offers {wanted}"
        hard = [e for n in self._hard if (e := self.entries.get(n)) is not None and e.queued]
        return f"{len(hard)} task(s) wait: {_why_hard(hard[0])}" if hard else ""

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
        return f"tries failed and no further owner can try; the last: {entry.deaths[-1][1]}"
    if len(entry.votes) > 1:
        return f"{len(entry.votes)} owners disagree and there is no further owner to decide"
    return "there is no second owner's PC to confirm the answer (or mark the first as trusted)"
