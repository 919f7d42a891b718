"""The words of this room."""

WORDS = {
    "colour.east": {"en": "East", "zh-Hant": "東家"},
    "colour.south": {"en": "South", "zh-Hant": "南家"},
    "colour.west": {"en": "West", "zh-Hant": "西家"},
    "colour.north": {"en": "North", "zh-Hant": "北家"},
    "result.self-drawn": {"en": "won by a drawn tile", "zh-Hant": "自摸"},
    "result.won-on-discard": {"en": "won on a discard", "zh-Hant": "胡牌"},
    "result.wall-empty": {"en": "the wall ran out", "zh-Hant": "流局"},
    "opinion.win": {"en": "it wins", "zh-Hant": "胡牌"},
    "opinion.fastest": {"en": "the fastest hand", "zh-Hant": "最快聽牌"},
    "opinion.paper": {"en": "by the published rules", "zh-Hant": "依論文規則"},
    "opinion.expected": {
        "en": "by expected payment, danger taken off",
        "zh-Hant": "依期望得分，扣除放槍風險",
    },
    "opinion.sampled": {"en": "by deals imagined and played out", "zh-Hant": "依模擬牌局"},
    "opinion.luck": {"en": "a guess", "zh-Hant": "隨意"},
    "opinion.only": {"en": "nothing else may be done", "zh-Hant": "別無選擇"},
}
