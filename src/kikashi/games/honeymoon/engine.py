"""The computer as a player: bids and exchanges by samples that fit its view, plays perfectly.

A sample is a deal that the view allows; the exchange is played on by a quick rule and the thirteen
tricks exactly. The number of samples is the level. Equal views and equal seeds give equal play. In
the classic form both hands can be worked out when the bidding begins: it is solved too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
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
TRICK = 0.08
"""What a trick, counted in every eighth sample, is worth beside a contract, so that a sure result
is not thrown about."""
SURE = 2.0
"""Standard deviations by which a choice is behind when it is given up."""
ENOUGH = 24
"""Samples after which choices that went alike in every one of them are called equal."""
BEHIND = 1.0
"""In the classic form: so many contracts behind, times the root of the samples."""
EVERY = (1 << len(DECK)) - 1
"""All cards, as a mask."""
SURE_WIN = 1_000
"""The score of a deal that is won: scores are what is expected, 0 is even."""
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
    return baseline.best_card(state), "exact", _score(_outcome(state, values[0].tricks))


def _outcome(state: State, tricks: int) -> float:
    """From -1 to 1: the contract, which so many of the tricks that are left decide, or, where
    there is none, the tricks themselves."""
    mover, left = state.to_move, max(len(hand) for hand in state.hands)
    if not state.level:
        return (2 * tricks - left) / left
    taken = state.tricks[mover] + tricks
    made = taken >= 6 + state.level if mover == state.declarer else HAND - taken >= 6 + state.level
    return 1.0 if made == (mover == state.declarer) else -1.0


def _score(share: float) -> int:
    """What is expected, from -1 to 1, as the house's scores."""
    return round(SURE_WIN * max(-1.0, min(1.0, share)))


def judge_cards(
    known: Knowledge, options: dict[str, str], samples: int, random: Random, tried: int = EVERY
) -> list[tuple[int, int, int]]:
    """Each card of the exchange after the same samples, 64 at most: its number, tricks of every
    eighth of them, and a bit for each that reached the player's side of the contract."""
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
    most = HAND - 6 if options["score"] == "tricks" else 1  # points of one deal
    return _thought(best, "exact", _score(values[best][0] / most), 0, begun)


@dataclass
class Tried:
    """One choice in the samples: the deals that went well, a bit each, and what tricks add."""

    made: int = 0
    tricks: float = 0.0
    fixed: float | None = None
    """Its share of deals where no sample has to tell it."""

    def worth(self, samples: int) -> float:
        """Deals that went well."""
        made = self.made.bit_count() if self.fixed is None else self.fixed * samples
        return made + self.tricks

    def spread(self, other: Tried, samples: int) -> float:
        """The standard deviation of the difference: samples in which only one went well."""
        if self.fixed is not None or other.fixed is not None:
            return 0.5 * sqrt(samples + 1)
        return sqrt((self.made ^ other.made).bit_count() + 1)


def may_be_best(tried: dict[str, Tried], samples: int) -> dict[str, Tried]:
    """The choices that may still be the best; one where the samples have decided."""
    best = max(tried.values(), key=lambda one: one.worth(samples))
    most = best.worth(samples)
    left = {
        word: one
        for word, one in tried.items()
        if one is best or most - one.worth(samples) <= SURE * one.spread(best, samples)
    }
    alike = all(one.made == best.made and one.fixed is None for one in left.values())
    if samples >= ENOUGH and alike:
        return {word: one for word, one in left.items() if one is best}
    return left


def _exchange(
    known: Knowledge, options: dict[str, str], clock: _Clock, random: Random, begun: float
) -> Thought:
    if not known.upcard:
        return _draw(known, options, clock, random, begun)
    tried: dict[str, Tried] = {}
    mask = EVERY
    while len(tried) != 1 and (size := clock.next()):
        for card, tricks, made in judge_cards(known, options, size, random, mask):
            one = tried.setdefault(DECK[card], Tried())
            one.made |= made << (clock.drawn - size)
            one.tricks += TRICK * tricks
        tried = may_be_best(tried, clock.drawn)
        mask = sum(1 << ORDER[card] for card in tried)
    best = max(tried, key=lambda card: (tried[card].worth(clock.drawn), ORDER[card]))
    share = tried[best].worth(clock.drawn) / clock.drawn
    return _thought(best, "sampled", _score(2 * share - 1), clock.drawn, begun)


def _draw(
    known: Knowledge, options: dict[str, str], clock: _Clock, random: Random, begun: float
) -> Thought:
    worth: dict[int, float] = {}
    tried = EVERY
    while len(worth) != 1 and (size := clock.next()):
        found = judge_draws(known, options, size, random, tried)
        worth = {card: worth.get(card, 0.0) + value / 2 for card, value in found}
        least = max(worth.values()) - BEHIND * clock.drawn**0.5
        worth = {card: value for card, value in worth.items() if value >= least}
        tried = sum(1 << card for card in worth)
    best = max(worth, key=lambda card: (worth[card], card))
    share = worth[best] / clock.drawn
    return _thought(DECK[best], "sampled", _score(share), clock.drawn, begun)


def _bid(known: Knowledge, seen: View, clock: _Clock, random: Random, begun: float) -> Thought:
    """The lowest bid of each strain beside a pass: a higher one is reached less often."""
    lowest: dict[str, Move] = {}
    for word in seen.legal_moves:
        if word != PASS:
            lowest.setdefault(word[1], word)
    theirs = _their_bid(known)
    contracts = {
        word: (SUITS.find(bid[1]), word != PASS, 6 + int(bid[0]))
        for word, bid in [*((word, word) for word in lowest.values()), (PASS, theirs)]
        if bid
    }
    tried = {word: Tried() for word in contracts} | ({} if theirs else {PASS: Tried(fixed=0.5)})
    options = dict(seen.options)
    # The only word is sampled once too: what it is worth is asked where the other side bid so high.
    while (len(tried) != 1 or not clock.drawn) and (size := clock.next()):
        asked = [word for word in tried if word in contracts]
        found = open_hands.solver().judge_contracts(
            mine=open_hands.mask(frozenset(known.mine)),
            contracts=[contracts[word] for word in asked],
            ruffs=options["ruff"] == "yes",
            leader=LEADERS[options["lead"]],
            samples=size,
            seed=random.getrandbits(63),
        )
        for word, made in zip(asked, found, strict=True):
            tried[word].made |= made << (clock.drawn - size)
        tried = may_be_best(tried, clock.drawn)
    # Of equal promises the higher bid leaves the other side less room, but a pass costs nothing.
    order = {word: number for number, word in enumerate(seen.legal_moves)}
    best = max(tried, key=lambda w: (tried[w].worth(clock.drawn), w == PASS, order[w]))
    promise = _promise(tried[best].worth(clock.drawn), clock.drawn)
    return _thought(best, "sampled", _score(promise), clock.drawn, begun)


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
    theirs = _their_bid(known)
    if not theirs:
        return 0.0
    tricks = counts[1][_strain(theirs)]
    return -_promise(sum(tricks[: 13 - 6 - int(theirs[0]) + 1]), samples)


def _their_bid(known: Knowledge) -> Move:
    """The last bid of the other side; empty where it made none."""
    theirs = [bid for player, bid in known.bids if bid != PASS and player != known.player]
    return theirs[-1] if theirs else ""


def _promise(made: float, samples: int) -> float:
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
    "Tried",
    "auction_values",
    "bid_values",
    "judge_cards",
    "judge_draws",
    "ladder",
    "may_be_best",
    "think",
]
