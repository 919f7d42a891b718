"""The tags of GoClub puzzles: wins by continuous live fours."""

from kikashi.stones import tags
from kikashi.stones.themes import COMPLETING, line_of

TAGS = {
    "counter-threat": tags.counter_threats,
    "quiet-first": tags.quiet_first,
    "parries": tags.parries_first,
    "edge": tags.edge,
}
WORDS = {
    "counter-threat": {"en": "counter-threat", "zh-Hant": "反手"},
    "quiet-first": {"en": "quiet-looking first move", "zh-Hant": "首手看似平靜"},
    "parries": {"en": "parries first", "zh-Hant": "先防再攻"},
    "edge": {"en": "at the edge", "zh-Hant": "靠邊"},
}

__all__ = ["COMPLETING", "TAGS", "WORDS", "line_of"]
