"""Words that only winning-set games have."""

WORDS = {
    "result.set-filled": {"en": "a winning set is full", "zh-Hant": "占滿一組勝形"},
    "opinion.completes-set": {
        "en": "completes a winning set",
        "zh-Hant": "占滿一組勝形",
    },
    "opinion.stops-threats": {"en": "stops threats", "zh-Hant": "擋住迫著"},
    "opinion.living-sets": {
        "en": "many open winning sets pass there",
        "zh-Hant": "許多勝形經過此處",
    },
    "mark.threats": {
        "en": "{side} can fill {count} winning sets in one turn.",
        "zh-Hant": "{side}可在一手內占滿 {count} 組勝形。",
    },
    "mark.threat": {
        "en": "{side} can fill one winning set in one turn.",
        "zh-Hant": "{side}可在一手內占滿一組勝形。",
    },
    "mark.threat-level": {
        "en": "Threats: {count} stones are needed to stop {side}.",
        "zh-Hant": "迫著：須以 {count} 子才能擋住{side}。",
    },
    "threats.told": {
        "en": "{side}: {count} × one turn from full (t = {level})",
        "zh-Hant": "{side}：{count} 組勝形一手可成（t = {level}）",
    },
    "exam.rules": {
        "en": "Every turn must make {stones} or more threats; fewer is wrong, even if it would "
        "still win.",
        "zh-Hant": "每一手至少要有 {stones} 個迫著；不足即錯，即使仍可獲勝。",
    },
    "exam.single": {"en": "single threats", "zh-Hant": "單迫著"},
    "exam.single-rules": {
        "en": "In the steps by single threats a turn must threaten something and still win; the "
        "defender may have stones to spare.",
        "zh-Hant": "「單迫著」各級，每手只須有威脅且仍可獲勝；防守方可以有餘子。",
    },
    "exam.prompt": {"en": "Your {n} stone(s), or quit", "zh-Hant": "請下 {n} 子，或 quit"},
    "exam.few-threats": {"en": "Wrong: too few threats.", "zh-Hant": "答錯：迫著不足。"},
    "exam.missed-win": {
        "en": "Wrong: a turn that cannot be stopped was passed over.",
        "zh-Hant": "答錯：錯過了擋不住的一手。",
    },
    "exam.left-open": {
        "en": "Wrong: the other side can complete a line.",
        "zh-Hant": "答錯：對方可以連成一線。",
    },
    "class.vcf": {"en": "fours", "zh-Hant": "連續衝四"},
    "class.vct": {"en": "fours and threes", "zh-Hant": "連續衝四活三"},
    "class.vcdt": {"en": "double threats", "zh-Hant": "連續雙迫著"},
    "class.vcst": {"en": "single and double threats", "zh-Hant": "連續迫著"},
    "by.vcf": {"en": "fours, vcf", "zh-Hant": "連續衝四（vcf）"},
    "by.vct": {"en": "fours and threes, vct", "zh-Hant": "連續活三與衝四（vct）"},
    "by.vcdt": {"en": "double threats, vcdt", "zh-Hant": "連續雙迫著（vcdt）"},
    "by.dfpn": {"en": "dfpn", "zh-Hant": "證明數搜尋（dfpn）"},
    "settled.win": {
        "en": "{side} wins within {turns:turn} (dfpn).",
        "zh-Hant": "{side}在 {turns} 手內獲勝（dfpn）。",
    },
    "settled.loss": {
        "en": "{side}, who is not to move, wins within {turns:turn} (dfpn).",
        "zh-Hant": "未輪到下子的{side}在 {turns} 手內獲勝（dfpn）。",
    },
    "settled.draw": {
        "en": "A draw: neither side can win (dfpn).",
        "zh-Hant": "和局：雙方都無法取勝（dfpn）。",
    },
    "settled.holds": {
        "en": "Unknown, but {side} cannot lose (dfpn).",
        "zh-Hant": "未知，但{side}不會輸（dfpn）。",
    },
    "settled.unknown": {
        "en": "Unknown: the search ended before it was settled who wins (dfpn).",
        "zh-Hant": "未知：搜尋在判定勝負之前就結束了（dfpn）。",
    },
    "by.vcst": {"en": "single and double threats, vcst", "zh-Hant": "連續迫著（vcst）"},
}
