"""The shipped hands of the trainer: enough of them, one right answer each, exact."""

from __future__ import annotations

import json
import random

import pytest
from typer.testing import CliRunner

from kikashi.games.mahjong.decomposition import slow_distance
from kikashi.games.mahjong.hands import Hand
from kikashi.games.mahjong.tiles import KINDS, NUMBERS
from kikashi.games.mahjong.trainer import judge, puzzles
from kikashi.games.mahjong.verbs import app
from kikashi.law import GameError

pytestmark = pytest.mark.native


def test_more_than_a_thousand_hands_are_shipped_and_no_two_are_alike() -> None:
    assert len(puzzles()) >= 1000
    assert len({puzzle.hand for puzzle in puzzles()}) == len(puzzles())


def test_every_shipped_answer_is_the_only_best_one_by_the_tables() -> None:
    for puzzle in puzzles():
        best, second, *_ = Hand.read(puzzle.hand).discards
        assert best.tile == NUMBERS[puzzle.answer], puzzle
        assert (best.distance, best.left) == (puzzle.distance, puzzle.copies), puzzle
        assert (second.distance, second.left) == (puzzle.distance, puzzle.second), puzzle
        assert puzzle.second < puzzle.copies


def test_some_answers_again_by_the_plain_decomposition() -> None:
    for puzzle in random.Random(1).sample(puzzles(), 3):
        held = list(Hand.read(puzzle.hand).held)
        copies = {}
        for tile in range(KINDS):
            if held[tile]:
                rest = held.copy()
                rest[tile] -= 1
                if slow_distance(rest) == puzzle.distance:
                    copies[tile] = _copies(rest, held, puzzle.distance)
        assert max(copies, key=copies.__getitem__) == NUMBERS[puzzle.answer]


def _copies(rest: list[int], held: list[int], distance: int) -> int:
    total = 0
    for tile in range(KINDS):
        if held[tile] < 4:
            more = rest.copy()
            more[tile] += 1
            total += (4 - held[tile]) * (slow_distance(more) < distance)
    return total


def test_an_answer_is_judged_by_what_it_leaves() -> None:
    puzzle = puzzles()[0]
    assert judge(puzzle, puzzle.answer).right
    other = next(w for w in Hand.read(puzzle.hand).discards if w.tile != NUMBERS[puzzle.answer])
    from_tile = {number: word for word, number in NUMBERS.items()}
    assert not judge(puzzle, from_tile[other.tile]).right
    with pytest.raises(GameError, match="does not hold"):
        judge(puzzle, "1f")


def test_the_verb_asks_and_judges_and_keeps_the_answer_to_itself() -> None:
    puzzle = puzzles()[0]
    asked = json.loads(CliRunner().invoke(app, ["puzzle", "1", "--json"]).stdout)
    assert asked == {"number": 1, "hand": puzzle.hand}
    told = CliRunner().invoke(app, ["puzzle", "1", "--answer", puzzle.answer])
    assert told.stdout.startswith("Right")
