"""The players: legal, blind to what their view does not hold, and reproducible."""

from __future__ import annotations

from random import Random

import pytest

from kikashi.games import room
from kikashi.games.honeymoon.engine import LADDER, think
from kikashi.games.honeymoon.table import PASS, Table
from kikashi.play.referee import Referee
from kikashi.search.playing import Budget, Rung

from .test_honeymoon_rules import random_game, shuffled_twin

pytestmark = pytest.mark.native

HONEYMOON = room("honeymoon")


def play(rungs: tuple[Rung, Rung], seed: int, options: dict[str, str] | None = None) -> Referee:
    referee = Referee(HONEYMOON.start(options), str(seed).encode())
    while referee.game.result is None:
        (player,) = referee.waiting_for()
        rung = rungs[player]
        thought = think(
            referee.view(player), rung.style, Budget(nodes=min(rung.nodes or 2, 2), seed=seed)
        )
        referee.answer(player, thought.moves[0])
    return referee


@pytest.mark.parametrize("number", range(len(LADDER)))
def test_every_level_plays_a_deal_to_its_end(number: int) -> None:
    options = ({}, {"form": "classic"}, {"lead": "defender", "notrump": "no"})[number % 3]
    referee = play((LADDER[number], LADDER[3]), number, options)
    assert referee.game.result is not None


def test_equal_views_and_equal_seeds_give_equal_play() -> None:
    random = Random(4)
    compared = 0
    for seed in range(8):
        for position in random_game(seed)[26:100:9]:
            player = position.to_move
            if player < 0 or position.result() is not None:
                continue
            twin = shuffled_twin(position, player, random)
            if twin is None or twin.result() is not None or twin.to_text() == position.to_text():
                continue
            for rung in (LADDER[3], LADDER[6]):
                budget = Budget(nodes=3, seed=9)
                one, two = (
                    think(here.view(player), rung.style, budget).moves for here in (position, twin)
                )
                assert one == two, position.to_text()
                compared += 1
    assert compared > 8


def test_the_play_is_perfect() -> None:
    """With everything known the player takes what the solver says."""
    start = HONEYMOON.from_text(HONEYMOON.example)
    position = start
    while position.result() is None:
        seen = position.view(position.to_move)
        position = position.play(think(seen, LADDER[9].style, Budget(nodes=1)).moves[0])
    assert isinstance(position, Table)
    assert position.state.tricks == (9, 4)


def test_a_hand_of_high_cards_is_bid_and_an_empty_one_passed() -> None:
    strong = ["SA", "SK", "SQ", "SJ", "ST", "HA", "HK", "HQ", "DA", "DK", "CA", "CK", "CQ"]
    weak = ["S2", "S3", "S4", "H2", "H3", "H4", "D2", "D3", "D4", "D5", "C2", "C3", "C4"]
    deal = [card for pair in zip(strong, weak, strict=True) for card in pair]
    position = HONEYMOON.start().play_all(deal)
    for rung in (LADDER[3], LADDER[7]):
        bid = think(position.view(0), rung.style, Budget(nodes=8)).moves[0]
        assert bid != PASS
    swapped = HONEYMOON.start().play_all(
        [c for pair in zip(weak, strong, strict=True) for c in pair]
    )
    assert think(swapped.view(0), LADDER[3].style, Budget(nodes=8)).moves[0] == PASS
