"""The tags of Connect6 puzzles, and what else players search by."""

from kikashi.stones import tags
from kikashi.stones.themes import COMPLETING, line_of

TAGS = {
    "single-threat": tags.single_threats,
    "four-and-three": tags.four_and_three,
    "counter-threat": tags.counter_threats,
    "three-singles": tags.three_singles,
    "quiet-first": tags.quiet_first,
    "parries": tags.parries_first,
    "apart": tags.apart,
    "edge": tags.edge,
}
WORDS = {
    "single-threat": {"en": "single threat", "zh-Hant": "單迫著"},
    "four-and-three": {"en": "four-and-three", "zh-Hant": "死四活三"},
    "counter-threat": {"en": "counter-threat", "zh-Hant": "反手"},
    "three-singles": {"en": "won by three single threats", "zh-Hant": "以三個單迫著取勝"},
    "quiet-first": {"en": "quiet-looking first turn", "zh-Hant": "首手看似平靜"},
    "parries": {"en": "parries first", "zh-Hant": "先防再攻"},
    "apart": {"en": "stones apart", "zh-Hant": "兩子分開"},
    "edge": {"en": "at the edge", "zh-Hant": "靠邊"},
}

__all__ = ["COMPLETING", "TAGS", "WORDS", "line_of"]
