"""The law of freestyle Gomoku on any board, and Lin's rule for the first stone."""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.law import Option, Options, grid
from kikashi.law.values import flat_size, size_of, whole_number
from kikashi.law.winning_set_room import WinningSetRoom
from kikashi.law.winning_sets import Geometry


def outer_rings(size: grid.Point, width: int) -> Iterator[grid.Point]:
    """The points of the `width` outermost rings of a board."""
    for point in grid.points(size):
        depth = min(min(a, n - 1 - a) for a, n in zip(point, size, strict=True))
        if depth < width:
            yield point


class Gomoku(WinningSetRoom):
    id = "gomoku"
    names = {"en": "Gomoku", "zh-Hant": "五子棋"}
    options = (
        Option(
            "size",
            "15x15",
            flat_size(3, 25),
            {"en": "board size, each side 3 to 25", "zh-Hant": "棋盤大小，每邊 3 至 25"},
        ),
        Option(
            "k",
            "5",
            whole_number(3, 8),
            {"en": "stones in a row that win, 3 to 8", "zh-Hant": "連成幾子獲勝，3 至 8"},
        ),
        Option(
            "ring",
            "0",
            whole_number(0, 13),
            {
                "en": "Lin's rule: the first stone lies in the N outermost rings (0: anywhere)",
                "zh-Hant": "林氏規則：第一子須下在最外 N 圈之內（0：不限）",
            },
        ),
    )
    example = "h8 i9 h9 h10 g8 i8 i10 f7 j11"

    def check_options(self, options: Options) -> None:
        if int(options["k"]) > max(size_of(options["size"])):
            raise ValueError("no row of k stones fits on a board of this size")

    def geometry(self, options: Options) -> Geometry:
        size, ring = size_of(options["size"]), int(options["ring"])
        first = tuple(outer_rings(size, ring)) if ring else None
        return grid.line_game(size, length=int(options["k"]), first_points=first)
