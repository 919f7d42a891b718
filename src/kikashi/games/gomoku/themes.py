"""The tags of Gomoku puzzles: wins by continuous fours."""

from kikashi.stones import tags
from kikashi.stones.themes import COMPLETING, line_of

TAGS = {
    "counter-threat": tags.counter_threats,
    "quiet-first": tags.quiet_first,
    "parries": tags.parries_first,
    "edge": tags.edge,
}
WORDS = {
    "counter-threat": {"en": "counter-four", "zh-Hant": "反四"},
    "quiet-first": {"en": "quiet-looking first move", "zh-Hant": "首手看似平靜"},
    "parries": {"en": "parries first", "zh-Hant": "先防再攻"},
    "edge": {"en": "at the edge", "zh-Hant": "靠邊"},
}

__all__ = ["COMPLETING", "TAGS", "WORDS", "line_of"]
