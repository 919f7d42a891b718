"""Judging: what an answer is worth, who agrees with whom, and who is found to lie."""

from __future__ import annotations

from kikashi.grid import wire
from kikashi.grid.book_holdings import Holdings
from kikashi.grid.checking import Judged
from kikashi.grid.contract import TaskError
from kikashi.grid.entries import Attempt, Check, Entry, Pc, Vote
from kikashi.grid.ledger import DONE, FAILED

CALM = 0.2
"""How far one answer moves a PC's mean time of a task."""


class Judging(Holdings):
    """The part of the book that takes answers."""

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
        # A PC says itself how long it took, but it had no longer than this.
        spent = min(answered.seconds, max(now - attempt.begun, 0.0))
        name = entry.kind.name
        usual = self.usual_seconds.setdefault(name, spent)
        self.usual_seconds[name] = usual + (spent - usual) * CALM
        pc.mean += (spent - pc.mean) * CALM
        pc.busy_seconds += spent
        self.busy_seconds += spent
        who.tasks += 1
        who.seconds += spent
        self._note(who)
        if answered.how == "died":
            self._death(attempt, answered.error, now, spent)
            return
        error, value = answered.error, answered.value
        if answered.how == "done":
            try:
                entry.kind.unpacked_value(value or b"")
            except TaskError as refusal:
                self.count_refusal("result")
                self.lower(pc.owner, "an answer could not be read", now)
                if attempt.id not in self.attempts:
                    return  # its owner has been sent away for it
                self._death(attempt, f"rubbish: {refusal}", now, spent)
                return
        else:
            value, error = None, error or "the PC gave no reason"
        digest = entry.kind.digest(value or b"", error)
        vote = Vote(
            pc.owner,
            pc.name,
            attempt.id,
            digest,
            value,
            error,
            spent,
            attempt.doubted,
        )
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

    def checked(self, check: Check, judged: Judged, now: float) -> None:
        """The pool's word on a value.

        Whose answer only costs too much to check has not lied: an app may have asked for it. Its
        standing falls, and a task that goes so with several owners is given up.
        """
        entry, vote = check.entry, check.vote
        proved, refusal = judged.proved, judged.refusal
        entry.checking = False
        if entry.id not in self.entries:
            return  # cancelled meanwhile
        if judged.too_much:
            self._verdict(vote, "refused", now)
            self.count_refusal("limit")
            why = f"its answer to a {entry.kind.name} task cannot be checked: {refusal}"
            self.lower(vote.owner, why, now)
            self._mishap(entry, vote.owner, why, now)
        elif refusal:
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
        if not vote.doubted and not entry.votes:
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
        self.useful_seconds += vote.seconds
        self._note(who)
        self.raise_standing(vote.owner, now)
        for other in tuple(entry.attempts.values()):
            if other.overtaken:
                self.lower(other.owner, "another PC had to do a task that it held", now)
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
        self._mishap(entry, attempt.owner, why, now)

    def _mishap(self, entry: Entry, owner: str, why: str, now: float) -> None:
        """Nobody lied and there is no answer: somebody else tries, or it is given up."""
        entry.deaths.append((owner, why))
        owners = {owner for owner, _ in entry.deaths}
        if len(entry.deaths) >= self.policy.deaths and len(owners) >= self.policy.death_owners:
            self._quarantine(
                entry,
                f"{len(entry.deaths)} tries of {len(owners)} owners failed; the last: {why}",
                now,
            )
        else:
            self._requeue(entry, now)

    def lower(self, owner: str, why: str, now: float) -> None:
        """Something went wrong by an owner's doing that is not a lie; often enough, it goes."""
        who = self.owner(owner)
        who.standing = max(0.0, who.standing - self.policy.standing_lost)
        who.why = why
        self.effects.rows.standings[owner] = who.standing_row(now)
        for pc in self.pcs.values():
            if pc.owner == owner:
                self.effects.standings[pc.name] = who.standing_words
        if who.standing < self.policy.least_standing:
            for pc in [pc for pc in self.pcs.values() if pc.owner == owner]:
                self.effects.begone[pc.name] = f"its standing fell too low; the last: {why}"
                self.leave(pc, now)

    def raise_standing(self, owner: str, now: float) -> None:
        """A confirmed answer gives a little back."""
        who = self.owner(owner)
        if who.standing < 1.0:
            who.standing = min(1.0, who.standing + self.policy.standing_regained)
            self.effects.rows.standings[owner] = who.standing_row(now)

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
