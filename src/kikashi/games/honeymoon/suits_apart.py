"""The paper's search without trumps: each suit on its own, as if the others were not there.

A suit is played out alone: whoever takes a trick leads the next one, and cards to which the other
side cannot follow are tricks. The paper does not say how suits are put together where hands have
different lengths in them; here the surplus of one side's tricks over the other's is shared out,
rounded for who leads. What comes out is an estimate: `bench/bench_honeymoon.py --only apart`
compares it with the exact value.
"""

from __future__ import annotations

from functools import cache

from kikashi.games.honeymoon.cards import ORDER, SUITS
from kikashi.games.honeymoon.state import State
from kikashi.law import GameError

FIRST, SECOND = "1", "2"


def estimate(state: State) -> int:
    """Tricks of the first hand, by suits apart; GameError where there are trumps."""
    if state.trump in SUITS:
        raise GameError("suits are played apart only where there are no trumps")
    if state.led:
        raise GameError("suits are played apart between two tricks")
    left = len(state.hands[0])
    surplus = 0
    for suit in SUITS:
        owners = owners_of(state, suit)
        tricks = alone(owners, state.to_move == 0)
        surplus += 2 * tricks - total(owners)
    return min(max((left + surplus + (state.to_move == 0)) // 2, 0), left)


def owners_of(state: State, suit: str) -> str:
    """Whose the cards of a suit are, from the highest: `1221`."""
    held = [(ORDER[card], FIRST) for card in state.hands[0] if card[0] == suit]
    held += [(ORDER[card], SECOND) for card in state.hands[1] if card[0] == suit]
    return "".join(owner for _, owner in sorted(held))


def total(owners: str) -> int:
    """Tricks that a suit has: as many as its longer holding."""
    return max(owners.count(FIRST), owners.count(SECOND))


@cache
def alone(owners: str, first_leads: bool) -> int:
    """Tricks of the first hand in a suit that is played out alone."""
    mine, theirs = (FIRST, SECOND) if first_leads else (SECOND, FIRST)
    if mine not in owners:  # the other side has the rest
        return len(owners) if theirs == FIRST else 0
    if theirs not in owners:
        return len(owners) if mine == FIRST else 0
    leads = [n for n, owner in enumerate(owners) if owner == mine]
    best = max if first_leads else min
    return best(_led(owners, n, first_leads) for n in leads)


def _led(owners: str, led: int, first_leads: bool) -> int:
    """After a lead, against the other side's best answer."""
    other = SECOND if first_leads else FIRST
    best = min if first_leads else max
    return best(
        _trick(owners, led, answer, first_leads)
        for answer, owner in enumerate(owners)
        if owner == other
    )


def _trick(owners: str, led: int, answer: int, first_leads: bool) -> int:
    first_wins = (led < answer) == first_leads
    rest = "".join(owner for n, owner in enumerate(owners) if n not in (led, answer))
    return first_wins + alone(rest, first_wins)
