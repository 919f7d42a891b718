"""Openings of Connect6 that are decided, each with a certificate for every reply."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kikashi.games.connect6 import ROOM
from kikashi.law.winning_set_room import stones_of
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.proofs import RefusedError, check
from kikashi.search import Limits
from kikashi.stones.forcing import solve

ID = "003-openings"
PAPER = "003"
TITLE = "Connect6: openings of three stones that Black wins, with certificates"
QUICK = 1
QUIET = 2
"""Turns that threaten nothing, at most."""
SECONDS, QUICK_SECONDS = 300.0, 60.0
OPENINGS = ("j10 d4 p16", "j10 a10 s10", "j10 a1 a10", "j10 a1 s19", "j10 a1 s1")
"""Black's stone and White's two, the quickly proved first."""
NEAR = 3
MISSING = (
    "Published work decided some dozens of three-stone openings with clusters of machines, and "
    "published no certificate and no list that could be compared. Each opening here is one search "
    "on one core; the grid was not used, so that there are no tasks and no efficiency to tell.",
)


def distance(opening: str) -> int:
    """How far White's farther stone lies from Black's."""
    start = stones_of(ROOM.start())
    black, *white = (start.rules.coordinates[start.rules.index[w]] for w in opening.split())
    return max(max(abs(a - b) for a, b in zip(black, stone, strict=True)) for stone in white)


def proved(opening: str, work: Path, seconds: float) -> tuple[str, ...]:
    """One row: a certificate of an earlier run is checked again, not trusted."""
    position = ROOM.from_text(opening)
    path = work / f"{ID}-{opening.replace(' ', '-')}.cert.gz"
    spent, nodes = "earlier", "-"
    if not path.exists():
        clock = time.thread_time()
        verdict = solve(position, "vcst", Limits(seconds=seconds), quiet_turns=QUIET)
        spent, nodes = f"{time.thread_time() - clock:.1f}", f"{verdict.nodes:,}"
        if verdict.certificate is None:
            return (opening, str(distance(opening)), "unknown", "-", nodes, spent, "-", "-")
        verdict.certificate.save(path)
    clock = time.thread_time()
    try:
        checked = check(path, start=position, claim={"kind": "win", "side": "black"})
    except RefusedError as why:
        return (opening, str(distance(opening)), f"refused: {why}", "-", nodes, spent, "-", "-")
    took = time.thread_time() - clock
    return (
        opening,
        str(distance(opening)),
        "Black wins",
        str(checked.claim.fields["turns"]),
        nodes,
        spent,
        f"{path.stat().st_size / 1000:.0f}",
        f"{took:.1f}",
    )


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes the first N openings; certificates stay in `--work`."""
    began = time.perf_counter()
    settings.work.mkdir(parents=True, exist_ok=True)
    openings = OPENINGS[: settings.games]
    seconds = SECONDS if settings.games is None else QUICK_SECONDS
    rows = []
    with ThreadPoolExecutor(settings.jobs) as crew:
        found = crew.map(lambda one: proved(one, settings.work, seconds), openings)
        for number, row in enumerate(found, start=1):
            rows.append(row)
            report("openings", number, len(openings))
    won = [row for row in rows if row[2] == "Black wins"]
    near = [row for row in won if int(row[1]) <= NEAR]
    return Answer(
        tables=(
            Table(
                f"{len(won)} decided, {len(near)} of them with both white stones within {NEAR} "
                "lines of Black's",
                (
                    *("opening", "White's distance", "result", "turns at most", "nodes"),
                    *("search s", "certificate kB", "check s"),
                ),
                tuple(rows),
            ),
        ),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )
