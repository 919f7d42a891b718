"""The general evaluation: counts kept under do and undo are those that the law counts."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kikashi import games
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.stones.evaluation import SetWeights, evaluate, general_weights

pytestmark = pytest.mark.native

GAMES = {
    "gomoku": {"size": "9x9"},
    "connect6": {"size": "9x9"},
    "goclub": {"size": "7x7"},
    "connect": {"size": "6x6", "k": "4"},
}


def scattered(game: str, seed: int) -> StonePosition:
    position = games.room(game).start(GAMES[game])
    assert isinstance(position, StonePosition)
    chance = Random(seed)
    for _ in range(chance.randrange(30)):
        if position.is_over:
            break
        position = position.with_stone(chance.choice(cells_of(position.legal_cells())))
    return position


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6))
def test_open_sets_and_gains_are_those_that_the_law_counts(game: str, seed: int) -> None:
    position = scattered(game, seed)
    weights = general_weights(position.rules)
    found = evaluate(position, weights)
    for player in (0, 1):
        mine, theirs = position.boards[player], position.boards[1 - player]
        counts = [0] * len(found.open_sets[player])
        gains = [0] * len(position.rules.cells)
        for mask in position.rules.masks:
            if mask & theirs:
                continue
            lack = (mask & ~mine).bit_count()
            if mask & mine:
                counts[lack] += 1
            for cell in cells_of(mask) if lack else ():
                gains[cell] += weights.gain[lack - 1]
        assert found.open_sets[player] == tuple(counts)
        assert found.gains[player] == tuple(gains)


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6))
def test_the_value_is_the_weighted_sum_for_the_side_to_move(game: str, seed: int) -> None:
    position = scattered(game, seed)
    weights = SetWeights(mover=(7, 5, 3, 2, 1), waiting=(6, 4, 2, 1, 1), gain=(1,) * 6)
    found = evaluate(position, weights)
    mine, theirs = found.open_sets[position.mover], found.open_sets[1 - position.mover]
    expected = sum(
        weights.mover[lack - 1] * mine[lack] - weights.waiting[lack - 1] * theirs[lack]
        for lack in range(1, len(mine))
    )
    assert found.value == expected
