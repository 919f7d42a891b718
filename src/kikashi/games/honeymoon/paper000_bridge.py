"""Paper 000 on honeymoon bridge: its values of cards as a player, and its search without trumps.

The paper prints values of the five highest cards and says how it searches; it gives no figure of
strength. Ours against its player, and its suits played apart beside the exact value, are measured.
"""

from __future__ import annotations

import random
import time
from collections import Counter

from kikashi.arena.statistics import Tally, wilson
from kikashi.games.honeymoon import ROOM, open_hands, suits_apart
from kikashi.games.honeymoon.baseline import SIDE_VALUES, TRUMP_VALUES
from kikashi.games.honeymoon.cards import DECK, HAND, NO_TRUMP, RANKS
from kikashi.games.honeymoon.engine import Samples, think
from kikashi.games.honeymoon.state import State
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.play.referee import Referee
from kikashi.search.playing import Budget

ID = "000-bridge"
PAPER = "000"
TITLE = "Honeymoon bridge: the paper's values of cards and its search suit by suit"
TITLE_ZH = "蜜月橋牌：論文的牌值，與逐門花色的搜尋"
QUICK = 4
DECKS, SAMPLES = 100, 10
HANDS_A_DECK = 5
"""Open deals without trumps for each deck of the match."""
MISSING = (
    "The paper gives no figure of strength and none of its search: there is nothing to compare.",
    "Of its text levels of bids, values of low cards and how suits are put together are lost; ours "
    "stand in baseline.py and suits_apart.py.",
)


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` plays N decks from both seats instead of a hundred."""
    began = time.perf_counter()
    decks = settings.games or DECKS
    won = lost = passed = 0
    for number in range(decks):
        for seat in range(2):
            payoff = _payoff(number, seat)
            won, lost = won + (payoff > 0), lost + (payoff < 0)
            passed += payoff == 0
        report("decks", number + 1, decks)
    low, high = wilson(Tally(wins=won, losses=lost))
    off = _apart(HANDS_A_DECK * decks)
    deals = sum(off.values())
    mean = sum(abs(by) * times for by, times in off.items()) / deals
    values = tuple(
        (rank, str(TRUMP_VALUES[rank]), str(SIDE_VALUES[rank])) for rank in RANKS[: len("AKQJT")]
    )
    return Answer(
        tables=(
            Table("The paper's values", ("card", "as a trump", "else"), values),
            Table(
                f"Ours with {SAMPLES} samples against the paper's player, {decks} decks from both "
                f"seats",
                ("won", "lost", "passed out", "of decided deals", "95%"),
                (
                    (
                        *map(str, (won, lost, passed)),
                        f"{100 * won / max(1, won + lost):.1f}%",
                        f"{100 * low:.0f} to {100 * high:.0f}%",
                    ),
                ),
            ),
            Table(
                f"Suits apart beside the exact number of tricks, {deals} open deals without trumps",
                ("equal", "off by, tricks on average", "off at most"),
                (
                    (
                        f"{100 * off[0] / deals:.1f}%",
                        f"{mean:.2f}",
                        str(max(map(abs, off))),
                    ),
                ),
            ),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {decks}" if settings.games else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )


def _payoff(deck: int, ours: int) -> int:
    """Of our player, in that seat; both seats see the same deck."""
    referee = Referee(ROOM.start(), b"paper %d" % deck)
    while referee.game.result is None:
        (player,) = referee.waiting_for()
        style = Samples() if player == ours else Samples(paper=True)
        budget = Budget(nodes=SAMPLES, seed=deck)
        referee.answer(player, think(referee.view(player), style, budget).moves[0])
    return referee.game.result.payoffs[ours]


def _apart(deals: int) -> Counter[int]:
    """How many tricks too many the paper's search finds, by how often."""
    chance = random.Random(1)
    off: Counter[int] = Counter()
    for _ in range(deals):
        cards = chance.sample(DECK, 2 * HAND)
        hands = (frozenset(cards[:HAND]), frozenset(cards[HAND:]))
        state = State("play", hands, to_move=chance.randrange(2), trump=NO_TRUMP)
        exact = open_hands.tricks(hands, NO_TRUMP, state.to_move)
        off[suits_apart.estimate(state) - exact] += 1
    return off
