"""The law of GoClub: two or three players, in the plane or in space."""

from __future__ import annotations

from kikashi.games.goclub.clubs import plane_clubs, space_clubs
from kikashi.law import Option, Options, grid
from kikashi.law.values import one_of, size_of, size_text
from kikashi.law.winning_set_room import WinningSetRoom
from kikashi.law.winning_sets import Geometry

LONGEST_SIDE_IN_SPACE = 9


def _size(text: str) -> str:
    size = grid.parse_size(text, 3, 25, (2, 3))
    if len(size) == 3 and max(size) > LONGEST_SIDE_IN_SPACE:
        raise ValueError(f"in space each side must be from 3 to {LONGEST_SIDE_IN_SPACE}")
    return size_text(size)


class GoClub(WinningSetRoom):
    id = "goclub"
    names = {"en": "GoClub", "zh-Hant": "梅花棋"}
    options = (
        Option(
            "size",
            "19x19",
            _size,
            {
                "en": "board size: 3 to 25 a side in the plane, 3 to 9 in space (5x5x5)",
                "zh-Hant": "棋盤大小：平面每邊 3 至 25，立體每邊 3 至 9（如 5x5x5）",
            },
        ),
        Option(
            "clubs",
            "plane",
            one_of("plane", "cube", "axis"),
            {
                "en": "plane (centre and 4 petals); in space cube (8 petals) or axis (6 petals)",
                "zh-Hant": "plane（花蕊與 4 花瓣）；立體用 cube（8 花瓣）或 axis（6 花瓣）",
            },
        ),
        Option(
            "players",
            "2",
            one_of("2", "3"),
            {"en": "2 or 3 players", "zh-Hant": "玩家 2 或 3 人"},
        ),
    )
    example = "j10 k11 i9 k9 l10 k10 j8 j9 l8"

    def check_options(self, options: Options) -> None:
        in_space = len(size_of(options["size"])) == 3
        if in_space and options["clubs"] == "plane":
            raise ValueError("a board in space needs clubs=cube or clubs=axis")
        if not in_space and options["clubs"] != "plane":
            raise ValueError("cube and axis clubs need a board in space, such as size=5x5x5")

    def geometry(self, options: Options) -> Geometry:
        size, kind = size_of(options["size"]), options["clubs"]
        clubs = plane_clubs(size) if kind == "plane" else space_clubs(size, kind)
        return grid.board(size, clubs, players=int(options["players"]))
