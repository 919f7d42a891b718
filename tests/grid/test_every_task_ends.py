"""Every task ends: stragglers are overtaken, limits hold, waiting says why, standing falls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from kikashi.grid import load_kinds, wire
from kikashi.grid.coordinator import Coordinator
from kikashi.grid.ledger import Ledger
from kikashi.grid.trust import Policy
from tests.grid.desk import Desk, make_pc, order

load_kinds()
QUICK = Policy(straggler=5.0, slow=2.0, lease=20.0)


def beat(desk: Desk, name: str) -> None:
    """A PC says that it lives and is at everything it holds."""
    pc = desk.book.pcs[name]
    desk.book.beat(pc, wire.Beat("t", list(pc.attempts), []), desk.now)


def test_a_pc_that_lives_but_never_answers_holds_no_job_up() -> None:
    """It beats for ever; the idle PC of another owner gets copies and the job is done."""
    desk = Desk(make_pc("eve", slots=8, trusted=True), make_pc("anna", trusted=True), policy=QUICK)
    desk.submit(*(order(number) for number in range(1, 9)))
    for _ in range(200):
        desk.now += 1.0
        beat(desk, "eve")
        beat(desk, "anna")
        desk.book.reconcile(desk.now)
        desk.settle()
        held, desk.given["anna"] = desk.given.get("anna", []), []
        for given in held:
            if given.attempt in desk.book.pcs["anna"].attempts:
                number = msgspec.msgpack.decode(given.payload)["number"]
                desk.answer("anna", given, {"value": 2 * number})
        if len(desk.told) == 8:
            break
    assert len(desk.told) == 8
    assert desk.book.copies > 0
    assert desk.book.owners["eve"].standing < 1.0
    assert "had to do" in desk.book.owners["eve"].why


def test_an_owner_whose_standing_is_gone_is_sent_away_with_the_reason() -> None:
    desk = Desk(make_pc("eve"), make_pc("anna"), policy=QUICK)
    for _ in range(8):
        desk.book.lower("eve", "an answer could not be read", desk.now)
    effects = desk.settle()
    assert "eve" not in desk.book.pcs
    assert "could not be read" in effects.begone["eve"]
    assert "anna" in desk.book.pcs


def test_standing_recovers_slowly_with_answers_that_are_accepted() -> None:
    desk = Desk(make_pc("anna", trusted=True), policy=QUICK)
    desk.book.lower("anna", "a message could not be read", 0.0)
    low = desk.book.owners["anna"].standing
    desk.submit(order(1), order(2))
    desk.work()
    now = desk.book.owners["anna"].standing
    assert low < now < 1.0


def test_time_alone_lets_an_owner_come_again() -> None:
    """A slow, honest PC is not shut out for good."""
    desk = Desk(make_pc("anna"), policy=QUICK)
    for _ in range(8):
        desk.book.lower("anna", "another PC had to do a task that it held", desk.now)
    assert desk.book.owners["anna"].standing < QUICK.least_standing
    for _ in range(20):
        desk.now += 60.0
        desk.book.reconcile(desk.now)
    assert QUICK.least_standing < desk.book.owners["anna"].standing < 1.0


def test_rubbish_lowers_the_standing_of_whoever_sent_it() -> None:
    desk = Desk(make_pc("eve"), make_pc("anna"), policy=QUICK)
    desk.submit(order(1))
    sender = next(name for name, held in desk.given.items() if held)
    (given,) = desk.given.pop(sender)
    desk.book.answer(desk.book.pcs[sender], wire.Answered(given.attempt, "done", b"\xc1"), 1.0)
    assert desk.book.owners[sender].standing < 1.0


def test_an_attempt_past_its_limit_is_taken_away_and_done_by_another() -> None:
    desk = Desk(make_pc("eve", trusted=True), policy=replace(QUICK, straggler=1e9))
    desk.submit(order(1, seconds=3.0))
    assert desk.given.pop("eve")
    desk.book.join(make_pc("anna", trusted=True), 0.0)
    for _ in range(40):
        desk.now += 1.0
        for name in tuple(desk.book.pcs):
            beat(desk, name)
        desk.book.reconcile(desk.now)
        effects = desk.settle()
        if effects.stops:
            break
    assert effects.stops["eve"]
    assert desk.now > 3.0
    desk.work()
    assert desk.told[1].value is not None


def test_a_task_without_a_second_owner_waits_and_says_why() -> None:
    """The default: an owner who is away for a minute makes no task fail."""
    desk = Desk(make_pc("anna"))
    desk.submit(order(1))
    desk.work()
    for _ in range(100):
        desk.now += 10.0
        beat(desk, "anna")
        desk.book.reconcile(desk.now)
        desk.settle()
    assert desk.told == {}
    assert "no second owner's PC" in desk.book.waits_for()
    desk.book.join(make_pc("bert"), desk.now)
    desk.settle()
    desk.work()
    assert desk.told[1].basis == "quorum"
    assert desk.book.waits_for() == ""


def test_a_task_that_nobody_offers_waits_and_says_what_is_missing() -> None:
    desk = Desk(make_pc("anna"))
    desk.submit(order(1, needs=("engine:katago",)))
    assert "engine:katago" in desk.book.waits_for()


def test_second_opinions_asked_for_early_make_room_for_new_work() -> None:
    """An idle PC gives its opinion ahead of time; a new task is not kept waiting for it."""
    desk = Desk(make_pc("anna"), make_pc("bert"), policy=QUICK)
    desk.submit(order(1))
    (first,) = [name for name, held in desk.given.items() if held and name in ("anna", "bert")][:1]
    desk.book.assign(desk.now)
    desk.settle()
    assert {name for name, held in desk.given.items() if held} == {"anna", "bert"}
    second = next(pc for pc in desk.book.pcs.values() if any(a.early for a in pc.attempts.values()))
    (early,) = second.attempts.values()
    desk.submit(order(2))
    assert early.id not in desk.book.attempts
    assert [a.entry.number for a in second.attempts.values()][:1] == [2]
    assert first in desk.book.pcs
    desk.work()
    assert sorted(desk.told) == [1, 2]
    assert {told.basis for told in desk.told.values()} == {"quorum"}


def test_standing_and_its_reason_are_in_the_ledger_and_told_to_the_pc(tmp_path: Path) -> None:
    desk = Desk(make_pc("eve"), policy=QUICK)
    desk.book.lower("eve", "an answer could not be read", 1000.0)
    effects = desk.book.take_effects()
    assert effects.standings == {"eve": "standing 0.90: an answer could not be read"}
    ledger = Ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    ledger.write_now(effects.rows)
    again = Coordinator(ledger, b"secret", QUICK)
    again.restore()
    ledger.close()
    eve = again.book.owners["eve"]
    assert eve.why == "an answer could not be read"
    assert eve.standing == 1.0  # the time since 1970 has given it back
    again.book.restore_standing(
        {"owner": "eve", "standing": 0.2, "why": "w", "changed": 50.0}, 60.0
    )
    assert 0.2 < again.book.owners["eve"].standing < 0.21
