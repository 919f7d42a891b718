"""Openings of freestyle Gomoku on 15x15 that are decided, each with a certificate."""

from __future__ import annotations

import time

from kikashi.games.gomoku import ROOM
from kikashi.law import Position
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.papers.proved_openings import COLUMNS, WINS, Openings
from kikashi.search import Limits, Verdict
from kikashi.stones.forcing import solve

ID = "000-gomoku-openings"
PAPER = "000"
TITLE = "Gomoku, freestyle 15x15: openings of four stones that Black wins, with certificates"
TITLE_ZH = "五子棋（自由規則 15x15）：黑棋必勝的四子開局，附憑證"
QUICK = 2
NODES, MEMORY = 40_000_000, 1 << 30
OPENINGS = (
    *("h8 a1 i9 o15", "h8 h5 i9 k12", "h8 a1 i9 h1", "h8 a1 i10 o15", "h8 k8 i9 a1"),
    *("h8 a1 i8 o15", "h8 e8 i9 l8", "h8 a1 i9 g8", "h8 g8 i9 o1", "h8 a1 i9 g9"),
)
"""Black, White, Black, White; Black to move. The quickly proved first."""
MISSING = (
    "Allis (1992) settled the empty board with a program of his own and published no "
    "certificate; nothing of it can be compared. Ours begin after four stones: after fewer the "
    "search did not end (`h8 a1` in 10,000,000 nodes).",
)


def search(position: Position) -> Verdict:
    """By threats and by quiet turns after which a pass would lose."""
    return solve(position, "vct", Limits(nodes=NODES, memory=MEMORY))


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes the first N openings; certificates stay in `--work`."""
    began = time.perf_counter()
    openings = OPENINGS[: settings.games]
    found, spent = Openings(ID, settings.work, ROOM.from_text, search).run(
        openings, settings, report
    )
    rows = tuple((opening, *row) for opening, row in zip(openings, found, strict=True))
    won = sum(row[1] == WINS for row in rows)
    return Answer(
        tables=(Table(f"{won} of {len(rows)} decided", ("opening", *COLUMNS), rows), spent),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )
