"""The first-player win from the centre, as one certificate a board that anyone can check."""

from __future__ import annotations

import time
from functools import partial

from kikashi.games.goclub.first_win import FirstWin, first_win
from kikashi.papers.contract import Answer, Figure, PaperError, Plot, Report, Settings, Table

ID = "goclub-first-player-win"
PAPER = "002"
TITLE = "GoClub: the first player wins from the centre"
QUICK = 1
SIZES = (19, 17, 15, 13, 11, 9)
PUBLISHED_PLIES = 17
"""On 19x19, argued and not proved: both sides' stones up to the club."""
MISSING = (
    "The paper argues its 17 plies from a drawn line, without all replies. Ours are proved against "
    "every reply. That no shorter win exists is open: the last column tells after how many second "
    "stones one was found (two plies shorter at least); the searches that found none after the "
    "others are not complete, so that they refute nothing.",
)


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes the first N boards; `--proof FILE` keeps the certificate of 19x19."""
    began = time.perf_counter()
    sizes = SIZES[: settings.games]
    rows: list[tuple[str, ...]] = []
    plies: dict[int, int] = {}
    for size in sizes:
        clock = time.process_time()
        found = first_win(size, settings.jobs, report=partial(report, f"{size}x{size}"))
        spent = time.process_time() - clock
        if found is None:
            rows.append((f"{size}x{size}", "-", "unknown", "-", f"{spent:.1f}", "-", "-", "-"))
            continue
        plies[size] = found.plies
        rows.append(_row(found, spent))
        if settings.proof is not None and size == sizes[0]:
            found.certificate.save(settings.proof)
    if not plies:
        raise PaperError("no win was found on any of these boards")
    columns = (
        *("board", "paper: plies", "ours", "nodes", "search s", "certificate kB", "check s"),
        "second stones that lose sooner",
    )
    figures = [Figure("plies of the first player's win on 19x19", PUBLISHED_PLIES, plies[19])]
    return Answer(
        tables=(Table("Won from the centre, whatever the reply", columns, tuple(rows)),),
        command=f"kikashi papers run {ID} --proof FILE",
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=tuple(figures),
        plots=(
            Plot(
                {"ours, certified": {f"{n}x{n}": float(p) for n, p in sorted(plies.items())}},
                "Plies in which the first player wins from the centre",
                "board",
                "plies, at most",
            ),
        ),
    )


def _row(found: FirstWin, spent: float) -> tuple[str, ...]:
    clock = time.process_time()
    checked = found.certificate.check()
    return (
        f"{found.size}x{found.size}",
        str(PUBLISHED_PLIES) if found.size == SIZES[0] else "-",
        str(checked.plies),
        f"{found.nodes:,}",
        f"{spent:.1f}",
        f"{len(found.certificate.to_bytes()) / 1000:.0f}",
        f"{time.process_time() - clock:.1f}",
        f"{found.sooner} of {found.second_stones}",
    )
