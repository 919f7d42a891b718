"""What a person's attempts add up to: rating over time, days, lengths, themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import Integer, bindparam, case, cast, func, select
from sqlalchemy.orm import Session

from kikashi.studio.services.choosing import ENDED, PERSON
from kikashi.studio.store.solving import AttemptRow, CardRow, CardTagRow, SolverRow

MOST_POINTS = 300
"""Of the rating curve: more than a page has pixels for."""
DAYS = 84
"""Twelve weeks of activity are shown."""
LEAST_TO_JUDGE = 4
"""Fewer attempts say nothing about a theme."""


@dataclass(frozen=True)
class Share:
    """How somebody does with puzzles of one kind."""

    name: str
    attempts: int
    solved: int
    expected: float
    """Solved puzzles that the ratings foretold."""

    @property
    def weak(self) -> bool:
        """Clearly fewer than foretold: by more than one puzzle, and enough of them."""
        return self.attempts >= LEAST_TO_JUDGE and self.solved < self.expected - 1.0


@dataclass(frozen=True)
class Day:
    day: str
    solved: int
    failed: int


@dataclass(frozen=True)
class Progress:
    """Everything about one person and one game."""

    game: str
    rating: float | None
    deviation: float | None
    attempts: int
    solved: int
    history: tuple[tuple[float, float], ...]
    """Seconds since 1970 and the rating from then on."""
    days: tuple[Day, ...]
    lengths: tuple[Share, ...]
    themes: tuple[Share, ...]
    """The weakest first."""


_MINE = (AttemptRow.person_id == PERSON, AttemptRow.game == bindparam("game"))
_RATED = (*_MINE, AttemptRow.rated.is_(True), AttemptRow.after.is_not(None))
_SUMS: tuple[Any, Any, Any] = (
    func.count(),
    func.sum(case((AttemptRow.state == "solved", 1), else_=0)),
    func.sum(AttemptRow.expected),
)
_RATING = select(SolverRow.value, SolverRow.deviation).where(
    SolverRow.person_id == PERSON, SolverRow.game == bindparam("game")
)
_END = select(AttemptRow.ended, AttemptRow.state).where(*_MINE, AttemptRow.state.in_(ENDED))
_POINTS = select(AttemptRow.ended, AttemptRow.after).where(*_RATED).order_by(AttemptRow.ended)
_LENGTHS = (
    select(cast(CardRow.length, Integer), *_SUMS)
    .join(CardRow, CardRow.id == AttemptRow.card_id)
    .where(*_RATED)
    .group_by(CardRow.length)
    .order_by(CardRow.length)
)
_THEMES = (
    select(CardTagRow.tag, *_SUMS)
    .join(CardTagRow, CardTagRow.card_id == AttemptRow.card_id)
    .where(*_RATED)
    .group_by(CardTagRow.tag)
)


def progress(session: Session, person: str, game: str, now: float) -> Progress:
    """What a person has done in the puzzles of one game."""
    asked = {"person": person, "game": game}
    rating = session.execute(_RATING, asked).one_or_none()
    ended = session.execute(_END, asked).all()
    # Nobody is rated before the end of a first puzzle, and newcomers look here too.
    points = session.execute(_POINTS, asked).all() if ended else ()
    lengths = session.execute(_LENGTHS, asked).all() if ended else ()
    themes = session.execute(_THEMES, asked).all() if ended else ()
    shares = [Share(str(n), int(a), int(s), float(e)) for n, a, s, e in themes]
    return Progress(
        game=game,
        rating=rating.value if rating else None,
        deviation=rating.deviation if rating else None,
        attempts=len(ended),
        solved=sum(state == "solved" for _, state in ended),
        history=thinned([(when or 0.0, value or 0.0) for when, value in points]),
        days=_days([(when or 0.0, state) for when, state in ended], now),
        lengths=tuple(Share(str(n), int(a), int(s), float(e)) for n, a, s, e in lengths),
        themes=tuple(sorted(shares, key=lambda s: ((s.solved - s.expected) / s.attempts, s.name))),
    )


def thinned(points: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """At most `MOST_POINTS` of them, the first and the last among them."""
    if len(points) <= MOST_POINTS:
        return tuple(points)
    last = len(points) - 1
    return tuple(points[round(n * last / (MOST_POINTS - 1))] for n in range(MOST_POINTS))


def _days(ended: Sequence[tuple[float, str]], now: float) -> tuple[Day, ...]:
    """Every one of the last days, also those without a puzzle, by the clock of Greenwich."""
    last = _last_days(datetime.fromtimestamp(now, UTC).date())
    if not ended:
        return tuple(last.values())
    counts = Counter((datetime.fromtimestamp(when, UTC).date(), state) for when, state in ended)
    return tuple(
        Day(empty.day, counts[day, "solved"], counts[day, "failed"]) for day, empty in last.items()
    )


@lru_cache(maxsize=2)
def _last_days(today: date) -> Mapping[date, Day]:
    """The last days, as they are without a puzzle."""
    days = (today - timedelta(days=back) for back in range(DAYS - 1, -1, -1))
    return {day: Day(day.isoformat(), 0, 0) for day in days}
