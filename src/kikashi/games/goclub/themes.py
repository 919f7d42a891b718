"""The tags of GoClub puzzles: wins by continuous live fours."""

from kikashi.search import themes

TAGS = {
    "counter-threat": themes.counter_threats,
    "quiet-first": themes.quiet_first,
    "parries": themes.parries_first,
    "edge": themes.edge,
}
WORDS = {
    "counter-threat": {"en": "counter-threat", "zh-Hant": "反手"},
    "quiet-first": {"en": "quiet-looking first move", "zh-Hant": "首手看似平靜"},
    "parries": {"en": "parries first", "zh-Hant": "先防再攻"},
    "edge": {"en": "at the edge", "zh-Hant": "靠邊"},
}
