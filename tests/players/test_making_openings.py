"""How a book gets its marks: nothing is certified or refuted that the checker has not replayed."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.law import Position
from kikashi.play.book import LEAST_GAMES
from kikashi.play.openings import Row
from kikashi.play.position_keys import key_of
from kikashi.search import Verdict
from tools import make_openings as tool

THREE = "h8 a1 h9 a2 h10 a3"
"""Black has an open three and the move."""


def judged(position: Position, *moves: str) -> dict[str, Row]:
    """The rows of a position in which each of these moves was played just often enough."""
    key = key_of(position)
    plan = tool.Plan("gomoku", "10", 100, 10, 0, 300, 0.06)
    rows = [Row(key.turn(position, [move]), (LEAST_GAMES, 0), 0) for move in moves]
    text, found = tool.judged(plan, (key.text, position, rows))
    assert text == key.text
    return {" ".join(key.back(position, row.turn)): row for row in found}


@pytest.mark.native
def test_a_forced_win_of_the_mover_is_certified_also_where_nobody_played_it() -> None:
    rows = judged(room("gomoku").from_text(THREE), "o1")
    marked = [row for row in rows.values() if row.mark == "certified"]
    assert [(row.by, row.wins) for row in marked] == [("vcf", (0, 0))]
    assert marked[0].turns == 2
    assert rows["o1"].mark == ""


@pytest.mark.native
def test_a_turn_after_which_the_opponent_wins_is_refuted() -> None:
    here = room("gomoku").from_text("h8 a1 h9 a2 h10")
    rows = judged(here, "o1")
    assert (rows["o1"].mark, rows["o1"].by) == ("refuted", "vcf")


@pytest.mark.native
def test_what_the_checker_did_not_replay_gets_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Verdict, "replayed", lambda self, *_: self)
    rows = judged(room("gomoku").from_text(THREE), "o1")
    assert not any(row.mark in ("certified", "refuted") for row in rows.values())


@pytest.mark.native
def test_a_turn_that_a_longer_search_likes_much_less_is_doubted() -> None:
    rows = judged(room("gomoku").from_text("h8 i9 h9 a1"), "h10", "o15")
    assert {move: row.mark for move, row in rows.items()} == {"h10": "", "o15": "doubted"}


@pytest.mark.native
def test_a_number_names_a_game_and_later_rounds_follow_what_is_known() -> None:
    plan = tool.Plan("gomoku", "10", 30, 10, 0, 300, 0.06)
    game = tool.one_game(plan, {}, 1)
    assert game == tool.one_game(plan, {}, 1)
    start = room("gomoku").start()
    known = {key_of(start).text: {"a1": (30, 30, 0)}}
    corners = {start.transform_move(s, "a1") for s in start.symmetries()}
    begun = {tool.one_game(plan, known, number)[0][0] in corners for number in range(12)}
    assert begun == {True, False}, "most follow, some look for what is not known"
