"""The players: legal, blind to what their view does not hold, and reproducible."""

from __future__ import annotations

from random import Random

import pytest

from kikashi.games import room
from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.engine import (
    ENOUGH,
    LADDER,
    Tried,
    auction_values,
    judge_cards,
    may_be_best,
    think,
)
from kikashi.games.honeymoon.knowledge import knowledge_of
from kikashi.games.honeymoon.table import PASS, Table, table_of
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


@pytest.mark.parametrize("form", ["contest", "classic"])
def test_equal_views_and_equal_seeds_give_equal_play(form: str) -> None:
    random = Random(4)
    compared = 0
    for seed in range(8):
        for position in random_game(seed, {"form": form})[26:100:9]:
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


def after_the_draws(seed: int, options: dict[str, str]) -> Table:
    """A deal of the classic form whose cards are drawn and whose bidding begins."""
    position = table_of(HONEYMOON.start({"form": "classic", **options}))
    random = Random(seed)
    while position.state.phase != "bidding":
        position = position.play(random.choice(position.legal_moves()))
    return position


def plain_value(position: Table, player: int, known: dict[tuple[str, str], int]) -> int:
    """The auction by the law alone, every word tried, the play by the slow route of the solver."""
    state = position.state
    if state.phase == "over":
        return 0
    if state.phase == "play":
        first = open_hands.card_values(state)[0].tricks
        mine = first if state.to_move == player else 13 - first
        over = (mine if state.declarer == player else 13 - mine) - 6 - state.level
        scored = position.options["score"] == "tricks"
        gain = (over + 1 if over >= 0 else over) if scored else (1 if over >= 0 else -1)
        return gain if state.declarer == player else -gain
    key = (str(state.to_move), " ".join(bid for _, bid in state.bids[-1:]))
    if state.bids and key in known:
        return known[key]
    values = [plain_value(position.play(word), player, known) for word in position.legal_moves()]
    found = max(values) if state.to_move == player else min(values)
    known[key] = found
    return found


@pytest.mark.parametrize(
    "options", [{}, {"score": "tricks", "lead": "defender"}, {"notrump": "no", "lead": "declarer"}]
)
def test_the_classic_auction_is_solved(options: dict[str, str]) -> None:
    position = after_the_draws(5, options)
    for word in ("", "2H"):
        here = position.play(word) if word else position
        player = here.to_move
        known: dict[tuple[str, str], int] = {}
        values = auction_values(knowledge_of(here.view(player)), dict(here.options))
        assert {move: value for move, (value, _) in values.items()} == {
            move: plain_value(here.play(move), player, known) for move in here.legal_moves()
        }
    chosen = think(here.view(player), LADDER[6].style, Budget(nodes=2)).moves[0]
    assert values[chosen][0] == max(value for value, _ in values.values())


def test_the_classic_draws_keep_what_bids_need() -> None:
    """A low card goes, not the ace of the long suit."""
    strong = ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "HA", "HK", "DA", "DK", "C3", "C2"]
    weak = ["S2", "S3", "S4", "H2", "H3", "H4", "D2", "D3", "D4", "D5", "C4", "C5", "C6"]
    deal = [card for pair in zip(strong, weak, strict=True) for card in pair]
    position = HONEYMOON.start({"form": "classic"}).play_all(deal)
    card = think(position.view(0), LADDER[7].style, Budget(nodes=16)).moves[0]
    assert card in ("C2", "C3")


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


def test_samples_end_where_they_have_decided() -> None:
    """Only samples in which one choice went well and the other did not tell them apart."""
    half, all_but = 0b01010101, 0b11111110
    clear = {"a": Tried(made=(1 << 40) - 1), "b": Tried(made=0b1111)}
    assert list(may_be_best(clear, 40)) == ["a"]
    close = {"a": Tried(made=half), "b": Tried(made=all_but)}
    assert set(may_be_best(close, 8)) == {"a", "b"}
    alike = {"a": Tried(made=half, tricks=0.4), "b": Tried(made=half, tricks=0.5)}
    assert set(may_be_best(alike, ENOUGH - 1)) == {"a", "b"}
    assert set(may_be_best(alike, ENOUGH)) == {"b"}
    certain = {"a": Tried(made=(1 << 64) - 1), "pass": Tried(fixed=0.5)}
    assert list(may_be_best(certain, 64)) == ["a"]


def test_a_bit_for_each_sample_that_went_well() -> None:
    """The same samples for every card, and for the same seed whatever else is tried."""
    position = next(
        here
        for here in random_game(3, {})
        if table_of(here).state.phase == "exchange" and here.to_move >= 0
    )
    known = knowledge_of(position.view(position.to_move))
    options = dict(position.options)
    whole = judge_cards(known, options, 24, Random(5))
    for card, tricks, made in whole:
        assert made < 1 << 24
        assert 0 <= tricks <= 3 * 13
        alone = judge_cards(known, options, 24, Random(5), tried=1 << card)
        assert alone == [(card, tricks, made)]
