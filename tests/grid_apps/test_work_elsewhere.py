"""What the verbs hand to an executor comes back as if it had been done here."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kikashi.games import room
from kikashi.games.coins.atlas import make_atlas
from kikashi.games.coins.tasks import judge, prover_on
from kikashi.grid import LocalExecutor, Outcome, Task, TaskError, do_task
from kikashi.grid import tasks as _kinds  # registers `solve`
from kikashi.grid.solving import Answer, line_of, solve_many_on
from kikashi.law import GameError
from kikashi.proofs import Win, check
from kikashi.search import Certificate, Limits, solve
from tests.grid_apps.by_hand import ByHand

POSITIONS = ["h8 a1 h9 a3 h10 a5 h11 a7", "h8 i9", "h8 a1 h9 a3 h10 a5", "h8 h9 i8 i9 j8 j9"]
assert _kinds


class Backwards(ByHand):
    """Does the youngest task first, so that order is the caller's to restore."""

    def choose(self) -> int:
        return max(self.waiting)


@pytest.mark.native
@pytest.mark.parametrize("capacity", [1, 2, 100])
def test_answers_come_in_the_order_of_the_positions(capacity: int) -> None:
    positions = [room("gomoku").from_text(text) for text in POSITIONS * 3]
    found = list(solve_many_on(Backwards(capacity), positions, "vcf", nodes=1_000))
    for position, answer in zip(positions, found, strict=True):
        assert isinstance(answer, Answer)
        here = solve(position, "vcf", Limits(nodes=1_000)).replayed().to_json()
        if here["verdict"] == "win":  # of which a certificate does not speak
            here |= {"nodes": None, "none_within": None}
        assert answer.fields | {"seconds": 0} == here | {"seconds": 0}
        assert (answer.certificate is not None) == (here["verdict"] == "win")
        if answer.certificate is not None:
            claim = Win(str(here["side"]), answer.fields["turns"])
            check(answer.certificate, start=position, claim=claim)


class Boasting(ByHand):
    """Right certificates, and lies in every other field."""

    def results(self) -> Iterator[Outcome]:
        lies = {"line": [["o15"]], "none_within": 99, "nodes": 1, "plies": 77, "turns": 1}
        for outcome in super().results():
            value = outcome.unwrap()
            told = {**value["verdict"], **lies, "by": "magic", "note": "!"}
            yield replace(outcome, value={**value, "verdict": told})


@pytest.mark.native
def test_of_a_win_nothing_is_told_that_its_certificate_does_not_show() -> None:
    position = room("gomoku").from_text("setup black=e8,f8,g8 white=a1,c1,a3 move=black left=1")
    (answer,) = solve_many_on(Boasting(1), [position], "vcf", nodes=1_000)
    assert isinstance(answer, Answer)
    assert "note" not in answer.fields
    told = {name: answer.fields[name] for name in ("by", "turns", "plies", "none_within", "nodes")}
    assert told == {"by": "vcf", "turns": 2, "plies": 3, "none_within": None, "nodes": None}
    assert answer.fields["checked"]
    line = answer.fields["line"]
    assert len(line) == 3
    for turn in line:
        for move in turn:
            position = position.play(move)
    assert position.result() is not None


@pytest.mark.native
def test_a_line_that_a_stranger_wrote_into_a_proof_is_not_told() -> None:
    """The reply a1 cannot be played, so that the checker passes over it; whoever walks it falls."""
    position = room("gomoku").from_text("setup black=e8,f8,g8 white=a1,c1,a3 move=black left=1")
    index = {name: cell for cell, name in enumerate(position.places())}
    d8, a1, o15 = index["d8"], index["a1"], index["o15"]
    below: list[list[object]] = [["t", 1, [o15], None], ["r", 1, [[[a1], 0]], []]]
    claim = {"kind": "win", "side": "black", "turns": 2}
    proof = Certificate(position, claim, [*below, ["t", 2, [d8], 1]], 2)
    proof.check()
    assert line_of(proof.proof, "black") == []


@pytest.mark.native
def test_what_could_not_be_read_and_what_is_refused_come_in_their_places() -> None:
    over = room("gomoku").from_text("h8 a1 h9 a3 h10 a5 h11 a7 h12")
    bad = GameError("line 2: there is no cell 'xx'")
    good = room("gomoku").from_text("h8 i9")
    first, second, third = solve_many_on(ByHand(2), [over, bad, good], "vcf")
    assert isinstance(first, GameError)
    assert "already won" in str(first)
    assert second is bad
    assert isinstance(third, Answer)


@pytest.mark.native
def test_a_caller_that_stops_listening_cancels_what_is_left() -> None:
    hands = ByHand(4)
    answers = solve_many_on(hands, [room("gomoku").from_text("h8 i9")] * 10, "vcf")
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert sorted(hands.cancelled) == sorted(hands.waiting) == [1, 2, 3, 4]


def test_an_atlas_made_elsewhere_is_the_atlas_made_here() -> None:
    here = make_atlas(12)
    with LocalExecutor(2) as executor:
        there = make_atlas(12, prove=prover_on(executor, 12))
    assert list(there.lines()) == list(here.lines())
    backwards = make_atlas(12, prove=prover_on(Backwards(100), 12))
    assert list(backwards.lines()) == list(here.lines())


def test_proofs_of_a_coin_are_replayed_before_they_count() -> None:
    payload = {"a": 7}
    value = dict(do_task(Task("coins.prove", payload), lambda _nodes, _seconds: True))
    assert judge(payload, value)
    with pytest.raises(TaskError, match="refused"):
        judge({"a": 8}, value)
    lines = gzip.decompress(value["lines"]).splitlines(keepends=True)
    fewer = gzip.compress(b"".join(lines[:-1]))
    with pytest.raises(TaskError, match="refused"):
        judge(payload, {**value, "lines": fewer})
    with pytest.raises(TaskError, match="cut off"):
        judge(payload, {**value, "lines": value["lines"][:40]})


class Corrected(ByHand):
    """Takes back its first answer once three have been given."""

    def corrections(self) -> tuple[Outcome, ...]:
        if len(self.submitted) < 4 or self.cancelled:
            return ()
        self.cancelled.append(-1)  # only once
        value = {"verdict": {"verdict": "no", "nodes": 7}, "certificate": None}
        return (Outcome(0, value),)


@pytest.mark.native
def test_an_answer_that_is_withdrawn_after_it_was_given_is_told() -> None:
    told: list[tuple[int, object]] = []

    def corrected(number: int, answer: Answer | GameError) -> None:
        assert isinstance(answer, Answer)
        told.append((number, answer.fields["nodes"]))

    positions = [room("gomoku").from_text("h8 i9")] * 6
    assert len(list(solve_many_on(Corrected(1), positions, "vcf", corrected=corrected))) == 6
    assert told == [(0, 7)]
