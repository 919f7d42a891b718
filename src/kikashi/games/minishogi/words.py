"""Words for people that this game alone needs."""

from __future__ import annotations

WORDS = {
    "opinion.at-a-glance": {"en": "looks best one move ahead", "zh-Hant": "看一步覺得最好"},
    "option.repetition": {
        "en": "fourth occurrence without perpetual check",
        "zh-Hant": "同一局面第四次出現（非連續王手）",
    },
    "option.repetition.first-loses": {"en": "the first player loses", "zh-Hant": "先手負"},
    "option.repetition.draw": {"en": "a draw", "zh-Hant": "和局"},
    "result.checkmate": {"en": "checkmate", "zh-Hant": "將死"},
    "result.stalemate": {"en": "the opponent has no legal move", "zh-Hant": "困斃"},
    "result.perpetual-check": {"en": "perpetual check", "zh-Hant": "長將判負"},
    "result.fourfold-repetition": {
        "en": "the position came for the fourth time",
        "zh-Hant": "同一局面第四次出現（千日手）",
    },
    "by.checks": {"en": "checks", "zh-Hant": "連續王手"},
    "class.checks": {"en": "checks", "zh-Hant": "連續王手"},
    "by.any": {"en": "moves of any kind", "zh-Hant": "不限王手"},
}
