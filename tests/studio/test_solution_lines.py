"""What the page of a solution may call proved."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from kikashi.games import room
from kikashi.law import Position
from kikashi.proofs import Win, check
from kikashi.search import Verdict, solve
from kikashi.studio.services import solutions

pytestmark = pytest.mark.native
START = room("gomoku").from_text("setup black=e8,f8,g8 white=a1,c1,a3 move=black left=1")


def test_an_empty_line_is_never_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that tells no line, or no win at all, and a puzzle that has none either."""

    def lineless(start: Position, *how: object, **more: object) -> Verdict:
        return replace(solve(start, "vcf"), line=())

    assert solutions.main_line(START, "vcf", [])["proved"]
    monkeypatch.setattr(solutions, "solve", lineless)
    told = solutions.main_line(START, "vcf", [])
    assert (told["proved"], told["turns"]) == (False, [])
    assert solutions.main_line(START, "vcf", [["h8"]])["proved"]


def test_a_proved_solution_brings_its_certificate() -> None:
    for told in (
        solutions.main_line(START, "vcf", []),
        solutions.solution_tree(START, "vcf", 2, []),
    ):
        proof = told["proof"]
        data = base64.b64decode(proof["certificate"])
        said = proof["claim"]
        checked = check(data, start=START, claim=Win(said["side"], said["turns"]))
        assert checked.start.to_text() == proof["start"]


def test_that_nothing_is_faster_is_proved_beside_the_solution() -> None:
    told = solutions.solution_tree(START, "vcf", 2, [])["fastest"]
    assert told["claim"] == {"kind": "no-forcing-win", "side": "black", "turns": 1, "by": "vcf"}
    check(base64.b64decode(told["certificate"]), start=START, claim=told["claim"])


def test_without_a_win_a_line_is_told_as_it_is() -> None:
    quiet = room("gomoku").from_text("setup black=e8 white=a1 move=black left=1")
    for line in ([], [["h8"]]):
        assert not solutions.main_line(quiet, "vcf", line)["proved"]
        assert not solutions.solution_tree(quiet, "vcf", 2, line)["proved"]
