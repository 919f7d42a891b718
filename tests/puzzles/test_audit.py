"""The audit passes what the factory makes, and notices what is changed afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kikashi.puzzles import Puzzle
from kikashi.puzzles.audit import audit, audit_all
from tests.puzzles.made import all_puzzles

pytestmark = [pytest.mark.native, pytest.mark.thorough]


def short() -> list[Puzzle]:
    return [p for p in all_puzzles() if p.length <= 2]


def test_every_made_puzzle_passes() -> None:
    for puzzle in all_puzzles():
        findings = audit(puzzle, slow_length=2)
        assert findings.good, findings
        assert findings.minimal in ("certified", "slow search")


def test_a_missing_answer_is_noticed_by_the_slow_search() -> None:
    puzzle = next(p for p in short() if len(p.answers) > 1)
    assert not audit(replace(puzzle, answers=puzzle.answers[:1])).good


def test_a_wrong_answer_is_noticed() -> None:
    puzzle = short()[0]
    assert not audit(replace(puzzle, answers=(*puzzle.answers, ("a1", "a2")))).good


def test_a_missing_answer_of_a_long_puzzle_is_noticed() -> None:
    puzzle = next(p for p in all_puzzles() if p.length > 2 and len(p.answers) > 1)
    kept = tuple(a for a in puzzle.answers if set(a) <= set(puzzle.line[0]))
    assert not audit(replace(puzzle, answers=kept), slow_length=0).good


def test_a_shorter_claim_and_another_position_are_refused() -> None:
    puzzle = next(p for p in all_puzzles() if p.length == 3)
    assert any("certificate" in p for p in audit(replace(puzzle, length=2), 0).problems)
    other = next(p for p in all_puzzles() if p.id != puzzle.id)
    assert not audit(replace(puzzle, position=other.position), 0).good


def test_a_broken_certificate_and_changed_tags_are_refused() -> None:
    puzzle = all_puzzles()[0]
    assert not audit(replace(puzzle, certificate=puzzle.certificate[:-20])).good
    assert not audit(replace(puzzle, tags={**puzzle.tags, "edge": 99})).good


def test_above_the_slow_lengths_a_certificate_shows_that_nothing_else_wins() -> None:
    unique = [p for p in all_puzzles() if p.unique and p.length > 1]
    assert unique
    for puzzle in unique:
        assert audit(puzzle, slow_length=0).unique == "certified"
    assert not audit(replace(unique[0], uniqueness=unique[1].uniqueness), slow_length=0).good


def test_a_certificate_of_uniqueness_for_other_answers_is_refused() -> None:
    puzzle = next(p for p in all_puzzles() if p.unique and p.length > 1)
    problems = audit(replace(puzzle, answers=(("a1", "a2"),)), slow_length=0).problems
    assert any("nothing else wins" in problem for problem in problems)


def test_several_processes_find_the_same_in_the_same_order() -> None:
    few = list(all_puzzles()[:4])
    few[1] = replace(few[1], tags={**few[1].tags, "edge": 99})
    one, two = list(audit_all(few, 1, jobs=1)), list(audit_all(few, 1, jobs=2))
    assert one == two
    assert [findings.good for findings in two] == [True, False, True, True]
