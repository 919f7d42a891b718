"""Words of this room, in both languages: how games end, what a scene says."""

from __future__ import annotations

WORDS = {
    "result.counted": {"en": "by count", "zh-Hant": "計算勝負"},
    "result.too-long": {
        "en": "the game grew too long and has no result",
        "zh-Hant": "手數過多，無勝負",
    },
    "opinion.searched": {"en": "liked best by the search", "zh-Hant": "搜尋最看好"},
    "opinion.passes": {
        "en": "nothing is left to play for",
        "zh-Hant": "已無可下之處",
    },
    "opinion.agrees": {"en": "says which stones are dead", "zh-Hant": "認定死子"},
    "result.repetition": {
        "en": "the same board came for the third time",
        "zh-Hant": "同一盤面第三次出現",
    },
    "choice.pass": {"en": "Pass", "zh-Hant": "虛手"},
    "choice.agree": {"en": "Accept the dead stones", "zh-Hant": "同意死子"},
    "choice.resume": {"en": "Play on", "zh-Hant": "繼續對局"},
    "choice.dead": {"en": "the string on {cell} is dead", "zh-Hant": "{cell} 之棋已死"},
    "choice.living": {"en": "the string on {cell} is alive", "zh-Hant": "{cell} 之棋為活"},
    "prisoners": {"en": "prisoners", "zh-Hant": "提子"},
    "handicap": {
        "en": "{side} places {count} more handicap stones.",
        "zh-Hant": "{side}還要擺 {count} 個讓子。",
    },
    "agreeing": {
        "en": "Both have passed. {side} marks dead stones, accepts them or plays on.",
        "zh-Hant": "雙方虛手。{side}標示死子、同意，或繼續對局。",
    },
    "taken": {
        "en": "Prisoners: Black {black}, White {white}.",
        "zh-Hant": "提子：黑 {black}，白 {white}。",
    },
    "count": {"en": "Count: {score}.", "zh-Hant": "計算：{score}。"},
}


def said(key: str, language: str) -> str:
    """A text of this room."""
    return WORDS[key][language]
