"""Which discard is fastest? The trainer's hands as the dealer's first turn, for the house.

A question is a whole deal, since positions are; the tiles that the others hold follow from the
dealer's own, in their order, so they tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kikashi.games.mahjong.counsel import leaves
from kikashi.games.mahjong.tiles import COPIES, KINDS, counts_of, tiles_from
from kikashi.games.mahjong.tiles import WORDS as TILES
from kikashi.games.mahjong.trainer import puzzles
from kikashi.law import Position, View
from kikashi.law.puzzle_parts import Grounds, Question, Valued

TAGS = {
    1: ("distance-1", {"en": "one from ready", "zh-Hant": "一向聽"}),
    2: ("distance-2", {"en": "two from ready", "zh-Hant": "二向聽"}),
    3: ("distance-3", {"en": "three from ready", "zh-Hant": "三向聽"}),
    4: ("distance-4", {"en": "four from ready", "zh-Hant": "四向聽"}),
}
WORDS = dict(TAGS.values())
ASKED = {
    "en": "Which discard is fastest? The nearest to ready, then the most useful tiles.",
    "zh-Hant": "打哪張最快？先比向聽數，再比有效牌張數。",
}
GROUNDS = {
    "en": "Counted exactly by the tables, from the own hand alone; there is no certificate.",
    "zh-Hant": "由牌型表精確計算，只看自己的手牌；沒有證書。",
}
ORIGIN = "python -m kikashi.games.mahjong.trainer"
EASIEST, SPREAD = 900.0, 700.0
"""The scale of ratings from the trainer's difficulty, 0 to about 1.25: chosen, not fitted."""
STEPS = 7
"""Of the ladder, with equally many hands."""
BLOCK, HANDS = 4, 16


def questions() -> Iterator[Question]:
    """The trainer's hands; those with four of a kind are left out, where a kong is a choice too."""
    asked = [puzzle for puzzle in puzzles() if COPIES not in counts_of(tiles_from(puzzle.hand))]
    asked.sort(key=lambda puzzle: (puzzle.difficulty, puzzle.number))
    for place, puzzle in enumerate(asked):
        yield Question(
            deal_text(puzzle.hand),
            1 + STEPS * place // len(asked),
            round(EASIEST + SPREAD * puzzle.difficulty, 1),
            {TAGS[puzzle.distance][0]: 1},
            f"{ORIGIN}, {puzzle.number}",
        )


def deal_text(hand: str) -> str:
    """A deal in which the dealer holds these seventeen tiles."""
    own = sorted(tiles_from(hand))
    held = counts_of(own)
    rest = [tile for tile in range(KINDS) for _ in range(COPIES - held[tile])]
    others = [rest[HANDS * n : HANDS * (n + 1)] for n in range(3)]
    dealt: list[int] = []
    for begun in range(0, HANDS, BLOCK):
        for tiles in (own, *others):
            dealt += tiles[begun : begun + BLOCK]
    return " ".join(TILES[tile] for tile in (*dealt, own[-1]))


def ask(position: Position) -> Mapping[str, str]:
    """The same for every hand."""
    del position
    return ASKED


def choices(seen: View) -> tuple[Valued, ...]:
    """Every discard with what it leaves."""
    return leaves(seen)


def grounds(position: Position) -> Grounds:
    """Tables, not certificates."""
    del position
    return Grounds(GROUNDS)
