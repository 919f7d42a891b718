"""Answers of strangers to the factory's tasks: the schema holds, and forged proofs are refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from kikashi.grid import Task, TaskError, do_task
from kikashi.grid.kinds import Kind, kind_of, load_kinds
from kikashi.law import GameError
from kikashi.proofs import RefusedError
from kikashi.puzzles import Puzzle, tasks
from tests.puzzles.made import all_puzzles

pytestmark = pytest.mark.native


@cache
def shortest() -> Puzzle:
    """The quickest of the puzzles with a certificate for each of its claims."""
    certified = [p for p in all_puzzles() if p.refutation and p.uniqueness]
    return min(certified, key=lambda p: (p.length, p.id))


def question(kind: str, **more: object) -> dict[str, Any]:
    one = shortest()
    task = tasks.task(kind, one.game, one.options, one.position, nodes=tasks.PROVE_NODES, **more)
    return dict(task.payload)


@cache
def honest(kind: str) -> tuple[Kind, dict[str, Any], Mapping[str, Any]]:
    """A kind, a payload and the value, as they travel."""
    found = kind_of(kind)
    more: dict[str, object] = {}
    if kind == "puzzles.compare":
        more = {"turns": shortest().turns, "line": [list(turn) for turn in shortest().line]}
    payload = question(kind, **more)
    value = do_task(Task(kind, payload), lambda *_: True)
    assert found.unpacked(found.packed(payload)) == payload
    return found, payload, found.unpacked_value(found.packed_value(value))


@pytest.mark.parametrize("kind", ["puzzles.prove", "puzzles.compare"])
def test_an_honest_answer_passes_and_still_wants_a_second_owner(kind: str) -> None:
    found, payload, value = honest(kind)
    assert value.get("certificate") or value.get("refutation")
    assert found.judge is not None
    assert found.judge(payload, value) is None


def test_a_verdict_without_a_proof_has_no_judge_and_goes_by_quorum() -> None:
    found, _, value = honest("puzzles.find")
    assert found.judge is None
    assert value["verdict"] == "win"


@pytest.mark.parametrize(
    ("kind", "changes", "reason"),
    [
        ("puzzles.prove", {"certificate": None}, "needs a certificate"),
        ("puzzles.prove", {"certificate": b"AAAA"}, "the header is not JSON"),
        ("puzzles.prove", {"turns": 1}, "turns"),
        ("puzzles.prove", {"refutation": "certificate"}, "demanded was"),
        ("puzzles.compare", {"turns": []}, "claim"),
        ("puzzles.compare", {"refutation": b"AAAA"}, "the header is not JSON"),
        ("puzzles.compare", {"refuted_within": 500}, "claim"),
    ],
)
def test_a_forged_proof_is_refused(kind: str, changes: dict[str, Any], reason: str) -> None:
    found, payload, value = honest(kind)
    # The name of another field stands for what is in it.
    forged = {k: value[v] if isinstance(v, str) and v in value else v for k, v in changes.items()}
    assert found.judge is not None
    with pytest.raises(GameError, match=reason):
        found.judge(payload, {**value, **forged})


def test_a_proof_of_another_position_is_refused() -> None:
    found, payload, value = honest("puzzles.prove")
    other = max(all_puzzles(), key=lambda p: (p.length, p.id)).position
    assert found.judge is not None
    with pytest.raises(GameError):
        found.judge({**payload, "position": other}, value)


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("puzzles.find", {"turns": "three"}),
        ("puzzles.find", {"verdict": None}),
        ("puzzles.prove", {"line": "j10"}),
        ("puzzles.prove", {"breadth": -1}),
        ("puzzles.compare", {"later": ["many"]}),
        ("puzzles.compare", {"turns": [["j10", "in-time"]]}),
    ],
)
def test_a_value_that_is_no_answer_is_refused_by_its_schema(
    kind: str, changes: dict[str, Any]
) -> None:
    found, _, value = honest(kind)
    with pytest.raises(TaskError, match=f"the value of a {kind} task is not right"):
        found.unpacked_value(found.packed_value({**value, **changes}))


@pytest.mark.parametrize(
    "changes", [{"nodes": 0}, {"nodes": "all"}, {"options": [1]}, {"position": "x" * 20_000}]
)
@pytest.mark.parametrize("kind", ["find", "prove", "single-threats", "defence"])
def test_a_question_that_is_none_is_refused_by_its_schema(
    kind: str, changes: dict[str, Any]
) -> None:
    name = f"puzzles.{kind}"
    with pytest.raises(TaskError, match=f"the payload of a {name} task is not right"):
        kind_of(name).packed({**question(name), **changes})


XIANGQI = {"game": "xiangqi", "options": {"repetition": "asian"}, "nodes": 100_000}


@pytest.mark.parametrize(
    ("kind", "position", "by", "enough"),
    [
        ("puzzles.prove", "4k4/9/9/9/9/9/9/R8/1R7/5K3 w", "checks", False),
        ("solve", "4k4/9/9/9/9/9/9/R8/1R7/5K3 w", "checks", True),
        ("solve", "3k5/9/9/9/2R6/9/R8/9/9/4K3r w", "any", True),
    ],
)
def test_a_mate_travels_with_the_claim_of_its_room(
    kind: str, position: str, by: str, enough: bool
) -> None:
    """A mate by checks, and a win that rests on the rule against perpetual check."""
    load_kinds()
    found = kind_of(kind)
    assert found.judge is not None
    payload = {**XIANGQI, "position": position, "by": by}
    value = do_task(Task(kind, payload), lambda *_: True)
    assert (
        found.judge(payload, found.unpacked_value(found.packed_value(value))) is not None
    ) is enough
    other = {**payload, "position": position.replace("5K3", "3K5").replace("4K3r", "4K2r1")}
    with pytest.raises(RefusedError, match="its start is"):
        found.judge(other, found.unpacked_value(found.packed_value(value)))
