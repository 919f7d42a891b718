"""The value that is shown holds still from depth to depth, and says something without a search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kikashi import games
from kikashi.play.levels import levels
from kikashi.play.lines import chance_of, evaluate
from kikashi.search.playing import Budget, Thought

pytestmark = pytest.mark.native

STEADY = 60
"""Hundredths of a logit; what a turn is worth in Connect6 is 134 (docs/reference/nets.md)."""


def thought(game: str, moves: str, budget: Budget, **changes: Any) -> Thought:
    room = games.room(game)
    style = replace(levels(game)[-1].style, **changes)
    found: Thought = room.part("engine").think(
        room.from_text(moves).view_of_mover(), style, budget, None
    )
    return found


def test_odd_and_even_depths_agree() -> None:
    found = [
        thought("connect6", "j10 k11 i11", Budget(nodes=40_000, seed=1), most_depth=depth)
        for depth in (1, 2, 3)
    ]
    assert [one.depth for one in found] == [1, 2, 3]
    scores = [one.score for one in found]
    assert max(scores) - min(scores) < STEADY, scores


def test_a_turn_without_time_for_a_search_has_a_value_all_the_same() -> None:
    """Half the values of quick games were 0: they predicted results worse than a coin."""
    ahead = thought("connect6", "j10 a1 a2 j11 k10 s19 s18", Budget(nodes=60, seed=1))
    assert ahead.reason == "searched"
    assert ahead.score > 0


def test_a_score_in_pieces_is_no_chance_in_logits() -> None:
    """A pawn more is not three games of four."""
    room = games.room("xiangqi")
    position = room.from_text(
        "rnbakabnr/9/1c5c1/p1p1p1p2/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    )
    chance, win = evaluate(position, 0.05, lambda: False)
    assert win is None
    assert chance is not None
    assert 0.5 < chance < 0.7
    assert chance_of(400, 400.0) == chance_of(100)
