"""The first-player win from the centre, and that none is sooner: certificates of each board."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from kikashi.games.goclub.first_win import FirstWin, first_win
from kikashi.games.goclub.no_sooner import STONES, refuted
from kikashi.games.goclub.no_sooner_proof import no_sooner
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
    "every reply. That there is no win within 11 plies is a certificate too: one second stone that "
    "holds, against whatever the first player does. That every other second stone holds as long is "
    "what a search found (`kikashi.games.goclub.no_sooner`), and is not certified. Where the "
    "certified win takes 13 plies, 13 is the fewest; where it takes more, what lies between is "
    "open.",
)
REFUTATION = "no-sooner-"
"""What the names of files begin with that say why there is none sooner."""


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes the first N boards; `--proof FILE` keeps the certificate of 19x19 there,
    those of other boards beside it (`9x9-FILE`), and of each why none is sooner."""
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
        if settings.proof is not None:
            found.certificate.save(_beside(settings.proof, size))
    if not plies:
        raise PaperError("no win was found on any of these boards")
    within = 2 * STONES - 1
    sooner: list[tuple[str, ...]] = []
    for size in sizes:
        report(f"within {within} plies, {size}x{size}", len(sooner), len(sizes))
        clock = time.process_time()
        held = refuted(size)
        searched = time.process_time() - clock
        sooner.append(
            (
                f"{size}x{size}",
                f"{held.held} of {held.second_stones}",
                f"{held.positions:,}",
                f"{searched:.1f}",
                *_refutation(size, settings.proof),
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
                f"Sooner? No win within {within} plies",
                (
                    *("board", "second stones that hold, searched", "positions", "search s"),
                    *("certified", "certificate kB", "check s"),
                ),
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


def _beside(kept: Path, size: int) -> Path:
    """Where the certificate of a board goes."""
    return kept if size == SIZES[0] else kept.with_name(f"{size}x{size}-{kept.name}")


def _refutation(size: int, kept: Path | None) -> tuple[str, str, str]:
    """That no win is sooner: what the checker says, the file's size, and the checker's time."""
    certificate = no_sooner(size)
    if certificate is None:
        return "unknown", "-", "-"
    clock = time.process_time()
    checked = certificate.check()
    spent = time.process_time() - clock
    if kept is not None:
        there = _beside(kept, size)
        certificate.save(there.with_name(REFUTATION + there.name))
    return (
        f"no win within {checked.turns} more turns",
        f"{len(certificate.to_bytes()) / 1000:.0f}",
        f"{spent:.1f}",
    )
