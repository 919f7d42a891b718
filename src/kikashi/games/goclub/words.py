"""How a game of GoClub ends, in its own words."""

from kikashi.stones.words import WORDS as FAMILY

WORDS = FAMILY | {
    "option.players": {"en": "players", "zh-Hant": "人數"},
    "option.players.2": {"en": "two", "zh-Hant": "兩人"},
    "option.players.3": {"en": "three", "zh-Hant": "三人"},
    "result.set-filled": {"en": "a club is complete", "zh-Hant": "完成一朵梅花"},
    "option.clubs": {"en": "what a club is", "zh-Hant": "梅花的形狀"},
    "option.clubs.plane": {"en": "in the plane", "zh-Hant": "平面梅花"},
    "option.clubs.cube": {
        "en": "in space: eight corners",
        "zh-Hant": "立體：中心與八角",
    },
    "option.clubs.axis": {"en": "in space: six faces", "zh-Hant": "立體：中心與六面"},
}

__all__ = ["WORDS"]
