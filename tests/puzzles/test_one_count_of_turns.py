"""People are told one count of turns: a puzzle asks for as many as a proof of it says."""

from __future__ import annotations

import re

import pytest

from kikashi.puzzles.solution import question
from kikashi.puzzles.starter import starter, starter_games
from kikashi.search import Limits, solve
from kikashi.words import LANGUAGES

pytestmark = pytest.mark.native


@pytest.mark.parametrize("game", starter_games())
def test_a_puzzle_asks_for_as_many_turns_as_its_proof_takes(game: str) -> None:
    puzzles = starter(game)
    for puzzle in (puzzles[0], next(p for p in puzzles if p.length == 3)):
        verdict = solve(puzzle.start(), puzzle.by, Limits(nodes=200_000), fastest=True)
        assert verdict.verdict == "win"
        for language in LANGUAGES:
            told = re.findall(r"\d+", question(puzzle, language))
            assert told == [str(verdict.turns)], (puzzle.id, language)
