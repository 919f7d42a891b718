"""What is said of a player's answer, and what files are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kikashi.games import room
from kikashi.law import IllegalMoveError
from kikashi.law.winning_set_room import stones_of
from kikashi.puzzles import PuzzleError
from kikashi.puzzles.answers import judge, played
from kikashi.puzzles.export import export
from kikashi.puzzles.grade import difficulty
from kikashi.puzzles.solution import question, solution_record
from kikashi.records import Record, read_collection
from kikashi.stones.answers import judge_turn
from tests.puzzles.made import all_puzzles

pytestmark = pytest.mark.native


@pytest.mark.thorough
def test_listed_answers_are_right_in_any_order() -> None:
    for puzzle in all_puzzles():
        full = puzzle.start().moves_left
        for answer in puzzle.answers:
            if len(answer) == full:
                assert judge(puzzle, answer[::-1]).verdict == "right"


def test_a_quiet_turn_is_not_called_wrong_without_proof() -> None:
    puzzle = next(p for p in all_puzzles() if not p.tags.get("parries"))
    corner = [m for m in ("a1", "s1", "a19", "s19") if m in puzzle.start().legal_moves()][:2]
    ruling = judge(puzzle, corner, seconds=0.05)
    assert ruling.verdict in ("not-our-line", "wrong")
    if ruling.verdict == "wrong":
        assert ruling.reason == "counter"


def test_leaving_the_other_side_a_win_is_wrong() -> None:
    position = stones_of(
        room("connect6").from_text("setup black=h10,i10,k7,k8 white=a1,b1,c1,d1 move=black left=2")
    )
    ruling = judge_turn(position, played(position, ["s19", "s18"]))
    assert (ruling.verdict, ruling.reason) == ("wrong", "counter")


def test_an_unstoppable_turn_is_right_even_if_unlisted() -> None:
    position = stones_of(
        room("connect6").from_text(
            "setup black=h10,i10,j10,k7,k8,k9 white=a1,a3,c1,c5,e1 move=black left=2"
        )
    )
    assert judge_turn(position, played(position, ["k10", "s19"])).verdict == "right"


def test_half_a_turn_and_a_taken_cell_are_no_answers() -> None:
    puzzle = all_puzzles()[0]
    with pytest.raises(IllegalMoveError, match="stones"):
        judge(puzzle, ["a1"])
    with pytest.raises(IllegalMoveError, match="once"):
        judge(puzzle, ["a1", "a1"])
    with pytest.raises(IllegalMoveError):
        judge(puzzle, ["a1", "z99"])


def test_the_sgf_reads_back_with_every_variation(tmp_path: Path) -> None:
    chosen = all_puzzles()[:6]
    assert export(chosen, tmp_path / "p.sgf") == 6
    for puzzle, back in zip(chosen, read_collection(tmp_path / "p.sgf"), strict=True):
        assert isinstance(back, Record), back
        assert back.start() == puzzle.start()
        assert back.moves[: len(puzzle.line[0])] == tuple(puzzle.line[0])
        wanted = sum(1 for _ in solution_record(puzzle).root.walk())
        assert sum(1 for _ in back.root.walk()) == wanted


def test_json_lines_pictures_and_booklets_are_written(tmp_path: Path) -> None:
    chosen = all_puzzles()[:3]
    export(chosen, tmp_path / "p.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == [p.id for p in chosen]
    export(chosen, tmp_path / "p.svg")
    assert len(list((tmp_path / "p").glob("*.svg"))) == 3
    export(chosen, tmp_path / "p.pdf")
    first = (tmp_path / "p.pdf").read_bytes()
    assert first.startswith(b"%PDF")
    export(chosen, tmp_path / "q.pdf")
    assert (tmp_path / "q.pdf").read_bytes() == first
    with pytest.raises(PuzzleError, match="no form of export"):
        export(chosen, tmp_path / "p.docx")
    with pytest.raises(PuzzleError, match="nothing is written"):
        export([], tmp_path / "p.sgf")


def test_questions_are_asked_in_both_languages() -> None:
    puzzle = all_puzzles()[-1]
    assert f"in {puzzle.turns} turns" in question(puzzle)
    assert "手迫勝" in question(puzzle, "zh-Hant")


def test_longer_broader_and_quieter_is_harder() -> None:
    plain = difficulty(3, 2.0, 10, 1, key_stone=False, tags={})
    assert difficulty(4, 2.0, 10, 1, key_stone=False, tags={}) > plain
    assert difficulty(3, 6.0, 10, 1, key_stone=False, tags={}) > plain
    assert difficulty(3, 2.0, 90, 1, key_stone=False, tags={}) > plain
    assert difficulty(3, 2.0, 10, 1, key_stone=False, tags={"quiet-first": 1}) > plain
    assert difficulty(3, 2.0, 10, 3, key_stone=False, tags={}) < plain
