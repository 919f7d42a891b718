"""The words of the game."""

WORDS = {
    "colour.east": {"en": "East", "zh-Hant": "東家"},
    "colour.south": {"en": "South", "zh-Hant": "南家"},
    "colour.west": {"en": "West", "zh-Hant": "西家"},
    "colour.north": {"en": "North", "zh-Hant": "北家"},
    "result.all-discarded": {"en": "four tiles are discarded", "zh-Hant": "已打出四張牌"},
}
