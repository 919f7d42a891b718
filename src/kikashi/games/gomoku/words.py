"""How a game of Gomoku ends, in its own words."""

from kikashi.stones.words import WORDS as FAMILY

WORDS = FAMILY | {
    "result.set-filled": {"en": "{k} in a row", "zh-Hant": "連成 {k} 子"},
}

__all__ = ["WORDS"]
