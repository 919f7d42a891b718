"""What each discard leaves in one's own hand: distance, and the useful tiles that are still unseen.

Exact by the tables, and of the viewer's own tiles and what lies open alone.
"""

from __future__ import annotations

from kikashi.games.mahjong.hands import Discard, Hand
from kikashi.games.mahjong.seen import SeenTable, seen_table
from kikashi.games.mahjong.tiles import NUMBERS, WORDS, counts_of, tile_name
from kikashi.law import View
from kikashi.law.puzzle_parts import Valued

MOST_NAMED = 12
"""Useful tiles that a sentence names; of more it tells the number."""
SAID = {
    "en": "{tile}: {distance}, {left} useful tiles unseen ({named})",
    "zh-Hant": "打{tile}：{distance}，有效牌 {left} 張（{named}）",
}
BEST = {"en": "the best", "zh-Hant": "最佳"}
FARTHER = {"en": "{steps} farther away", "zh-Hant": "退 {steps} 步"}
FEWER = {"en": "{copies} tiles fewer", "zh-Hant": "少 {copies} 張"}
NONE = {"en": "none", "zh-Hant": "無"}


def own_hand(table: SeenTable) -> Hand:
    """The viewer's hand, with all that lies open counted as gone."""
    player = table.players[table.viewer]
    laid = counts_of(tile for meld in player.melds for tile in meld.tiles)
    open_tiles = table.visible()
    seen = tuple(there - own for there, own in zip(open_tiles, laid, strict=True))
    return Hand(counts_of(player.hand), laid, len(player.melds), seen=seen)


def leaves(seen: View) -> tuple[Valued, ...]:
    """Every discard that the viewer may make now, the best first."""
    words = frozenset(word for word in seen.legal_moves if word in NUMBERS)
    if seen.player < 0 or not words:
        return ()
    found = [one for one in own_hand(seen_table(seen)).discards if WORDS[one.tile] in words]
    return tuple(
        Valued(WORDS[one.tile], (-one.distance, one.left), _said(one, found[0])) for one in found
    )


def distance_said(distance: int, language: str) -> str:
    """`ready`, or how many tiles are missing until then."""
    if language == "zh-Hant":
        return "聽牌" if distance == 0 else f"{distance} 向聽"
    return "ready" if distance == 0 else f"{distance} from ready"


def _said(one: Discard, best: Discard) -> dict[str, str]:
    said = {}
    for language in ("en", "zh-Hant"):
        named = [f"{tile_name(tile, language)} {left}" for tile, left in one.useful]
        more = [f"+{len(named) - MOST_NAMED}"] if len(named) > MOST_NAMED else []
        between = "、" if language == "zh-Hant" else ", "
        text = SAID[language].format(
            tile=tile_name(one.tile, language),
            distance=distance_said(one.distance, language),
            left=one.left,
            named=between.join(named[:MOST_NAMED] + more) or NONE[language],
        )
        end = "。" if language == "zh-Hant" else "."
        joint = "；" if language == "zh-Hant" else "; "
        said[language] = f"{text}{joint}{_cost(one, best, language)}{end}"
    return said


def _cost(one: Discard, best: Discard, language: str) -> str:
    if one.distance > best.distance:
        return FARTHER[language].format(steps=one.distance - best.distance)
    if one.left < best.left:
        return FEWER[language].format(copies=best.left - one.left)
    return BEST[language]


__all__ = ["leaves", "own_hand"]
