"""How well the ladder tells players apart, by sitting it many times with made-up players."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from kikashi.exam.glicko import Rating, expected
from kikashi.exam.ladder import PAPER, Level, Score, after_answer

STEP = 190.0
FIRST = 700.0
"""The factory's first guess of difficulty by length; see `kikashi.puzzles.grade`."""
SPREAD = 120.0
"""Of the difficulty of puzzles of one length."""


@dataclass(frozen=True)
class Standing:
    """What players of one strength reach."""

    strength: float
    passed: float
    """Levels passed, on average."""
    deviation: float


@dataclass(frozen=True)
class Separation:
    """One ladder: what each strength reaches, and how often the stronger of two comes higher."""

    puzzles: int
    standings: tuple[Standing, ...]
    in_order: float
    """Among pairs one step of strength apart: how often the stronger passes more levels."""
    equal: float


def sit(strength: float, random: Random, ladder: Sequence[Level] = PAPER) -> int:
    """Levels passed by a made-up player in one sitting."""
    score, player = Score(), Rating(strength, 0.0)
    while not score.over:
        hard = FIRST + STEP * (ladder[score.level].length - 1) + random.gauss(0, SPREAD)
        right = random.random() < expected(player, Rating(hard, 0.0))
        score = after_answer(score, ladder, right=right)
    return score.passed


def longer(ladder: Sequence[Level], times: int) -> tuple[Level, ...]:
    """The ladder with `times` as many puzzles in each level, and as large a share to be right."""
    return tuple(
        replace(level, puzzles=level.puzzles * times, needed=level.needed * times)
        for level in ladder
    )


def separation(
    ladder: Sequence[Level] = PAPER,
    *,
    strengths: Sequence[float] = (700, 900, 1100, 1300, 1500, 1700, 1900, 2100),
    sittings: int = 2000,
    seed: int = 1,
) -> Separation:
    """Many sittings at each strength. The same seed gives the same table."""
    random = Random(seed)
    reached = [[sit(s, random, ladder) for _ in range(sittings)] for s in strengths]
    standings = tuple(
        Standing(s, round(statistics.fmean(r), 3), round(statistics.pstdev(r), 3))
        for s, r in zip(strengths, reached, strict=True)
    )
    pairs = [
        (a, b)
        for weaker, stronger in pairwise(reached)
        for a, b in zip(weaker, stronger, strict=True)
    ]
    return Separation(
        sum(level.puzzles for level in ladder),
        standings,
        round(sum(b > a for a, b in pairs) / len(pairs), 3),
        round(sum(b == a for a, b in pairs) / len(pairs), 3),
    )
