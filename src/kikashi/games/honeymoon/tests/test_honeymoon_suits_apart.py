"""Suits apart: exact where there is one suit, an estimate elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from kikashi.games import room
from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.cards import DECK, NO_TRUMP
from kikashi.games.honeymoon.state import State
from kikashi.games.honeymoon.suits_apart import alone, estimate, owners_of
from kikashi.games.honeymoon.table import table_of
from kikashi.law import GameError

pytestmark = pytest.mark.native


def test_one_suit_alone_is_exact() -> None:
    random = Random(8)
    for _ in range(60):
        cards = random.sample([card for card in DECK if card[0] == "S"], 2 * random.randint(1, 5))
        random.shuffle(cards)
        half = len(cards) // 2
        hands = frozenset(cards[:half]), frozenset(cards[half:])
        for leader in range(2):
            state = State("play", hands, to_move=leader, trump=NO_TRUMP)
            exact = open_hands.tricks(hands, NO_TRUMP, leader)
            assert alone(owners_of(state, "S"), leader == 0) == exact == estimate(state)


def test_it_is_an_estimate_where_suits_meet() -> None:
    """A throw-in needs two suits: apart, nobody sees it."""
    random, equal = Random(9), 0
    for _ in range(100):
        cards = random.sample(DECK, 16)
        hands = frozenset(cards[:8]), frozenset(cards[8:])
        state = State("play", hands, to_move=0, trump=NO_TRUMP)
        assert 0 <= estimate(state) <= 8
        equal += estimate(state) == open_hands.tricks(hands, NO_TRUMP, 0)
    assert 20 < equal < 90


def test_trumps_are_refused() -> None:
    table = table_of(room("honeymoon").from_text(room("honeymoon").example))
    with pytest.raises(GameError, match="no trumps"):
        estimate(table.state)
