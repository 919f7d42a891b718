"""The ladder of paper 004: kyu 10 to 4 by puzzles of length 1 to 7, and three steps beyond it.

Beyond it come one step of longer puzzles and two of puzzles by single threats, where the defender
has stones to spare and the paper's rule no longer helps to see the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

POOL_SIZE = 30
"""Puzzles that the paper keeps for each level."""


@dataclass(frozen=True)
class Level:
    """One step: so many puzzles of one length are drawn, so many must be right."""

    kyu: int
    length: int
    puzzles: int
    needed: int
    beyond: bool = False
    """Not in the paper, whose top is kyu 4."""
    single: bool = False
    """By puzzles of single threats, of this length or longer."""

    @property
    def pool(self) -> int:
        """Where its puzzles lie in a pool: by length, those of single threats below 0."""
        return -self.length if self.single else self.length

    @property
    def wrong_ends(self) -> int:
        """So many wrong answers end the exam: two in every level of the paper."""
        return self.puzzles - self.needed + 1


PAPER = tuple(
    Level(kyu, length=11 - kyu, puzzles=4 if kyu >= 8 else 3, needed=3 if kyu >= 8 else 2)
    for kyu in range(10, 3, -1)
)
BEYOND = (
    Level(3, 8, 3, 2, beyond=True),
    Level(2, 2, 3, 2, beyond=True, single=True),
    Level(1, 4, 3, 2, beyond=True, single=True),
)


def reachable(
    counts: Mapping[int, int], ladder: Sequence[Level] = PAPER + BEYOND
) -> tuple[Level, ...]:
    """The steps, from the first on, for which a pool of so many puzzles by `Level.pool` suffices.

    One puzzle more than a step asks: a puzzle that the search cannot decide is replaced. A game
    that has no puzzles of the first lengths at all begins later: a mate in one asks too little.
    """
    found: list[Level] = []
    for level in ladder:
        count = counts.get(level.pool, 0)
        if count == 0 and not found and not level.beyond:
            continue
        if count <= level.puzzles:
            break
        found.append(level)
    return tuple(found)


@dataclass(frozen=True)
class Score:
    """How a sitting stands: the level it is at, and the answers in it."""

    level: int = 0
    right: int = 0
    wrong: int = 0
    passed: int = 0
    """Levels passed so far."""
    over: bool = False


def after_answer(score: Score, ladder: Sequence[Level], *, right: bool) -> Score:
    """The score after one more answer. A level is passed as soon as enough are right."""
    if score.over:
        return score
    level = ladder[score.level]
    rights, wrongs = score.right + right, score.wrong + (not right)
    if wrongs >= level.wrong_ends:
        return Score(score.level, rights, wrongs, score.passed, over=True)
    if rights < level.needed:
        return Score(score.level, rights, wrongs, score.passed)
    passed = score.passed + 1
    if passed == len(ladder):
        return Score(score.level, rights, wrongs, passed, over=True)
    return Score(score.level + 1, 0, 0, passed)


def kyu_of(score: Score, ladder: Sequence[Level]) -> int | None:
    """The rank that the levels passed are worth; None below the first."""
    return ladder[score.passed - 1].kyu if score.passed else None
