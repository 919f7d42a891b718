"""The tags of Connect6 puzzles (MISSION C6), and what else players search by."""

from kikashi.search import themes

TAGS = {
    "single-threat": themes.single_threats,
    "four-and-three": themes.four_and_three,
    "counter-threat": themes.counter_threats,
    "three-singles": themes.three_singles,
    "quiet-first": themes.quiet_first,
    "parries": themes.parries_first,
    "apart": themes.apart,
    "edge": themes.edge,
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
