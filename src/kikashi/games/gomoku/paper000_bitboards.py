"""Paper 000's bitboard steps for five in a row: win tests, order by masks, dead points."""

from __future__ import annotations

import random
import time
from typing import Any

from kikashi import _native
from kikashi.papers.contract import Answer, Figure, Report, Settings, Table

ID = "000-bitboards"
PAPER = "000"
TITLE = "Gomoku on 8x8: what the steps of the bitboard solver save"
TITLE_ZH = "8x8 五子棋：位元棋盤解法的每一步省了多少"
QUICK = 2
POSITIONS, SEED, STONES, LEAST_DEAD = 8, 8, (26, 34), 4
"""Our positions: random stones on 8x8 without five, so many, with so many dead points or more."""
NODES, QUICK_NODES = 3_000_000, 200_000
MEMORY = 1 << 29
PUBLISHED = (
    (2814.6, 25.467),
    (312.307, 8.032),
    (581.03, 4.806),
    (6373.12, 72.546),
    (3.845, 4.666),
    (47.028, 59.314),
    (2.387, 2.347),
    (2.375, 2.345),
)
"""Seconds without and with dead points, on eight middle-game positions that are lost."""
MISSING = (
    "The paper's eight positions and its table of masks are lost. Ours are random stones, so "
    "that rows cannot be compared one by one. A search that 3,000,000 nodes did not finish is "
    "'unknown' and has no ratio.",
)


def positions(count: int) -> list[tuple[int, int, int]]:
    """Black's stones, White's, and who moves, by the seed alone."""
    source = random.Random(SEED)
    found: list[tuple[int, int, int]] = []
    while len(found) < count:
        stones = source.randint(*STONES)
        boards = [0, 0]
        for number, cell in enumerate(source.sample(range(64), stones)):
            boards[number % 2] |= 1 << cell
        dead = _native.gomoku_dead_points(boards[0], boards[1], 0).bit_count()
        five = any(_native.gomoku_has_five(board, 0, "shifts") for board in boards)
        if not five and dead >= LEAST_DEAD:
            found.append((boards[0], boards[1], stones % 2))
    return found


def search(
    position: tuple[int, int, int],
    nodes: int,
    *,
    test: str = "shifts",
    masks: int = 4,
    dead: bool = True,
    best_first: bool = False,
) -> dict[str, Any]:
    """One search with these steps; its `seconds` are of processor time."""
    black, white, mover = position
    clock = time.thread_time()
    found = _native.gomoku_bit_solve(
        black, white, 0, mover, test, masks, dead, best_first, nodes, MEMORY
    )
    return {**found, "seconds": time.thread_time() - clock}


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes the first N positions, with fewer nodes."""
    began = time.perf_counter()
    nodes = NODES if settings.games is None else QUICK_NODES
    chosen = positions(min(settings.games or POSITIONS, POSITIONS))
    for test in ("loops", "magic"):
        search(chosen[0], 100, test=test)  # the magic numbers are found once
    rows, steps, ratios, best_first = [], [], [], []
    for number, position in enumerate(chosen):
        report("positions", number, len(chosen))
        without, with_dead = (search(position, nodes, dead=dead) for dead in (False, True))
        old, new = PUBLISHED[number]
        told = "-"
        if "unknown" not in (without["answer"], with_dead["answer"]):
            ratios.append(without["seconds"] / max(with_dead["seconds"], 1e-6))
            told = f"{ratios[-1]:.1f}"
        rows.append(
            (
                str(number + 1),
                str((position[0] | position[1]).bit_count()),
                *_told(without),
                *_told(with_dead),
                told,
                f"{old:g} and {new:g}",
                f"{old / new:.1f}",
            )
        )
        cells = []
        for test in ("loops", "shifts", "magic"):
            found = search(position, nodes, test=test)
            cells.append(f"{1e6 * found['seconds'] / found['nodes']:.2f}")
        for masks in range(5):
            cells.append(f"{search(position, nodes, masks=masks)['nodes']:,}")
        steps.append((str(number + 1), *cells))
        best_first.append(
            (str(number + 1), *_told(with_dead), *_told(search(position, nodes, best_first=True)))
        )
    best = max(old / new for old, new in PUBLISHED)
    return Answer(
        tables=(
            Table(
                "Dead points: does Black win?",
                (
                    *("position", "stones"),
                    *("without", "nodes", "s"),
                    *("with", "nodes", "s"),
                    *("times", "paper: s", "times"),
                ),
                tuple(rows),
            ),
            Table(
                "Win tests (microseconds a node) and masks (nodes), with dead points",
                (
                    *("position", "loops", "shifts", "magic"),
                    *(f"{n} masks" for n in range(5)),
                ),
                tuple(steps),
            ),
            Table(
                "df-pn beside proof-number search, which keeps its whole tree",
                ("position", "df-pn", "nodes", "s", "PN search", "nodes", "s"),
                tuple(best_first),
            ),
        ),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=(
            (
                Figure(
                    "best gain by dead points on 8x8",
                    best,
                    round(max(ratios), 1),
                    " times",
                    "8x8 上死點最多快幾倍",
                ),
            )
            if ratios
            else ()
        ),
    )


def _told(found: dict[str, Any]) -> tuple[str, str, str]:
    return str(found["answer"]), f"{found['nodes']:,}", f"{found['seconds']:.3f}"
