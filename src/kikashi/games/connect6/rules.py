"""The law of Connect6. A run longer than six holds a run of six, so runs of six are the sets."""

from __future__ import annotations

from kikashi.law import Option, Options, grid
from kikashi.law.values import flat_size, size_of
from kikashi.law.winning_set_room import WinningSetRoom
from kikashi.law.winning_sets import Geometry


class Connect6(WinningSetRoom):
    id = "connect6"
    names = {"en": "Connect6", "zh-Hant": "六子棋"}
    options = (
        Option(
            "size",
            "19x19",
            flat_size(6, 25),
            {"en": "board size, each side 6 to 25", "zh-Hant": "棋盤大小，每邊 6 至 25"},
        ),
    )
    example = "j10 k11 i11 l11 j12 j9 j13"

    def geometry(self, options: Options) -> Geometry:
        return grid.line_game(size_of(options["size"]), length=6, stones=2, first=1)
