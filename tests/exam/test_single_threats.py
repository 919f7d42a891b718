"""Beyond the paper's ladder: puzzles of single threats are ruled by what is proved."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kikashi.exam import BEYOND, answer, begin, pool_of, rule
from kikashi.law.winning_set_room import stones_of
from kikashi.puzzles import Puzzle
from kikashi.puzzles.starter import starter
from kikashi.search import Limits, solve

pytestmark = pytest.mark.native


def shipped() -> list[Puzzle]:
    return list(starter("connect6", "single-threats"))


def test_the_starter_set_has_enough_for_every_level_beyond_the_paper() -> None:
    pool = pool_of([*starter("connect6"), *shipped()])
    for level in BEYOND:
        assert len(pool[level.pool]) >= level.puzzles, level


def test_a_puzzle_is_solved_by_turns_that_the_search_proves() -> None:
    solved = 0
    for puzzle in shipped()[:8]:
        position, turn = stones_of(puzzle.start()), puzzle.line[0]
        for _ in range(12):
            ruling = rule(position, turn, by=puzzle.by)
            assert ruling.verdict != "wrong", (puzzle.id, turn, ruling)
            if ruling.position is None:
                break
            position = stones_of(ruling.position)
            turn = solve(position, puzzle.by, Limits(nodes=300_000)).line[0]
        solved += ruling.verdict == "solved"
    assert solved >= 6, "most of them are decided, not replaced"


@pytest.mark.parametrize("game", ["connect6", "gomoku", "goclub"])
def test_the_shipped_answer_is_never_called_wrong(game: str) -> None:
    """With one stone a turn most of them begin with an open three, which fills nothing yet."""
    for puzzle in starter(game, "single-threats")[::10]:
        ruling = rule(stones_of(puzzle.start()), puzzle.answers[0], by=puzzle.by)
        assert ruling.verdict in ("goes-on", "solved"), (puzzle.id, ruling)


def test_with_one_stone_a_turn_too_a_turn_that_threatens_nothing_is_wrong() -> None:
    puzzle = next(p for p in starter("gomoku", "single-threats") if "parries" not in p.tags)
    ruling = rule(stones_of(puzzle.start()), ["a1"], by=puzzle.by)
    assert (ruling.verdict, ruling.reason) == ("wrong", "few-threats")


def test_a_turn_that_threatens_nothing_is_wrong() -> None:
    quiet = (p for p in shipped() if "parries" not in p.tags)  # else it leaves a threat open
    puzzle = next(quiet)
    board = stones_of(puzzle.start())
    rim = [cell for cell in board.legal_moves() if cell[0] in "as"]
    for turn in pairwise(rim):
        ruling = rule(board, turn, by=puzzle.by)
        if ruling.reason == "few-threats":
            assert ruling.verdict == "wrong"
            return
    pytest.fail("no turn at the rim threatens nothing")


def test_a_sitting_beyond_the_paper_asks_them_and_keeps_their_class() -> None:
    pool = pool_of([*starter("connect6"), *shipped()])
    ladder = tuple(level for level in BEYOND if level.single)
    sitting = begin("someone", 3, pool, ladder=ladder)
    assert sitting.question is not None
    assert sitting.question.by == "vcst"
    line = solve(sitting.question.board(), "vcst", Limits(nodes=300_000)).line
    _, ruling = answer(sitting, line[0], pool, ladder=ladder)
    assert ruling.verdict in ("goes-on", "solved")
