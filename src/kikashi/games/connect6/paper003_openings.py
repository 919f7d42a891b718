"""Openings of Connect6 that are decided, each with a certificate for every reply."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kikashi.games.connect6 import ROOM
from kikashi.law.winning_set_room import stones_of
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.proofs import Caps, RefusedError, check
from kikashi.search import Limits
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
CHECK_SECONDS = 600.0
"""By the clock: a loaded machine takes longer than the usual minute."""
MEMORY = 1 << 30
OPENINGS = (
    *("j10 d4 s10", "j10 a10 s10", "j10 a1 s1", "j10 a1 a10", "j10 a10 j1", "j10 a1 s10"),
    *("j10 a1 s19", "j10 d4 p16", "j10 c3 q17", "j10 d4 p4", "j10 c3 q3", "j10 d10 p10"),
    *("j10 e5 o15", "j10 a1 a2", "j10 g7 j13", "j10 m12 g13", "j10 m13 g7", "j10 m13 g8"),
)
"""Black's stone and White's two, the quickly proved first."""
MISSING = (
    "Published work decided some dozens of three-stone openings with clusters of machines, and "
    "published no certificate and no list that could be compared. Each opening here is one task, "
    "a search with its check on one core, here and not on a grid.",
)
_KEEPING = threading.Lock()


def distance(opening: str) -> int:
    """How far White's farther stone lies from Black's."""
    start = stones_of(ROOM.start())
    black, *white = (start.rules.coordinates[start.rules.index[w]] for w in opening.split())
    return max(max(abs(a - b) for a, b in zip(black, stone, strict=True)) for stone in white)


def _kept(work: Path) -> dict[str, dict[str, float]]:
    """What earlier runs spent, by opening."""
    path = work / f"{ID}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _keep(work: Path, opening: str, spent: dict[str, float]) -> None:
    path = work / f"{ID}.json"
    with _KEEPING:
        whole = json.dumps({**_kept(work), opening: spent}, indent=1)
        fresh = path.with_suffix(".new")
        fresh.write_text(whole, "utf-8")
        fresh.replace(path)


def proved(opening: str, work: Path, seconds: float) -> tuple[str, ...]:
    """One row: a certificate of an earlier run is checked again, not trusted."""
    position = ROOM.from_text(opening)
    path = work / f"{ID}-{opening.replace(' ', '-')}.cert.gz"
    far = str(distance(opening))
    if not path.exists():
        clock = time.thread_time()
        quiet = NEAR_QUIET if distance(opening) <= NEAR else QUIET
        verdict = solve(position, "vcst", Limits(seconds=seconds, memory=MEMORY), quiet_turns=quiet)
        spent = {"nodes": verdict.nodes, "seconds": time.thread_time() - clock}
        _keep(work, opening, spent)
        if verdict.certificate is None:
            nodes, took = f"{verdict.nodes:,}", f"{spent['seconds']:.1f}"
            return (opening, far, "unknown", "-", nodes, took, "-", "-")
        verdict.certificate.save(path)
    known = _kept(work).get(opening)
    nodes, took = (f"{known['nodes']:,}", f"{known['seconds']:.1f}") if known else ("-", "-")
    clock = time.thread_time()
    try:
        claim = {"kind": "win", "side": "black"}
        checked = check(path, start=position, claim=claim, caps=Caps(seconds=CHECK_SECONDS))
    except RefusedError as why:
        return (opening, far, f"refused: {why}", "-", nodes, took, "-", "-")
    return (
        opening,
        far,
        "Black wins",
        str(checked.claim.fields["turns"]),
        nodes,
        took,
        f"{path.stat().st_size / 1000:.0f}",
        f"{time.thread_time() - clock:.1f}",
    )


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes the first N openings; certificates stay in `--work`."""
    began, clock = time.perf_counter(), time.process_time()
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
    spent, wall = time.process_time() - clock, time.perf_counter() - began
    return Answer(
        tables=(
            Table(
                f"{len(won)} decided, {len(near)} of them with both white stones within {NEAR} "
                "lines of Black's",
                (
                    *("opening", "White's distance", "result", "turns at most", "nodes"),
                    *("search, processor s", "certificate kB", "check, processor s"),
                ),
                tuple(rows),
            ),
            Table(
                "This run (what an earlier one has proved is only checked again)",
                ("tasks", "at a time", "processor s", "s", "efficiency"),
                (
                    (
                        str(len(rows)),
                        str(settings.jobs),
                        f"{spent:.1f}",
                        f"{wall:.1f}",
                        f"{100 * spent / (wall * settings.jobs):.0f}%",
                    ),
                ),
            ),
        ),
        command=f"kikashi papers run {ID}",
        seconds=wall,
        missing=MISSING,
    )
