"""Six tests for a club: where two of them are wrong, and what each costs as stones are added."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import combinations
from math import log

from kikashi.drawing import Marks, to_svg
from kikashi.games.goclub import ROOM
from kikashi.games.goclub.win_tests import (
    TESTS,
    Steps,
    Test,
    holds_club,
    picture,
    spiral_code,
    wrong_in_box,
    wrong_on_arms,
)
from kikashi.papers.contract import Answer, Figure, Plot, Report, Settings, Table

ID = "002-win-tests"
PAPER = "002"
TITLE = "GoClub: six tests for a club"
TITLE_ZH = "梅花棋：六種判斷梅花的方法"
QUICK = 1
STONES = (6, 8, 10, 12)
BOARDS = (9, 13, 19)
SHOWN = 4
"""Wrong shapes drawn of each test."""
SEED = 2
CENSUS = (126, 2, 0)
"""Boards of 3x3 with five stones of A and four of B, and those that hold a club of A, of B."""
MISSING = (
    "The paper's costs are orders of its own programs; ours count what the same steps look at. "
    "The stated orders count the side of the board, ours the stones.",
)


def census() -> tuple[int, int, int]:
    """All full boards of 3x3 where A began."""
    cells = [(x, y) for x in range(3) for y in range(3)]
    boards = list(combinations(cells, 5))
    won = sum(holds_club(stones) for stones in boards)
    lost = sum(holds_club([cell for cell in cells if cell not in stones]) for stones in boards)
    return len(boards), won, lost


def without_club(test: Test, count: int, size: int, steps: Steps) -> None:
    """A test that finds nothing among random stones: the longest work it has."""
    cells = [(x, y) for x in range(size) for y in range(size)]
    source = random.Random(SEED + count)
    found = True
    while found:
        steps.count = 0
        found = test(source.sample(cells, count), size, steps)


def run(settings: Settings, report: Report) -> Answer:
    """The same in every run: its random stones have a seed."""
    del settings
    began = time.perf_counter()
    wrong = {
        "average": (wrong_in_box("average", 5, 3), wrong_in_box("average", 5, 5)),
        "Pythagorean": (wrong_on_arms("Pythagorean", 5), wrong_on_arms("Pythagorean", 25)),
    }
    shapes = tuple(
        (name, str(len(found)), picture(found))
        for name, groups in wrong.items()
        for group in groups
        for found in group[:SHOWN]
    )
    rows, grown = [], {}
    for number, (name, (stated, test)) in enumerate(TESTS.items(), start=1):
        report("count", number, len(TESTS))
        steps = [_steps(test, count, 19) for count in STONES]
        boards = [_steps(test, STONES[-1], size) for size in BOARDS]
        order = log(steps[-1] / steps[0]) / log(STONES[-1] / STONES[0])
        verdict = "wrong" if name in wrong else "right"
        rows.append(
            (name, verdict, stated, f"n^{order:.1f}", *(f"{n:,}" for n in (*steps, *boards)))
        )
        grown[name] = {str(n): float(log(s, 10)) for n, s in zip(STONES, steps, strict=True)}
    boards_of_3, won, lost = census()
    codes = tuple(
        (str(y), *(str(spiral_code(x, y)) if x or y else "x" for x in range(-3, 4)))
        for y in range(3, -4, -1)
    )
    return Answer(
        tables=(
            Table(
                "Steps of a test on stones without a club",
                (
                    *("test", "verdict", "stated", "ours by stones"),
                    *(f"{n} stones" for n in STONES),
                    *(f"{STONES[-1]} on {n}x{n}" for n in BOARDS),
                ),
                tuple(rows),
            ),
            Table(
                "Smallest shapes that a test takes for a club", ("test", "stones", "shape"), shapes
            ),
            Table(
                "All full boards of 3x3",
                ("", "boards", "A holds a club", "B holds a club"),
                (
                    ("paper", *map(str, CENSUS)),
                    ("ours", str(boards_of_3), str(won), str(lost)),
                ),
            ),
            Table("Spiral codes around a centre", ("", *map(str, range(-3, 4))), codes),
        ),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=(
            Figure("3x3 boards", CENSUS[0], boards_of_3, zh="3x3 的盤面數"),
            Figure("3x3 boards that A wins", CENSUS[1], won, zh="其中甲方獲勝的"),
        ),
        plots=(Plot(grown, "Steps by stones on 19x19", "stones", "steps, as a power of ten"),),
        pictures={
            f"{name}: {len(group[0])} stones that it takes for a club": _drawn(group[0])
            for name, groups in wrong.items()
            for group in groups[:1]
        },
    )


def _drawn(shape: Sequence[tuple[int, int]]) -> str:
    """The shape as stones of one side, in the middle of a small board."""
    left, low = min(x for x, _ in shape), min(y for _, y in shape)
    wide = max(max(x for x, _ in shape) - left, max(y for _, y in shape) - low) + 3
    names = sorted(f"{'abcdefghijklmnopqrstuvwxy'[x - left + 1]}{y - low + 2}" for x, y in shape)
    start = ROOM.from_text(
        f"setup black={','.join(names)} white=- move=white left=1", {"size": f"{wide}x{wide}"}
    )
    return to_svg(ROOM.scene(start.view_of_mover(), Marks()))


def _steps(test: Test, count: int, size: int) -> int:
    steps = Steps()
    without_club(test, count, size, steps)
    return steps.count
