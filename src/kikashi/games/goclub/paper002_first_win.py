"""The first-player win from the centre, as one certificate a board that anyone can check."""

from __future__ import annotations

import time
from functools import partial

from kikashi.games.goclub.first_win import FirstWin, first_win
from kikashi.games.goclub.no_sooner import STONES, refuted
from kikashi.papers.contract import Answer, Figure, PaperError, Plot, Report, Settings, Table

ID = "goclub-first-player-win"
PAPER = "002"
TITLE = "GoClub: the first player wins from the centre"
TITLE_ZH = "梅花棋：先手從正中央必勝"
QUICK = 1
SIZES = (19, 17, 15, 13, 11, 9)
PUBLISHED_PLIES = 17
"""On 19x19, argued and not proved: both sides' stones up to the club."""
MISSING = (
    "The paper argues its 17 plies from a drawn line, without all replies. Ours are proved against "
    "every reply. That there is no win within 11 plies is shown by going through all of them "
    "(`kikashi.games.goclub.no_sooner`, plain Python, held to trying everything on small worlds); "
    "certificates have no form for it, so that the checker does not replay it. Where the second "
    "player holds that long and the certified win takes 13, 13 is the fewest; where it takes more, "
    "what lies between is open.",
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
    within = 2 * STONES - 1
    sooner: list[tuple[str, ...]] = []
    for size in sizes:
        report(f"within {within} plies, {size}x{size}", len(sooner), len(sizes))
        clock = time.process_time()
        held = refuted(size)
        sooner.append(
            (
                f"{size}x{size}",
                f"{held.held} of {held.second_stones}",
                f"{held.shapes:,}",
                f"{held.positions:,}",
                f"{time.process_time() - clock:.1f}",
            )
        )
    columns = (
        *("board", "paper: plies", "ours", "nodes", "search s", "certificate kB", "check s"),
        "second stones that lose sooner",
    )
    figures = [
        Figure(
            "plies of the first player's win on 19x19",
            PUBLISHED_PLIES,
            plies[19],
            zh="19x19 先手必勝的步數",
        )
    ]
    return Answer(
        tables=(
            Table("Won from the centre, whatever the reply", columns, tuple(rows)),
            Table(
                f"Sooner? No win within {within} plies after so many second stones",
                ("board", "second stones that hold", "shapes", "positions", "processor s"),
                tuple(sooner),
            ),
        ),
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
