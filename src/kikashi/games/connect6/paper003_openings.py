"""Openings of Connect6 that are decided, each with a certificate for every reply."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from kikashi.games.connect6 import ROOM
from kikashi.law import Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import cells_of
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.papers.proved_openings import COLUMNS, WINS, Openings
from kikashi.search import Limits, Verdict
from kikashi.stones.forcing import solve

ID = "003-openings"
PAPER = "003"
TITLE = "Connect6: openings of three stones that Black wins, with certificates"
TITLE_ZH = "六子棋：黑棋必勝的三子開局，附憑證"
QUICK = 1
QUIET, NEAR_QUIET = 3, 2
"""Turns that threaten nothing, at most; fewer where both white stones are near Black's."""
NEAR = 3
"""Lines from Black's stone."""
SECONDS, QUICK_SECONDS = 600.0, 60.0
MEMORY = 1 << 30
OPENINGS = (
    *(
        "j10 d4 s10",
        "j10 d4 a19",
        "j10 c3 a10",
        "j10 a10 s10",
        "j10 a1 s1",
        "j10 a1 a10",
        "j10 a10 j1",
        "j10 a1 s10",
    ),
    *("j10 a1 s19", "j10 d4 p16", "j10 c3 q17", "j10 d4 p4", "j10 c3 q3", "j10 d10 p10"),
    *("j10 e5 o15", "j10 a1 a2", "j10 g7 j13", "j10 m12 g13", "j10 m13 g7", "j10 m13 g8"),
    "j10 m13 g11",
)
"""Black's stone and White's two, the quickly proved first."""
MISSING = (
    "Published work decided some dozens of three-stone openings with clusters of machines, and "
    "published no certificate and no list that could be compared. Each opening here is one task, "
    "a search with its check on one core, here and not on a grid.",
)


def distance(opening: str) -> int:
    """How far White's farther stone lies from Black's."""
    start = stones_of(ROOM.start())
    black, *white = (start.rules.coordinates[start.rules.index[w]] for w in opening.split())
    return max(max(abs(a - b) for a, b in zip(black, stone, strict=True)) for stone in white)


def openings_in(work: Path, seconds: float) -> Openings:
    """How these openings are searched, and where their certificates lie."""

    return Openings(ID, work, ROOM.from_text, partial(search, seconds=seconds))


def search(position: Position, seconds: float = SECONDS) -> Verdict:
    """By single threats and some quiet turns."""
    near = distance(" ".join(_cells(position))) <= NEAR
    limits = Limits(seconds=seconds, memory=MEMORY)
    return solve(position, "vcst", limits, quiet_turns=NEAR_QUIET if near else QUIET)


def _cells(position: Position) -> list[str]:
    """Black's stone, then White's."""
    stones = stones_of(position)
    return [stones.rules.cells[cell] for board in stones.boards for cell in cells_of(board)]


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes the first N openings; certificates stay in `--work`."""
    began = time.perf_counter()
    openings = OPENINGS[: settings.games]
    seconds = SECONDS if settings.games is None else QUICK_SECONDS
    found, spent = openings_in(settings.work, seconds).run(openings, settings, report)
    rows = [
        (opening, str(distance(opening)), *row)
        for opening, row in zip(openings, found, strict=True)
    ]
    won = [row for row in rows if row[2] == WINS]
    near = [row for row in won if int(row[1]) <= NEAR]
    title = f"{len(won)} decided, {len(near)} of them with both white stones within {NEAR} lines"
    return Answer(
        tables=(
            Table(f"{title} of Black's", ("opening", "White's distance", *COLUMNS), tuple(rows)),
            spent,
        ),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )
