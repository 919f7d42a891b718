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
    "class.vcf": {"en": "fours", "zh-Hant": "連續衝四"},
    "class.vct": {"en": "fours and threes", "zh-Hant": "連續衝四活三"},
    "class.vcdt": {"en": "double threats", "zh-Hant": "連續雙迫著"},
    "class.vcst": {"en": "single and double threats", "zh-Hant": "連續迫著"},
    "by.vcf": {"en": "fours, vcf", "zh-Hant": "連續衝四（vcf）"},
    "by.vct": {"en": "fours and threes, vct", "zh-Hant": "連續活三與衝四（vct）"},
    "by.vcdt": {"en": "double threats, vcdt", "zh-Hant": "連續雙迫著（vcdt）"},
    "by.dfpn": {"en": "dfpn", "zh-Hant": "證明數搜尋（dfpn）"},
    "settled.win": {
        "en": "{side} wins within {turns} turns (dfpn).",
        "zh-Hant": "{side}在 {turns} 手內獲勝（dfpn）。",
    },
    "settled.loss": {
        "en": "{side}, who is not to move, wins within {turns} turns (dfpn).",
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
