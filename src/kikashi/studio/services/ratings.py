"""Glicko-2 for people and puzzles: every first attempt at a puzzle is a game between the two."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from kikashi.exam.glicko import Rating, expected, rate

PUZZLE_DEVIATION = 200.0
"""A puzzle begins at the factory's own estimate, which no solver has tried yet."""
IDLE_PERIOD = timedelta(days=30)
"""After each of these without a puzzle a rating becomes less sure."""
MOST_IDLE_PERIODS = 60
"""Five years: by then every rating is as unsure as a new one."""


@dataclass(frozen=True)
class Meeting:
    """What one rated attempt did to both ratings."""

    person: Rating
    puzzle: Rating
    expected: float
    """The chance that was given to the person beforehand."""


def first_rating(difficulty: float) -> Rating:
    """Where a puzzle begins."""
    return Rating(difficulty, PUZZLE_DEVIATION)


def rested(rating: Rating, last: datetime, now: datetime) -> Rating:
    """The rating after the time in which nothing was played."""
    periods = min(int((now - last) / IDLE_PERIOD), MOST_IDLE_PERIODS) if now > last else 0
    for _ in range(periods):
        rating = rate(rating, ())
    return rating


def meet(person: Rating, puzzle: Rating, *, solved: bool) -> Meeting:
    """Both ratings after an attempt."""
    score = float(solved)
    return Meeting(
        rate(person, [(puzzle, score)]),
        rate(puzzle, [(person, 1.0 - score)]),
        expected(person, puzzle),
    )
