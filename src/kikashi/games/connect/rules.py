"""The law of the whole family Connect(m,n,k,p,q)."""

from __future__ import annotations

from kikashi.law import BadOptionError, Option, Options, grid
from kikashi.law.values import flat_size, size_of, whole_number
from kikashi.law.winning_set_room import WinningSetRoom
from kikashi.law.winning_sets import MAX_SET_SIZE, MAX_STONES, Geometry


class Connect(WinningSetRoom):
    id = "connect"
    names = {"en": "Connect(m,n,k,p,q)", "zh-Hant": "Connect(m,n,k,p,q) 連子棋"}
    options = (
        Option(
            "size",
            "15x15",
            flat_size(1, 25),
            {
                "en": "board size m x n, each side 1 to 25 (also as m=.. n=..)",
                "zh-Hant": "棋盤大小 m x n，每邊 1 至 25（也可寫 m=.. n=..）",
            },
        ),
        Option(
            "k",
            "5",
            whole_number(2, MAX_SET_SIZE),
            {
                "en": f"stones in a row that win, 2 to {MAX_SET_SIZE}",
                "zh-Hant": f"連成幾子獲勝，2 至 {MAX_SET_SIZE}",
            },
        ),
        Option(
            "p",
            "1",
            whole_number(1, MAX_STONES),
            {"en": f"stones a turn, 1 to {MAX_STONES}", "zh-Hant": f"每手子數，1 至 {MAX_STONES}"},
        ),
        Option(
            "q",
            "1",
            whole_number(1, MAX_STONES),
            {
                "en": f"stones of the very first turn, 1 to {MAX_STONES}",
                "zh-Hant": f"第一手子數，1 至 {MAX_STONES}",
            },
        ),
    )
    example = "h8 i9 h9 h10 g8 i8 i10 f7 j11"

    def normal_options(self, options: Options | None) -> dict[str, str]:
        """The papers write m and n apart; the normal form has one size."""
        given = dict(options or {})
        sides = {side: given.pop(side) for side in ("m", "n") if side in given}
        if sides:
            if "size" in given or len(sides) < 2:
                raise BadOptionError("connect: give either size=MxN or both m= and n=")
            given["size"] = f"{sides['m']}x{sides['n']}"
        return super().normal_options(given)

    def title(self, options: Options, language: str = "en") -> str:  # noqa: ARG002 - a formula
        size = options["size"].replace("x", ",")
        return f"Connect({size},{options['k']},{options['p']},{options['q']})"

    def check_options(self, options: Options) -> None:
        if int(options["k"]) > max(size_of(options["size"])):
            raise ValueError("no row of k stones fits on a board of this size")

    def geometry(self, options: Options) -> Geometry:
        return grid.line_game(
            size_of(options["size"]),
            length=int(options["k"]),
            stones=int(options["p"]),
            first=int(options["q"]),
        )
