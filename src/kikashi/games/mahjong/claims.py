"""Who may do what: words of a player's own turn, and answers to what another gave.

Only the player's own tiles and what lies open on the table are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kikashi.games.mahjong.melds import Meld, complete, waits
from kikashi.games.mahjong.tiles import FIRST_HONOUR, WORDS

if TYPE_CHECKING:
    from kikashi.games.mahjong.deal import Deal


def complete_hand(deal: Deal, seat: int, tile: int | None = None) -> bool:
    """Whether the hand is complete, with a claimed tile if one is given."""
    counts = list(deal.counts(seat))
    if tile is not None:
        counts[tile] += 1
    return complete(counts)


def turn_words(deal: Deal) -> tuple[str, ...]:
    """What the player may do whose turn it is: win, kongs, ready discards, discards."""
    seat = deal.turn
    words = []
    if deal.drawn is not None:
        if complete_hand(deal, seat) or len(deal.flowers[seat]) == 8:
            words.append("win")
        if deal.drawable > 0:
            words += [f"kong:{WORDS[tile]}" for tile in _kongs(deal, seat)]
    if deal.ready[seat]:
        assert deal.drawn is not None
        return (*words, WORDS[deal.drawn])
    tiles = sorted(set(deal.hands[seat]))
    if deal.rules.may_declare:
        words += [f"ready:{WORDS[tile]}" for tile in tiles if _waits_without(deal, seat, tile)]
    return (*words, *(WORDS[tile] for tile in tiles))


def _waits_without(deal: Deal, seat: int, tile: int) -> tuple[int, ...]:
    counts = list(deal.counts(seat))
    counts[tile] -= 1
    return waits(counts, deal.melds[seat])


def _kongs(deal: Deal, seat: int) -> list[int]:
    """Four of one's own, or the fourth to a pong that lies there.

    Who has declared may only lay down the tile just drawn, and only if the waits stay the same.
    """
    hand, melds = deal.hands[seat], deal.melds[seat]
    pongs = {meld.tile for meld in melds if meld.kind == "pong"}
    found = [t for t in sorted(set(hand)) if hand.count(t) == 4 or t in pongs]
    if not deal.ready[seat]:
        return found
    drawn = deal.drawn
    if drawn not in found:
        return []
    assert drawn is not None
    before = _waits_without(deal, seat, drawn)
    counts = list(deal.counts(seat))
    counts[drawn] = 0
    others = (meld for meld in melds if (meld.kind, meld.tile) != ("pong", drawn))
    return [drawn] if waits(counts, (*others, Meld("hidden", drawn))) == before else []


def answers(deal: Deal, seat: int) -> tuple[str, ...]:
    """What a player may answer to the tile that another gave: `pass` is always there."""
    assert deal.target is not None
    giver, tile = deal.target
    words = ["pass"]
    held = deal.hands[seat].count(tile)
    if seat not in deal.passed and complete_hand(deal, seat, tile):
        words.append("win")
    if deal.phase == "rob" or deal.ready[seat] or deal.drawable <= 0:
        return tuple(words)
    if held == 3:
        words.append("kong")
    if held >= 2:
        words.append("pong")
    if seat == (giver + 1) % 4 and tile < FIRST_HONOUR:
        hand = set(deal.hands[seat])
        for low in range(max(tile % 9 - 2, 0), min(tile % 9, 6) + 1):
            first = tile - tile % 9 + low
            if all(t == tile or t in hand for t in range(first, first + 3)):
                words.append(f"chow:{WORDS[first]}")
    return tuple(words)
