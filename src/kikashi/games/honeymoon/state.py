"""What has happened in a deal, folded together."""

from __future__ import annotations

from dataclasses import dataclass

from kikashi.games.honeymoon.cards import DECK
from kikashi.law import CHANCE

Hands = tuple[frozenset[str], frozenset[str]]


@dataclass(frozen=True)
class State:
    """All that has happened, folded together; a `Table` wraps it with the options."""

    phase: str
    """`deal`, `bidding`, `exchange`, `play` or `over`."""
    hands: Hands
    to_move: int = CHANCE
    gone: frozenset[str] = frozenset()
    """Cards that were played."""
    bids: tuple[tuple[int, str], ...] = ()
    trump: str = ""
    declarer: int = -1
    level: int = 0
    upcard: str = ""
    """The open card of the stock; empty while none lies open."""
    owed: int = -1
    """Who is to be given a hidden card of the stock."""
    last: int = 0
    """Who won the last exchange, and leads."""
    led: str = ""
    exchanged: int = 0
    tricks: tuple[int, int] = (0, 0)

    @property
    def stock(self) -> tuple[str, ...]:
        """The cards that nobody has seen, in the order of the deck: a set, not a sequence."""
        out = self.gone | self.hands[0] | self.hands[1] | {self.upcard, self.led}
        return tuple(card for card in DECK if card not in out)


EMPTY = State("deal", (frozenset(), frozenset()))


def with_card(hands: Hands, player: int, card: str) -> Hands:
    grown = hands[player] | {card}
    return (grown, hands[1]) if player == 0 else (hands[0], grown)


def without_card(hands: Hands, player: int, card: str) -> Hands:
    left = hands[player] - {card}
    return (left, hands[1]) if player == 0 else (hands[0], left)
