"""Words that only Xiangqi has."""

WORDS = {
    "opinion.at-a-glance": {"en": "looks best one move ahead", "zh-Hant": "看一步覺得最好"},
    "option.repetition": {"en": "third occurrence", "zh-Hant": "同一局面第三次出現"},
    "option.repetition.asian": {
        "en": "check and chase for ever lose",
        "zh-Hant": "長將、長捉判負",
    },
    "option.repetition.checks": {"en": "only perpetual check loses", "zh-Hant": "僅長將判負"},
    "solve.win.perpetual": {
        "en": (
            "{side} wins, proved ({by}): by a mate within {turns:turn}, answers to checks "
            "not counted, or because the other side would have to check for ever."
        ),
        "zh-Hant": (
            "{side}必勝，已證明（{by}）：{turns} 手內殺棋（應將不計），否則對方只能長將而判負。"
        ),
    },
    "solve.found.perpetual": {
        "en": (
            "{side} wins ({by}), by a mate within {turns:turn}, answers to checks not "
            "counted, or because the other side would have to check for ever: found, not "
            "yet checked."
        ),
        "zh-Hant": (
            "{side}必勝（{by}）：{turns} 手內殺棋（應將不計），"
            "否則對方只能長將而判負：已找到，尚未查驗。"
        ),
    },
    "result.checkmate": {"en": "checkmate", "zh-Hant": "將死"},
    "result.stalemate": {"en": "the opponent has no legal move", "zh-Hant": "困斃"},
    "result.perpetual-check": {"en": "perpetual check", "zh-Hant": "長將判負"},
    "result.perpetual-chase": {"en": "perpetual chase", "zh-Hant": "長捉判負"},
    "by.checks": {"en": "checks", "zh-Hant": "連將殺"},
    "by.quiet": {"en": "quiet moves", "zh-Hant": "停著殺"},
    "class.quiet": {
        "en": "checks and at most one quiet move",
        "zh-Hant": "至多一個停著的停著殺",
    },
    "by.any": {"en": "any moves", "zh-Hant": "任意著法"},
}
