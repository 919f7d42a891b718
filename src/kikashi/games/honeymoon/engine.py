"""The computer as a player: bids and exchanges by samples that fit its view, plays perfectly.

A sample is a deal that the view allows; the exchange is played on by a quick rule and the thirteen
tricks exactly. The number of samples is the level. Equal views and equal seeds give equal play. In
the classic form both hands can be worked out when the bidding begins: it is solved too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from kikashi.games.honeymoon import baseline, open_hands
from kikashi.games.honeymoon.cards import DECK, HAND, ORDER, STRAINS, SUITS
from kikashi.games.honeymoon.knowledge import Knowledge, knowledge_of
from kikashi.games.honeymoon.state import State
from kikashi.games.honeymoon.table import PASS, table_of
from kikashi.law import GameError, Move, Position, View
from kikashi.search.playing import Budget, Rung, Style, Thought, kept_seconds

ROUND = 8
"""Samples between two looks at the clock."""
TRICK = 0.04
"""What a trick counts beside a contract, so that a sure result is not thrown about."""
BEHIND = 1.0
"""A card is given up when it is so many contracts behind, times the root of the samples: two
standard deviations of the difference, or more."""
EVERY = (1 << len(DECK)) - 1
"""All cards, as a mask."""
LEADERS = {"last": 0, "declarer": 1, "defender": 2}


@dataclass(frozen=True)
class Samples(Style):
    """How a level thinks: the share of moves that are left to luck, and whether it samples."""

    luck: float = 0.0
    paper: bool = False


LADDER = (
    Rung(1, 0.5, Samples(luck=0.5, paper=True)),
    Rung(1, 0.5, Samples(luck=0.25, paper=True)),
    Rung(1, 0.5, Samples(luck=0.1, paper=True)),
    Rung(1, 0.5, Samples(paper=True)),
    Rung(2, 0.5, Samples()),
    Rung(5, 0.5, Samples()),
    Rung(12, 1.0, Samples()),
    Rung(40, 1.0, Samples()),
    Rung(150, 2.0, Samples()),
    Rung(600, 4.0, Samples()),
)
"""`nodes` of a rung is its number of samples."""


def ladder(start: Position) -> tuple[Rung, ...]:
    """Ten rungs, the weakest first."""
    table_of(start)
    return LADDER


def think(
    seen: View, style: Style, budget: Budget, stop: Callable[[], bool] | None = None
) -> Thought:
    """Chooses a move for the viewer, who is asked."""
    begun = time.monotonic()
    if not seen.legal_moves:
        raise GameError("this player is not asked; there is no move to choose")
    random = Random(f"{budget.seed} {seen.text}")
    manner = style if isinstance(style, Samples) else Samples()
    if manner.luck and random.random() < manner.luck:
        return _thought(random.choice(_modest(seen.legal_moves)), "luck", 0, 0, begun)
    if seen.whole is not None:
        return _thought(*_perfect(table_of(seen.whole).state), 0, begun)
    known = knowledge_of(seen)
    options = dict(seen.options)
    if known.phase == "play":
        return _thought(*_perfect(baseline.state_of(known)), 0, begun)
    if manner.paper:
        ruff = options["ruff"] == "yes"
        return _thought(baseline.choose(known, seen.legal_moves, ruff=ruff), "rule", 0, 0, begun)
    seconds = kept_seconds(budget.seconds, begun)
    clock = _Clock(budget.nodes, begun + seconds if seconds else None, stop)
    if known.phase == "bidding":
        if options["form"] == "classic":
            return _auction(known, options, begun)
        return _bid(known, seen, clock, random, begun)
    return _exchange(known, options, clock, random, begun)


class _Clock:
    """How many samples are still to be drawn, in rounds."""

    def __init__(
        self, samples: int | None, until: float | None, stop: Callable[[], bool] | None
    ) -> None:
        self._left = samples if samples is not None else 100_000
        self._until = until
        self._stop = stop
        self.drawn = 0

    def next(self) -> int:
        """The size of the next round; 0 when it is time to answer."""
        late = self._until is not None and time.monotonic() >= self._until
        if self.drawn and (late or (self._stop is not None and self._stop())):
            return 0
        size = min(ROUND, self._left)
        self._left -= size
        self.drawn += size
        return size


def _perfect(state: State) -> tuple[Move, str, int]:
    values = open_hands.card_values(state)
    return baseline.best_card(state), "exact", 100 * values[0].tricks


def judge_cards(
    known: Knowledge, options: dict[str, str], samples: int, random: Random, tried: int = EVERY
) -> list[tuple[int, int, int]]:
    """Each card of the exchange after the same samples: its number, tricks of every fourth of them,
    and how often the player's side of the contract was reached."""
    return open_hands.solver().judge_cards(
        mine=open_hands.mask(frozenset(known.mine)),
        theirs=open_hands.mask(frozenset(known.theirs)),
        unseen=open_hands.mask(frozenset(known.unseen)),
        their_unknown=known.their_unknown,
        most=[known.most[suit] for suit in SUITS],
        upcard=ORDER[known.upcard],
        led=ORDER[known.led] if known.led else -1,
        rounds=HAND - known.exchanged,
        trump=SUITS.find(known.trump),
        declarer=known.declarer == known.player,
        need=6 + known.level,
        ruffs=options["ruff"] == "yes",
        leader=LEADERS[options["lead"]],
        tried=tried,
        samples=samples,
        seed=random.getrandbits(63),
    )


def judge_draws(
    known: Knowledge, options: dict[str, str], samples: int, random: Random, tried: int = EVERY
) -> list[tuple[int, int]]:
    """Each card of an exchange without an open card, after the same samples: its number, and the
    sum of what the bidding and the play after it are worth, both sides knowing everything."""
    return open_hands.solver().judge_draws(
        mine=open_hands.mask(frozenset(known.mine)),
        theirs=open_hands.mask(frozenset(known.theirs)),
        unseen=open_hands.mask(frozenset(known.unseen)),
        their_unknown=known.their_unknown,
        most=[known.most[suit] for suit in SUITS],
        led=ORDER[known.led] if known.led else -1,
        rounds=HAND - known.exchanged,
        leader=LEADERS[options["lead"]],
        no_trump=options["notrump"] == "yes",
        by_tricks=options["score"] == "tricks",
        mine_first=known.player == 0,
        tried=tried,
        samples=samples,
        seed=random.getrandbits(63),
    )


def auction_values(known: Knowledge, options: dict[str, str]) -> dict[Move, tuple[int, int]]:
    """What a pass and each higher bid of the classic form are worth if neither side errs any more,
    and what if nobody says more. Exact: after the exchange both hands can be worked out."""
    bids = [bid for _, bid in known.bids]
    held = bids[-1] if bids and bids[-1] != PASS else ""
    found = open_hands.solver().judge_bids(
        mine=open_hands.mask(frozenset(known.mine)),
        theirs=open_hands.mask(known.their_hand()),
        mine_last=known.last == known.player,
        leader=LEADERS[options["lead"]],
        no_trump=options["notrump"] == "yes",
        by_tricks=options["score"] == "tricks",
        held=5 * (int(held[0]) - 1) + STRAINS.index(held[1]) if held else -1,
        passed=PASS in bids,
    )
    return {
        PASS if bid < 0 else f"{bid // 5 + 1}{STRAINS[bid % 5]}": (value, stands)
        for bid, value, stands in found
    }


def _auction(known: Knowledge, options: dict[str, str], begun: float) -> Thought:
    values = auction_values(known, options)
    # Of equal values the one that is worth most if the other side gives up.
    best = max(values, key=lambda word: (values[word], word == PASS))
    return _thought(best, "exact", 100 * values[best][0], 0, begun)


def _exchange(
    known: Knowledge, options: dict[str, str], clock: _Clock, random: Random, begun: float
) -> Thought:
    worth: dict[int, float] = {}
    tried = EVERY
    while size := clock.next():
        if known.upcard:
            found = [
                (card, made + TRICK * tricks)
                for card, tricks, made in judge_cards(known, options, size, random, tried)
            ]
        else:
            found = [
                (card, value / 2)
                for card, value in judge_draws(known, options, size, random, tried)
            ]
        worth = {card: worth.get(card, 0.0) + value for card, value in found}
        least = max(worth.values()) - BEHIND * clock.drawn**0.5
        tried = sum(1 << card for card, value in worth.items() if value >= least)
    best = max(worth, key=lambda card: (worth[card], card))
    share = worth[best] / clock.drawn
    return _thought(DECK[best], "sampled", round(1000 * share), clock.drawn, begun)


def _bid(known: Knowledge, seen: View, clock: _Clock, random: Random, begun: float) -> Thought:
    values = bid_values(known, seen, clock.next, random)
    # Of equal promises the higher bid leaves the other side less room, but a pass costs nothing.
    order = {word: number for number, word in enumerate(seen.legal_moves)}
    best = max(values, key=lambda word: (values[word], word == PASS, order[word]))
    return _thought(best, "sampled", round(1000 * values[best]), clock.drawn, begun)


def bid_values(
    known: Knowledge, seen: View, rounds: Callable[[], int], random: Random
) -> dict[Move, float]:
    """What each word is worth if it ends the bidding, from -1 to 1; `rounds` gives the samples of
    the next round, 0 to end."""
    options = dict(seen.options)
    drawn = 0
    counts: list[list[list[int]]] = [[[0] * 14 for _ in range(5)] for _ in range(2)]
    while size := rounds():
        drawn += size
        found = open_hands.solver().judge_strains(
            mine=open_hands.mask(frozenset(known.mine)),
            ruffs=options["ruff"] == "yes",
            leader=LEADERS[options["lead"]],
            samples=size,
            seed=random.getrandbits(63),
        )
        for whose, strains in enumerate(found):
            for strain, tricks in enumerate(strains):
                for taken, times in enumerate(tricks):
                    counts[whose][strain][taken] += times
    return {word: _value(word, known, counts, drawn) for word in seen.legal_moves}


def _value(word: Move, known: Knowledge, counts: list[list[list[int]]], samples: int) -> float:
    """What a bid, or a pass, is worth if it ends the bidding: from -1 to 1."""
    if word != PASS:
        tricks = counts[0][_strain(word)]
        return _promise(sum(tricks[6 + int(word[0]) :]), samples)
    theirs = [bid for player, bid in known.bids if bid != PASS and player != known.player]
    if not theirs:
        return 0.0
    tricks = counts[1][_strain(theirs[-1])]
    return -_promise(sum(tricks[: 13 - 6 - int(theirs[-1][0]) + 1]), samples)


def _promise(made: int, samples: int) -> float:
    """From -1 to 1, by Laplace's rule: a few samples make nothing certain."""
    return 2 * (made + 1) / (samples + 2) - 1


def _strain(word: Move) -> int:
    return SUITS.index(word[1]) if word[1] in SUITS else 4


def _modest(legal_moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """A guess bids no slam."""
    if PASS not in legal_moves:
        return legal_moves
    return tuple(w for w in legal_moves if w == PASS or w[0] == "1") or (PASS,)


def _thought(move: Move, reason: str, score: int, samples: int, begun: float) -> Thought:
    return Thought(
        moves=(move,),
        reason=reason,
        score=score,
        depth=0,
        line=((move,),),
        nodes=samples,
        seconds=time.monotonic() - begun,
        refused=0,
    )


__all__ = [
    "LADDER",
    "Samples",
    "auction_values",
    "bid_values",
    "judge_cards",
    "judge_draws",
    "ladder",
    "think",
]
