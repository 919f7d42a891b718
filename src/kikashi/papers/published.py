"""What was published and is not repeated here yet, each with the reason. Found by `papers list`."""

from __future__ import annotations

from typing import NamedTuple


class Missing(NamedTuple):
    """Something published, and why it is not here."""

    paper: str
    what: str
    why: str
    what_zh: str
    why_zh: str


MISSING = (
    Missing(
        "000",
        "five in a row on 8x8 (solved once elsewhere, a draw)",
        "not finished here; `kikashi solve gomoku '' -o size=8x8 --by dfpn --checkpoint FILE` goes "
        "on with it",
        "8x8 棋盤的五子棋（別處曾解出一次，和局）",
        "這裡還沒做完；`kikashi solve gomoku '' -o size=8x8 --by dfpn --checkpoint FILE` 可接著做",
    ),
    Missing(
        "003",
        "table 4.1 against X6 from the paper's own seven positions",
        "the positions and the program are lost; `003-single-threats` plays the match from seven "
        "openings of ours against our levels",
        "表 4.1：從論文自己的七個局面與 X6 對局",
        "那些局面與程式已經失傳；`003-single-threats` 從我們的七個開局與我們的各級對局",
    ),
)
