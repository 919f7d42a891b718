"""Where the coordinator hears PCs: greetings, signs of life, answers."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import time
from collections import Counter
from typing import TYPE_CHECKING

from nats.aio.msg import Msg
from nats.errors import NoRespondersError

from kikashi.grid import wire
from kikashi.grid.connection import TROUBLE
from kikashi.grid.contract import TaskError
from kikashi.grid.entries import Pc
from kikashi.grid.kinds import MOST_VALUE
from kikashi.grid.people import Person
from kikashi.grid.tools import versions

if TYPE_CHECKING:
    from kikashi.grid.coordinator import Coordinator

LOG = logging.getLogger(__name__)

PARTS = 128 << 20
"""Bytes of unfinished large values that are kept, all PCs together."""
SILENCE = 1.5
"""Beats that a PC may be silent before the server is asked whether it is still there."""
LISTEN_SECONDS = 1.0
BEATS = 50
"""Signs of life a second beyond which a PC is flooding us."""
HELLOS = 20
"""Greetings a second beyond which its credential is taken back: each costs more than a beat."""


class PcDesk:
    """The PCs of one grid as they are heard."""

    def __init__(self, house: Coordinator, secret: bytes) -> None:
        self._house = house
        self._secret = secret
        self._tokens: dict[str, str] = {}
        """By public key."""
        self._parts: dict[tuple[str, int], dict[int, bytes]] = {}
        """By PC and attempt."""
        self._beats: Counter[str] = Counter()
        self._hellos: Counter[str] = Counter()
        self._expelled: set[str] = set()
        self._asked: set[str] = set()

    def look_for_silent(self, now: float) -> list[Pc]:
        """PCs that missed a sign of life and have not been asked after since."""
        patience = SILENCE * self._house.policy.beat
        found = [pc for pc in self._house.book.pcs.values() if now - pc.seen > patience]
        fresh = [pc for pc in found if pc.name not in self._asked]
        self._asked = {pc.name for pc in found}
        return fresh

    async def look_for(self, pc: Pc) -> None:
        """Asks the server whether a PC still listens: a killed one need not wait for its lease.

        Nobody answers, but the server says at once when there is nobody to hear.
        """
        seen = pc.seen
        try:
            await self._house.client.request(
                self.subject("word", pc.name), wire.packed(wire.Word()), timeout=LISTEN_SECONDS
            )
        except NoRespondersError:
            if self._house.book.pcs.get(pc.name) is pc and pc.seen == seen:
                self._house.book.leave(pc, time.time())
                self._house.wake()
        except TROUBLE:
            return

    def forget_parts(self) -> None:
        """Drops pieces of values that nobody waits for any more."""
        waiting = self._house.book.attempts
        self._parts = {key: kept for key, kept in self._parts.items() if key[1] in waiting}

    def end_floods(self, seconds: float) -> None:
        """Sends away who has said too often in these seconds that it lives."""
        for name, count in self._beats.items():
            if count > BEATS * seconds and name in self._house.book.pcs:
                self._expel(name, "it floods the coordinator with signs of life")
        self._beats.clear()
        for name, count in self._hellos.items():
            if count > HELLOS * seconds and not self._house.people[name].revoked:
                LOG.warning("%s greets without end: its credential is taken back", name)
                with contextlib.suppress(TaskError):
                    self._house.cut_off(name)
        self._hellos.clear()

    def _expel(self, name: str, why: str) -> None:
        pc = self._house.book.pcs[name]
        self._house.book.leave(pc, time.time())
        self._house.book.effects.begone[name] = why
        self._expelled.add(name)
        self._house.wake()

    async def call_everyone(self) -> None:
        """A coordinator that has just begun asks every PC to say hello: none waits for a beat."""
        for person in self._house.people.values():
            if person.role == "pc" and not person.revoked:
                await self._house.say(person.name, wire.Word(who=True))

    def token(self, name: str) -> str:
        """What a PC must know to speak; the same after a restart, and nobody else's."""
        key = self._house.people[name].key
        known = self._tokens.get(key)
        if known is None:
            made = hmac.new(self._secret, f"{name} {key}".encode(), hashlib.sha256)
            known = self._tokens[key] = made.hexdigest()[:40]
        return known

    def subject(self, what: str, name: str) -> str:
        """Where a PC hears the coordinator."""
        return f"grid.{what}.{name}.{wire.channel(self.token(name))}"

    def blame(self, msg: Msg) -> None:
        """An answer that cannot be read lowers its owner, if nobody else can have sent it.

        A stranger can make the server send two things here: a stream's acknowledgement, which is
        JSON, and a reply of ours.
        """
        _, what, name = msg.subject.split(".")[:3]
        person = self._house.people.get(name)
        if what not in ("result", "part") or person is None or msg.data[:1] in (b"", b"{"):
            return
        with contextlib.suppress(TaskError):
            wire.unpacked(msg.data, wire.Reply)
            return
        self._house.book.lower(person.owner, "a message could not be read", time.time())
        self._house.wake()

    async def hello(self, msg: Msg) -> None:
        """A PC presents itself."""
        person = self._house.person(msg, "pc")
        hello = wire.unpacked(msg.data, wire.Hello)
        self._hellos[person.name] += 1  # nobody else can make one that is read
        if self._hellos[person.name] > HELLOS:
            return
        who, now = self._house.book.owner(person.owner), time.time()
        if hello.protocol != wire.PROTOCOL:
            await msg.respond(wire.packed(wire.Reply(refused=versions(hello.protocol))))
            return
        low = who.standing < self._house.policy.least_standing
        if who.distrusted or low or person.name in self._expelled:
            why = who.distrusted or who.why or "it sent too much that cannot be read"
            await msg.respond(
                wire.packed(
                    wire.Reply(refused=f"this grid takes no results of {person.owner}: {why}")
                )
            )
            return
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
            idle="it has not said yet that it listens",
        )
        old = self._house.book.pcs.get(pc.name)
        if old is None or old.session == pc.session:
            self._house.book.rejoin(pc)
        else:
            await self._house.say(pc.name, wire.Word(begone=f"replaced by session {pc.session}"))
            self._house.book.join(pc, now)
        policy = self._house.policy
        reply = wire.Reply(
            notice=who.standing_words, token=pc.token, beat=policy.beat, lease=policy.lease
        )
        await msg.respond(wire.packed(reply))
        self._house.wake()

    async def beat(self, msg: Msg) -> None:
        """A PC lives."""
        name = msg.subject.split(".")[-1]
        pc = self._house.book.pcs.get(name)
        beat = wire.unpacked(msg.data, wire.Beat)
        if pc is None:
            if name in self._house.people and hmac.compare_digest(beat.token, self.token(name)):
                await self._house.say(name, wire.Word(who=True))
            return
        if not hmac.compare_digest(beat.token, pc.token):
            raise TaskError("a sign of life without the PC's token")
        if msg.reply:  # in a cluster a PC wants to know whether anybody hears it
            await msg.respond(b"")
        self._beats[name] += 1
        was_ready = pc.ready
        stale = self._house.book.beat(pc, beat, time.time(), sure=self._house.caught_up)
        if stale:
            await self._house.say(name, wire.Word(stop=stale))
        if pc.ready != was_ready:
            self._house.wake()

    async def answers(self, msg: Msg) -> None:
        """A PC has done something, or sends a part of a large value."""
        person = self._house.person(msg, "pc")
        part = ".part." in msg.subject
        sent = wire.unpacked(msg.data, wire.Part if part else wire.Answers)
        if not hmac.compare_digest(sent.token, self.token(person.name)):  # type: ignore[attr-defined]
            # Not counted against the PC: someone else may have made the server send it.
            self._house.book.count_refusal("forged")
            return
        if isinstance(sent, wire.Part):
            self._keep_part(person.name, sent)
            return
        assert isinstance(sent, wire.Answers)
        pc = self._house.book.pcs.get(person.name)
        if pc is None:
            if self._house.book.owner(person.owner).distrusted:
                self._house.book.count_refusal("distrusted")
                return
            pc = self._absent(person)
        now = time.time()
        for answered in sent.answers:
            if answered.how not in wire.HOWS:
                raise TaskError(f"an attempt does not end as {answered.how!r:.40}")
            self._house.book.answer(pc, self._joined(person.name, answered), now)

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
        for attempt in self._house.book.attempts.values():
            if attempt.pc == person.name:
                pc.attempts[attempt.id] = attempt
        return pc

    def _keep_part(self, name: str, part: wire.Part) -> None:
        pc, key = self._house.book.pcs.get(name), (name, part.attempt)
        held = _size(self._parts.get(key, {}))
        if pc is None or part.attempt not in pc.attempts or held + len(part.data) > MOST_VALUE:
            self._house.book.count_refusal("part")
            return
        self._parts.setdefault(key, {}).setdefault(part.number, part.data)
        self._make_room()

    def _make_room(self) -> None:
        """Where there is too much, who keeps the most loses it all: nobody shuts others out."""
        sizes: Counter[str] = Counter()
        for (name, _), kept in self._parts.items():
            sizes[self._house.people[name].owner] += _size(kept)
        if sizes.total() <= PARTS:
            return
        (greedy, _), *_ = sizes.most_common(1)
        people = self._house.people
        self._parts = {key: k for key, k in self._parts.items() if people[key[0]].owner != greedy}
        self._house.book.lower(greedy, "it sends more of large values than it ends", time.time())
        self._house.wake()

    def _joined(self, name: str, answered: wire.Answered) -> wire.Answered:
        kept = self._parts.pop((name, answered.attempt), {})
        if not answered.parts:
            return answered
        if len(kept) != answered.parts:  # the broker was restarted between the parts
            return wire.Answered(answered.attempt, "back")
        value = b"".join(kept[number] for number in sorted(kept))
        return wire.Answered(
            answered.attempt, answered.how, value, answered.error, answered.seconds
        )


def _size(kept: dict[int, bytes]) -> int:
    return sum(map(len, kept.values()))
