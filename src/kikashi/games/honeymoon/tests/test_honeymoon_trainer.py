"""The shipped problems: enough of them, one right card each, certified; and their themes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kikashi.games import room
from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.line_themes import TAGS, WORDS, PlayLine, line_of, tags_of
from kikashi.games.honeymoon.provers import best_line
from kikashi.games.honeymoon.table import Table, table_of
from kikashi.games.honeymoon.trainer import certify, judge, puzzles
from kikashi.games.honeymoon.verbs import app
from kikashi.law import GameError

pytestmark = pytest.mark.native


def test_more_than_three_hundred_are_shipped_and_no_two_are_alike() -> None:
    assert len(puzzles()) >= 300
    assert len({puzzle.text for puzzle in puzzles()}) == len(puzzles())


def test_every_answer_is_the_only_best_card_and_its_themes_are_those_of_the_line() -> None:
    for puzzle in puzzles():
        start = puzzle.start()
        best, second, *_ = open_hands.card_values(start.state)
        assert (best.card, best.tricks) == (puzzle.answer, puzzle.tricks), puzzle
        assert second.tricks < best.tricks, puzzle
        assert tuple(sorted(tags_of(line_of(start, [best_line(start)])))) == puzzle.tags, puzzle


def test_some_are_certified_again_and_searched_by_the_law_alone() -> None:
    for puzzle in puzzles()[::80]:
        assert certify(puzzle.start()) == puzzle.tricks
    for puzzle in puzzles()[:3]:
        start = puzzle.start()
        values = {card: taken(start.play(card), 0) for card in start.legal_moves()}
        assert [c for c in values if values[c] == puzzle.tricks] == [puzzle.answer], puzzle
        assert max(values.values()) == puzzle.tricks


def taken(table: Table, side: int) -> int:
    """Tricks of a side by a plain search of every card."""
    if table.result() is not None:
        return table.state.tricks[side]
    found = [taken(table.play(card), side) for card in table.legal_moves()]
    return max(found) if table.to_move == side else min(found)


def line(text: str, *cards: str) -> PlayLine:
    start = table_of(room("honeymoon").from_text(text))
    start.play_all(cards)
    return line_of(start, [cards])


EXAMPLES = {
    "cash": (
        line("first=A2... second=K3... trump=none lead=first", "SA", "S3"),
        line("first=Q2... second=K3... trump=none lead=first", "SQ", "SK"),
    ),
    "duck": (
        line("first=A2... second=K3... trump=none lead=first", "S2", "S3"),
        line("first=Q2... second=K3... trump=none lead=first", "S2", "S3"),
    ),
    "throw-in": (
        line("first=AQ.2.. second=K3.4.. trump=none lead=first", "H2", "H4", "SK", "SA"),
        line("first=AQ.5.. second=K3.4.. trump=none lead=first", "H5", "H4", "SA", "S3"),
    ),
    "draw-trumps": (
        line("first=A2... second=K3... trump=S lead=first", "SA", "S3"),
        line("first=A2... second=.K3.. trump=S lead=first", "SA", "H3"),
    ),
    "ruff": (
        line("first=2.3.. second=.4.5. trump=S lead=first", "H3", "H4", "D5", "S2"),
        line("first=.3.6. second=.4.5. trump=S lead=first", "H3", "H4", "D5", "D6"),
    ),
    "force": (
        line("first=.A2.. second=3..4. trump=S lead=first", "HA", "S3"),
        line("first=.A2.. second=3.4.. trump=none lead=first", "HA", "H4"),
    ),
}


@pytest.mark.parametrize("theme", TAGS)
def test_each_theme_has_an_example_for_and_one_against(theme: str) -> None:
    for_it, against = EXAMPLES[theme]
    assert TAGS[theme](for_it)
    assert not TAGS[theme](against)
    assert set(WORDS[theme]) == {"en", "zh-Hant"}


def test_a_card_is_judged_by_the_tricks_it_takes() -> None:
    puzzle = puzzles()[0]
    assert judge(puzzle, puzzle.answer).right
    other = next(c for c in puzzle.start().legal_moves() if c != puzzle.answer)
    assert not judge(puzzle, other).right
    with pytest.raises(GameError, match="does not hold"):
        judge(puzzle, "X9")


def test_the_verb_asks_and_judges_and_keeps_the_answer_to_itself() -> None:
    puzzle = puzzles()[0]
    asked = json.loads(CliRunner().invoke(app, ["puzzle", "1", "--json"]).stdout)
    assert asked["position"] == puzzle.text
    assert "answer" not in asked
    told = CliRunner().invoke(app, ["puzzle", "1", "--answer", puzzle.answer.lower()])
    assert told.stdout.startswith("Right")
