"""The words of the game."""

WORDS = {
    "colour.first": {"en": "First", "zh-Hant": "先手"},
    "colour.second": {"en": "Second", "zh-Hant": "後手"},
    "result.folded": {"en": "a fold", "zh-Hant": "對方放棄"},
    "result.called": {"en": "the dice were shown", "zh-Hant": "攤開骰子"},
}
