"""Who wins on every small board: m,n,k games, and every first move of five in a row."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from kikashi.games.gomoku.rules import Gomoku
from kikashi.law.winning_sets import Geometry, StonePosition
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.search import Certificate, Verdict, solve

ID = "000-gomoku"
PAPER = "000"
TITLE = "k in a row on boards up to 7x7: who wins, and after which first move"
TITLE_ZH = "7x7 以內的 k 子連線：誰贏，哪個第一手贏"
QUICK = 6
SIDES = range(3, 8)
LENGTHS = (3, 4, 5)
FIRST_MOVES = ((5, "30.29 to 41.9"), (6, "not given"), (7, "not given; 2020, whole board: 2.5"))
"""Square boards for five in a row, and the published seconds for a first move."""
FEW_SIDE = 6
"""The largest board whose first moves a run of some boards settles: those of 7x7 take minutes."""
MISSING = (
    "Paper 000 gives a time for each of six first moves of 5x5 without saying which is which; 8x8 "
    "(published once: a draw, 17.4 hours) is not among these boards.",
)
SHORT = (
    "This run was short (--quick, --games): it leaves out first moves of boards beyond "
    f"{FEW_SIDE}x{FEW_SIDE}.",
)
COLUMNS = ("verdict", "nodes", "seconds", "certificate, bytes", "checked in, s")


def run(settings: Settings, report: Report) -> Answer:
    """The first `--games` boards of each table (all unless said); certificates go to `work`.

    With `--games` first moves are those of boards up to 6x6.
    """
    began = time.perf_counter()
    most = settings.games
    boards = list(_boards())[:most]
    rows = []
    for number, (size, k) in enumerate(boards, start=1):
        report("boards", number, len(boards))
        rows.append((size, str(k), *_settled(_start(size, k), settings.work, f"{size}-{k}")))
    first = []
    for side, published in FIRST_MOVES:
        if most and side > FEW_SIDE:
            continue
        start = _start(f"{side}x{side}", 5)
        cells = first_cells(start.rules)[:most]
        for number, cell in enumerate(cells, start=1):
            name = start.rules.cells[cell]
            report(f"first moves of {side}x{side}", number, len(cells))
            found = _settled(start.with_stone(cell), settings.work, f"{side}x{side}-5-{name}")
            first.append((f"{side}x{side}", name, *found, published))
    return Answer(
        (
            Table("The empty board", ("board", "k", *COLUMNS), tuple(rows)),
            Table(
                "Five in a row after each first move, symmetry reduced",
                ("board", "first move", *COLUMNS, "published, s"),
                tuple(first),
            ),
        ),
        f"kikashi papers run {ID}",
        time.perf_counter() - began,
        MISSING + (SHORT if most else ()),
    )


def first_cells(rules: Geometry) -> list[int]:
    """One cell of each class that the board's symmetries make."""
    found: list[int] = []
    for cell in range(len(rules.cells)):
        if min(image[cell] for image in rules.symmetries) == cell:
            found.append(cell)
    return found


def _boards() -> Iterator[tuple[str, int]]:
    for k in LENGTHS:
        for short in SIDES:
            for long in SIDES:
                if long >= max(short, k):
                    yield f"{long}x{short}", k


def _start(size: str, k: int) -> StonePosition:
    return Gomoku().start({"size": size, "k": str(k)})


def _settled(position: StonePosition, work: Path, name: str) -> tuple[str, ...]:
    verdict = solve(position, "dfpn").replayed()
    certificate = verdict.certificate
    if certificate is None or verdict.checked is None:
        return (f"{verdict.verdict}, not certified", f"{verdict.nodes:,}", "", "", "")
    return (
        _word(verdict),
        f"{verdict.nodes:,}",
        f"{verdict.seconds:.3f}",
        f"{_kept(certificate, work, name):,}",
        f"{verdict.checked.seconds:.2f}",
    )


def _word(verdict: Verdict) -> str:
    if verdict.verdict == "win":
        return f"{verdict.side} within {verdict.turns}"
    return verdict.verdict


def _kept(certificate: Certificate, work: Path, name: str) -> int:
    work.mkdir(parents=True, exist_ok=True)
    path = work / f"{ID}-{name}.cert.gz"
    certificate.save(path)
    return path.stat().st_size
