"""How a game of Connect6 ends, in its own words."""

from kikashi.stones.words import WORDS as FAMILY

WORDS = FAMILY | {
    "result.set-filled": {"en": "six in a row", "zh-Hant": "連成六子"},
}

__all__ = ["WORDS"]
