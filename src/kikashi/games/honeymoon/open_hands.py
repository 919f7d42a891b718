"""Two open hands for Python: exact tricks, what each card costs, proofs. The hot part is native."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache

from kikashi import _native
from kikashi.games.honeymoon.cards import DECK, ORDER, SUITS, beats, followers, sorted_hand
from kikashi.games.honeymoon.state import State

MEMORY = 4 << 20
MOST_NODES = 200_000
"""Of a certificate; longer proofs are searched and not written."""

Hands = tuple[frozenset[str], frozenset[str]]


def mask(hand: frozenset[str]) -> int:
    """A hand as the native solver takes it."""
    return sum(1 << ORDER[card] for card in hand)


class _Solvers(threading.local):
    """One for each thread: a solver is not shared, and what it has learned is true for ever."""

    def __init__(self) -> None:
        self.one = _native.HoneymoonSolver(MEMORY)


@cache
def _solvers() -> _Solvers:
    return _Solvers()


def solver() -> _native.HoneymoonSolver:
    """The solver of this thread."""
    return _solvers().one


def tricks(hands: Hands, trump: str, leader: int) -> int:
    """How many of the tricks that are left the first player takes."""
    return solver().tricks(mask(hands[0]), mask(hands[1]), SUITS.find(trump), leader == 0)


@dataclass(frozen=True)
class Value:
    """What a card leads to for whoever plays it."""

    card: str
    tricks: int
    """Of those that are left, the trick on the table included."""


def card_values(state: State) -> tuple[Value, ...]:
    """Every card that may be played now, the best first, each with its exact number of tricks."""
    mover = state.to_move
    if not state.led:
        first, second = (mask(hand) for hand in state.hands)
        led = solver().lead_values(first, second, SUITS.find(state.trump), mover == 0)
        found = [Value(DECK[card], tricks) for card, tricks in led]
    else:
        cards = followers(sorted_hand(state.hands[mover]), state.led)
        found = [Value(card, _after(state, card)) for card in cards]
    return tuple(sorted(found, key=lambda value: -value.tricks))


def _after(state: State, card: str) -> int:
    """Tricks of the follower after this answer."""
    follower = state.to_move
    count = len(state.hands[follower])
    led_by = 1 - follower
    return count - _trick(state.hands, state.trump, led_by, state.led, card)


def _trick(hands: Hands, trump: str, leader: int, led: str, answer: str) -> int:
    """Tricks of the leader, this one included; the led card has left the leader's hand."""
    left = _without(hands, 1 - leader, answer)
    taken = beats(answer, led, trump)
    winner = 1 - leader if taken else leader
    first = tricks(left, trump, winner) if left[0] else 0
    rest = first if leader == 0 else len(left[0]) - first
    return rest + (not taken)


def _without(hands: Hands, player: int, card: str) -> Hands:
    left = hands[player] - {card}
    return (left, hands[1]) if player == 0 else (hands[0], left)


def proof(
    hands: Hands, trump: str, leader: int, *, side: int, need: int, most_nodes: int = MOST_NODES
) -> list[list[object]]:
    """Nodes that prove that `side` takes `need` tricks; none if it does not, or they are many."""
    claimant, other = mask(hands[side]), mask(hands[1 - side])
    nodes: list[list[object]] = solver().proof(
        claimant, other, SUITS.find(trump), leader == side, need, most_nodes
    )
    return nodes
