"""The 2x4 game of dark chess solved exactly, for bags of eight pieces."""

from __future__ import annotations

import time

from kikashi.games.banqi.provers import solve
from kikashi.games.banqi.rules import Banqi
from kikashi.papers.contract import Answer, Report, Settings, Table

ID = "dark-chess-2x4"
PAPER = "2018"
TITLE = "Dark chess: the 2x4 game solved exactly"
TITLE_ZH = "暗棋：完全解出的 2x4 棋盤"
QUICK = 1
BAGS = ("KPPPkppp", "CCPPccpp", "GGMMggmm", "KGCPkgcp", "KGMPkgmp", "KGMRkgmr")
"""Ours; those with equal pieces first, since they have fewer positions."""
MISSING = (
    "Of the published study (Analysis and efficient solutions for 2x4 Chinese dark chess, ICGA "
    "Journal 2018, doi 10.3233/ICG-180049) only the introduction and the rules could be looked up, "
    "not its bags and figures, so only ours are shown.",
)


def run(settings: Settings, report: Report) -> Answer:
    """The first `--games` bags (all unless said); each takes up to some minutes."""
    began = time.perf_counter()
    bags = BAGS[: settings.games] if settings.games else BAGS
    rows = []
    for number, bag in enumerate(bags, start=1):
        report("bags", number, len(bags))
        found = solve(Banqi().start({"size": "2x4", "bag": bag}), "value")
        values = found.facts.get("values")
        best = str(found.facts.get("move", ""))
        corner = values.get("a1", "") if isinstance(values, dict) else ""
        inner = values.get("a2", "") if isinstance(values, dict) else ""
        rows.append((bag, str(found.facts.get("value", "")), corner, inner, best, str(found.nodes)))
    columns = ("bag", "value for who begins", "corner first", "inner first", "best", "states")
    return Answer(
        (Table("Won 1, drawn 0, lost -1, under best play of both", columns, tuple(rows)),),
        f"kikashi papers run {ID}",
        time.perf_counter() - began,
        MISSING,
    )
