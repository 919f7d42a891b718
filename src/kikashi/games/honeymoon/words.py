"""The words of this room."""

WORDS = {
    "colour.first": {"en": "First", "zh-Hant": "先家"},
    "colour.second": {"en": "Second", "zh-Hant": "後家"},
    "result.passed-out": {"en": "both passed", "zh-Hant": "雙方派司"},
    "result.made": {"en": "the contract was made", "zh-Hant": "合約達成"},
    "result.beaten": {"en": "the contract was beaten", "zh-Hant": "合約未成"},
    "result.tricks": {"en": "all tricks are played", "zh-Hant": "各磴打完"},
    "by.play": {"en": "exact play of two open hands", "zh-Hant": "雙明手精確解"},
    "opinion.sampled": {"en": "by sampled deals", "zh-Hant": "依抽樣的牌局"},
    "opinion.exact": {"en": "exact", "zh-Hant": "精確解"},
    "opinion.rule": {"en": "by the values of cards", "zh-Hant": "依牌值"},
    "opinion.luck": {"en": "a guess", "zh-Hant": "隨意"},
}
