"""The player of paper 000, by its values of cards: a baseline to measure ours against.

Its text survives in parts. What is written there: trumps A K Q J 10 count 100 95 90 88 86 and other
cards 90 60 50 40 37; it passes when every suit is low; the exchange goes by the probability that a
card takes the open one; the play is an exact search. Levels of bids and the values of low cards are
lost: ours, marked below.
"""

from __future__ import annotations

from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.cards import RANKS, SUITS, beats
from kikashi.games.honeymoon.knowledge import Knowledge
from kikashi.games.honeymoon.state import State
from kikashi.games.honeymoon.table import PASS
from kikashi.law import Move

TRUMP_VALUES = dict(zip(RANKS, (100, 95, 90, 88, 86, 84, 82, 80, 78, 76, 74, 72, 70), strict=True))
SIDE_VALUES = dict(zip(RANKS, (90, 60, 50, 40, 37, 32, 28, 24, 20, 16, 12, 8, 4), strict=True))
LOW = 640
"""A strain of fewer points than this is passed; ours."""
POINTS_A_LEVEL = 75
"""Points over LOW for each further level; ours."""


def worth(card: str, trump: str) -> int:
    """The paper's value of a card."""
    return (TRUMP_VALUES if card[0] == trump else SIDE_VALUES)[card[1]]


def bid(known: Knowledge, legal_moves: tuple[Move, ...]) -> Move:
    """The suit with the most points as trumps, as high as its points go."""
    points = {suit: sum(worth(card, suit) for card in known.mine) for suit in SUITS}
    best = max(SUITS, key=lambda suit: points[suit])
    if points[best] < LOW:
        return PASS
    highest = min(7, 1 + (points[best] - LOW) // POINTS_A_LEVEL)
    mine = [f"{level}{best}" for level in range(1, highest + 1)]
    return next((word for word in mine if word in legal_moves), PASS)


def exchange(known: Knowledge, legal_moves: tuple[Move, ...], *, ruff: bool) -> Move:
    """Takes the open card where it is better than an unseen one, with the likeliest cheap card."""
    trump = known.trump
    unseen = known.unseen
    usual = sum(worth(card, trump) for card in unseen) / max(len(unseen), 1)
    gain = (worth(known.upcard, trump) if known.upcard else usual) - usual
    counted = trump if ruff else ""

    def value(card: str) -> float:
        return gain * (2 * _chance(known, card, counted) - 1) - worth(card, trump)

    return max(legal_moves, key=lambda card: (value(card), card))


def _chance(known: Knowledge, card: str, trump: str) -> float:
    """The probability that a card wins the exchange, each unseen card being as likely theirs."""
    if known.led:
        return float(beats(card, known.led, trump))
    pool = [*known.theirs, *known.unseen]
    better = sum(beats(other, card, trump) and other[0] == card[0] for other in pool)
    share = known.their_count / max(len(pool), 1)
    return float((1 - share) ** better)


def play(known: Knowledge) -> Move:
    """Perfect play: the other hand is known."""
    return best_card(state_of(known))


def state_of(known: Knowledge) -> State:
    """The play as the solver sees it."""
    hands: list[frozenset[str]] = [frozenset(), frozenset()]
    hands[known.player] = frozenset(known.mine)
    hands[1 - known.player] = known.their_hand()
    return State(
        "play", (hands[0], hands[1]), to_move=known.to_move, trump=known.trump, led=known.led
    )


def best_card(state: State) -> Move:
    """The lowest of the cards that cost nothing."""
    values = open_hands.card_values(state)
    best = [value.card for value in values if value.tricks == values[0].tricks]
    return max(best, key=lambda card: RANKS.index(card[1]))


def choose(known: Knowledge, legal_moves: tuple[Move, ...], *, ruff: bool) -> Move:
    """The move of the paper's player."""
    if known.phase == "bidding":
        return bid(known, legal_moves)
    if known.phase == "exchange":
        return exchange(known, legal_moves, ruff=ruff)
    return play(known)


__all__ = ["best_card", "choose", "state_of", "worth"]
