"""Words that only Xiangqi has."""

WORDS = {
    "result.perpetual-chase": {"en": "perpetual chase", "zh-Hant": "長捉判負"},
    "by.checks": {"en": "checks", "zh-Hant": "連將殺"},
    "by.quiet": {"en": "quiet moves", "zh-Hant": "停著殺"},
    "by.any": {"en": "any moves", "zh-Hant": "任意著法"},
}
