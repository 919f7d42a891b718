"""Cards, hands and tricks. A card is a word of suit and rank, such as `SA` or `D7`."""

from __future__ import annotations

from collections.abc import Iterable

from kikashi.law import BadTextError
from kikashi.law.contract import printable

SUITS = "SHDC"
RANKS = "AKQJT98765432"
"""From the highest down."""
NO_TRUMP = "N"
STRAINS = "CDHSN"
"""From the lowest bid up."""
DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)
ORDER = {card: number for number, card in enumerate(DECK)}
HAND = 13


def sorted_hand(cards: Iterable[str]) -> tuple[str, ...]:
    """By suit, the highest first."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def write_hand(cards: Iterable[str]) -> str:
    """Spades, hearts, diamonds and clubs with dots between them: `Q976.98.Q9.T6532`."""
    held = sorted_hand(cards)
    return ".".join("".join(card[1] for card in held if card[0] == suit) for suit in SUITS)


def read_hand(text: str) -> tuple[str, ...]:
    """Reads what `write_hand` writes."""
    suits = text.upper().split(".")
    if len(suits) != len(SUITS):
        raise BadTextError(
            f"a hand is four suits with dots between them, such as AK4.T8.Q93.JT876, not "
            f"{printable(text, 60)!r}"
        )
    cards = []
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in ranks.replace("10", "T"):
            if rank not in RANKS:
                raise BadTextError(f"a hand has ranks of {RANKS}, not {printable(rank)!r}")
            cards.append(suit + rank)
    if len(set(cards)) != len(cards):
        raise BadTextError(f"a card stands twice in the hand {printable(text, 60)!r}")
    return sorted_hand(cards)


def followers(hand: Iterable[str], led: str) -> tuple[str, ...]:
    """The cards that may be played to a led card: its suit, or anything without it."""
    held = tuple(hand)
    same = tuple(card for card in held if card[0] == led[0])
    return same or held


def beats(answer: str, led: str, trump: str) -> bool:
    """Whether the second card of a trick takes it."""
    if answer[0] == led[0]:
        return ORDER[answer] < ORDER[led]
    return answer[0] == trump
