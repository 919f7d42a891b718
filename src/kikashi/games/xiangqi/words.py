"""Words that only Xiangqi has."""

WORDS = {
    "option.repetition.asian": {
        "en": "check and chase for ever lose",
        "zh-Hant": "長將、長捉判負",
    },
    "option.repetition.checks": {"en": "only perpetual check loses", "zh-Hant": "僅長將判負"},
    "result.perpetual-chase": {"en": "perpetual chase", "zh-Hant": "長捉判負"},
    "by.checks": {"en": "checks", "zh-Hant": "連將殺"},
    "by.quiet": {"en": "quiet moves", "zh-Hant": "停著殺"},
    "class.quiet": {
        "en": "checks and at most one quiet move",
        "zh-Hant": "至多一個停著的停著殺",
    },
    "by.any": {"en": "any moves", "zh-Hant": "任意著法"},
}
