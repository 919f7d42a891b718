"""The coordinator's book: trust, leases, priorities, quarantine, step by step, without a clock."""

from __future__ import annotations

import msgspec
import pytest

from kikashi.grid import TaskError, load_kinds, wire
from kikashi.grid.checking import Judged
from kikashi.grid.trust import Policy
from tests.grid import odd_tasks
from tests.grid.desk import Desk, make_pc, order

load_kinds()
assert odd_tasks


def values(desk: Desk) -> dict[int, int]:
    return {n: msgspec.msgpack.decode(told.value or b"")["value"] for n, told in desk.told.items()}


def test_an_owner_without_reputation_is_confirmed_by_another_one() -> None:
    desk = Desk(make_pc("anna"), make_pc("anna2", owner="anna"), make_pc("bert"))
    desk.submit(order(1))
    first = next(name for name, held in desk.given.items() if held)
    (given,) = desk.given.pop(first)
    desk.answer(first, given, {"value": 2})
    assert desk.told == {}
    (second,) = (name for name, held in desk.given.items() if held)
    assert {first, second} & {"bert"}, "two PCs of one owner confirm nothing"
    desk.work()
    assert desk.told[1].basis == "quorum"


def test_an_idle_pc_gives_its_second_opinion_while_the_first_is_at_work() -> None:
    desk = Desk(make_pc("anna"), make_pc("anna2", owner="anna"), make_pc("bert"))
    desk.submit(order(1))
    assert len(desk.given) == 2, "one owner, and another one beside it; not two PCs of one owner"
    owners = {desk.book.pcs[name].owner for name in desk.given}
    assert owners == {"anna", "bert"}
    (quick, (given,)), (slow, (other,)) = desk.given.items()
    desk.answer(quick, given, {"value": 2})
    assert desk.told == {}, "whoever is quicker does not settle it alone"
    desk.answer(slow, other, {"value": 2})
    assert desk.told[1].basis == "quorum"
    assert desk.book.replicas == 1


def test_nobody_doubles_a_task_that_will_be_believed_or_has_a_certificate() -> None:
    desk = Desk(make_pc("anna", trusted=True), make_pc("bert"))
    desk.submit(order(1))
    assert list(desk.given) == ["anna"]
    desk = Desk(make_pc("anna"), make_pc("bert"))
    desk.submit(order(1, "odd.factors"))
    assert len(desk.given) == 1


def test_reputation_is_earned_and_makes_second_opinions_rare() -> None:
    desk = Desk(make_pc("anna"), make_pc("bert"))
    desk.submit(*(order(n) for n in range(500)))
    desk.work()
    assert values(desk) == {n: 2 * n for n in range(500)}
    bases = [told.basis for told in desk.told.values()]
    assert bases.count("reputation") > 400
    assert bases.count("quorum") >= 5
    assert desk.book.replicas < 60


def test_full_care_is_always_confirmed() -> None:
    desk = Desk(make_pc("anna"), make_pc("bert"))
    desk.submit(*(order(n) for n in range(100)))
    desk.work()
    desk.submit(*(order(n, care="full") for n in range(1000, 1100)))
    desk.work()
    assert {desk.told[n].basis for n in range(1000, 1100)} == {"quorum"}


def test_a_liar_is_found_by_two_others_and_gets_nothing_more() -> None:
    desk = Desk(make_pc("anna"), make_pc("bert"), make_pc("eve"))
    desk.submit(*(order(n) for n in range(60)))
    desk.work("eve")
    assert values(desk) == {n: 2 * n for n in range(60)}
    assert "contradict" in desk.book.owners["eve"].distrusted
    assert not desk.book.owners["anna"].distrusted
    assert not desk.book.owners["bert"].distrusted
    assert "eve" not in desk.book.pcs
    assert desk.doubted == ["eve"]


def test_one_who_earns_a_name_and_then_lies_is_found_by_spot_checks_or_probes() -> None:
    policy = Policy(spot=0.1, probes=0.1)
    desk = Desk(make_pc("anna"), make_pc("bert"), make_pc("eve"), policy=policy)
    desk.submit(*(order(n) for n in range(200)))
    desk.work()
    assert desk.book.owners["eve"].confirmed >= policy.proving
    desk.submit(*(order(n) for n in range(1000, 1400)))
    desk.work("eve")
    assert desk.book.owners["eve"].distrusted
    assert not desk.book.owners["anna"].distrusted
    wrong = {n for n, value in values(desk).items() if value != 2 * n}
    assert all(desk.told[n].by == "eve" and desk.told[n].basis == "reputation" for n in wrong)
    # The coordinator asks the ledger for just these and hands them out again.
    assert desk.doubted == ["eve"]


def test_a_withdrawn_answer_that_was_told_is_corrected() -> None:
    desk = Desk(make_pc("anna", trusted=True))
    row = {
        "id": (5).to_bytes(16, "big"),
        "number": 5,
        "app": "app",
        "job": "job",
        "kind": "odd.double",
        "version": 1,
        "payload": msgspec.msgpack.encode({"number": 5}),
        "priority": 0,
        "seconds": None,
        "memory": None,
        "care": "full",
        "submitted": 0.0,
        "corrects": b"another digest..",
    }
    desk.book.restore(row, [], (), 0.0)
    desk.settle()
    desk.work()
    assert desk.told[5].correction
    assert values(desk) == {5: 10}


def test_a_refused_certificate_makes_its_owner_a_liar_and_the_task_go_on() -> None:
    desk = Desk(make_pc("eve"))
    desk.submit(order(12, "odd.factors"))
    (given,) = desk.given.pop("eve")
    desk.answer("eve", given, {"factors": [2, 5]})
    (check,) = desk.checks
    desk.book.checked(check, Judged(False, "the product is 10, not 12"), now=1.0)
    desk.book.join(make_pc("anna"), 1.0)
    desk.settle()
    assert "the product is 10" in desk.book.owners["eve"].distrusted
    (again,) = desk.given.pop("anna")
    desk.answer("anna", again, {"factors": [2, 2, 3]})
    desk.book.checked(desk.checks[1], Judged(True), now=2.0)
    desk.settle()
    assert desk.told[12].basis == "certificate"


def test_an_answer_that_costs_too_much_to_check_is_no_lie_and_its_task_is_given_up() -> None:
    """An app may ask for what nobody can check: honest owners must not be sent away for it."""
    desk = Desk(make_pc("anna"), make_pc("bert"))
    desk.submit(order(12, "odd.factors"))
    slow = Judged(False, "checking takes longer than 60 seconds", too_much=True)
    for _ in range(3):
        owner = next(name for name, given in desk.given.items() if given)
        (given,) = desk.given.pop(owner)
        desk.answer(owner, given, {"factors": [2, 2, 3]})
        desk.book.checked(desk.checks.pop(), slow, now=1.0)
        desk.settle()
    assert "3 tries of 2 owners failed" in desk.told[12].error
    for owner in ("anna", "bert"):
        assert not desk.book.owners[owner].distrusted
        assert desk.book.owners[owner].standing < 1.0
        assert "cannot be checked" in desk.book.owners[owner].why


def test_three_deaths_by_two_owners_and_no_fewer_are_a_quarantine() -> None:
    desk = Desk(make_pc("anna"), make_pc("bert"))
    desk.submit(order(1, "odd.crash"))
    deaths = []
    while not desk.told:
        pc, (given,) = desk.given.popitem()
        deaths.append(pc)
        desk.book.answer(desk.book.pcs[pc], wire.Answered(given.attempt, "died", error="boom"), 0.0)
        desk.settle()
    assert len(deaths) == 3
    assert set(deaths) == {"anna", "bert"}
    assert "3 tries of 2 owners failed; the last: boom" in desk.told[1].error


def test_a_lease_that_runs_out_gives_the_task_to_another_and_a_late_answer_still_counts_once() -> (
    None
):
    desk = Desk(make_pc("anna", trusted=True), policy=Policy(lease=10))
    desk.submit(order(1))
    (given,) = desk.given.pop("anna")
    desk.book.join(make_pc("bert", trusted=True), 5.0)
    desk.book.pcs["bert"].seen = 12.0
    desk.book.reconcile(12.0)
    desk.settle()
    assert "anna" not in desk.book.pcs
    (second,) = desk.given.pop("bert")
    back = make_pc("anna", trusted=True)
    desk.book.rejoin(back)
    desk.answer("anna", given, {"value": 2})
    assert desk.told[1].by == "anna"
    desk.answer("bert", second, {"value": 2})
    assert desk.book.finished["done"] == 1
    assert desk.book.wasted == 1


def test_beats_keep_a_lease_alive() -> None:
    desk = Desk(make_pc("anna", trusted=True), policy=Policy(lease=10))
    desk.submit(order(1))
    (given,) = desk.given.pop("anna")
    for now in range(5, 100, 5):
        desk.book.beat(desk.book.pcs["anna"], wire.Beat("t", [given.attempt], []), now)
        desk.book.reconcile(now)
    assert given.attempt in desk.book.attempts


def test_priorities_come_first_and_equals_in_order() -> None:
    desk = Desk()
    desk.submit(order(1), order(2, priority=1), order(3), order(4, priority=7))
    desk.book.join(make_pc("anna", trusted=True), 0.0)
    desk.settle()
    desk.work()
    assert list(desk.told) == [4, 2, 1, 3]


def test_a_task_goes_only_to_a_pc_that_has_what_it_needs() -> None:
    poor = make_pc("poor", trusted=True)
    poor.offers = frozenset({"odd.double/1"})
    poor.memory = 1 << 20
    desk = Desk(poor, policy=Policy(nobody=10))
    desk.submit(order(1, needs=("engine:gnugo",)), order(2, memory=1 << 25), order(3))
    assert len(desk.given.get("poor", [])) == 1
    desk.work()
    poor.seen = 11.0
    desk.book.reconcile(0.5)
    desk.book.reconcile(11.0)
    desk.settle()
    assert "it needs engine:gnugo" in desk.told[1].error
    assert "33554432 bytes of memory" in desk.told[2].error
    assert values(Desk()) == {}
    assert desk.told[3].basis == "trusted"


def test_an_answer_nobody_can_confirm_comes_back_with_the_reason() -> None:
    desk = Desk(make_pc("anna"), policy=Policy(nobody=10))
    desk.submit(order(1))
    desk.work()
    for now in (1.0, 12.0):
        desk.book.pcs["anna"].seen = now
        desk.book.reconcile(now)
    desk.settle()
    assert "no second owner's PC to confirm" in desk.told[1].error


def test_idle_pcs_get_what_busy_ones_hold() -> None:
    desk = Desk(make_pc("anna", trusted=True))
    desk.submit(order(1), order(2))
    assert len(desk.given["anna"]) == 2  # one ahead
    desk.book.join(make_pc("bert", trusted=True), 0.0)
    effects = desk.settle()
    assert effects.recalls == {"anna": [desk.given["anna"][1].attempt]}


def test_cancelling_stops_whoever_runs_it() -> None:
    desk = Desk(make_pc("anna"))
    desk.submit(order(1))
    (given,) = desk.given.pop("anna")
    desk.book.cancel((1).to_bytes(16, "big"), 1.0)
    effects = desk.settle()
    assert effects.stops == {"anna": [given.attempt]}
    assert desk.told[1].cancelled
    assert desk.book.entries == {}


def test_an_app_cannot_fill_the_book() -> None:
    desk = Desk(policy=Policy(most_open=3))
    desk.submit(order(1), order(2), order(3))
    with pytest.raises(TaskError, match="no more are taken"):
        desk.submit(order(4))
    desk.book.cancel((1).to_bytes(16, "big"), 0.0)
    desk.submit(order(4))
