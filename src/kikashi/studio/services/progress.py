"""What a person's attempts add up to: rating over time, days, lengths, themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Integer, case, cast, func, select
from sqlalchemy.orm import Session

from kikashi.studio.services.catalogue import ENDED
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


def progress(session: Session, person: str, game: str, now: float) -> Progress:
    """What a person has done in the puzzles of one game."""
    solver = session.get(SolverRow, (person, game))
    mine = (AttemptRow.person_id == person, AttemptRow.game == game)
    rated = (*mine, AttemptRow.rated.is_(True), AttemptRow.after.is_not(None))
    points = session.execute(
        select(AttemptRow.ended, AttemptRow.after).where(*rated).order_by(AttemptRow.ended)
    ).all()
    ended = session.execute(
        select(AttemptRow.ended, AttemptRow.state).where(*mine, AttemptRow.state.in_(ENDED))
    ).all()
    lengths = select(cast(CardRow.length, Integer), *_sums()).join(
        CardRow, CardRow.id == AttemptRow.card_id
    )
    themes = select(CardTagRow.tag, *_sums()).join(
        CardTagRow, CardTagRow.card_id == AttemptRow.card_id
    )
    by_length = session.execute(
        lengths.where(*rated).group_by(CardRow.length).order_by(CardRow.length)
    )
    by_theme = session.execute(themes.where(*rated).group_by(CardTagRow.tag))
    shares = [Share(str(n), int(a), int(s), float(e)) for n, a, s, e in by_theme]
    return Progress(
        game=game,
        rating=solver.value if solver else None,
        deviation=solver.deviation if solver else None,
        attempts=len(ended),
        solved=sum(state == "solved" for _, state in ended),
        history=thinned([(when or 0.0, value or 0.0) for when, value in points]),
        days=_days([(when or 0.0, state) for when, state in ended], now),
        lengths=tuple(Share(str(n), int(a), int(s), float(e)) for n, a, s, e in by_length),
        themes=tuple(sorted(shares, key=lambda s: ((s.solved - s.expected) / s.attempts, s.name))),
    )


def _sums() -> tuple[Any, Any, Any]:
    return (
        func.count(),
        func.sum(case((AttemptRow.state == "solved", 1), else_=0)),
        func.sum(AttemptRow.expected),
    )


def thinned(points: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """At most `MOST_POINTS` of them, the first and the last among them."""
    if len(points) <= MOST_POINTS:
        return tuple(points)
    last = len(points) - 1
    return tuple(points[round(n * last / (MOST_POINTS - 1))] for n in range(MOST_POINTS))


def _days(ended: Sequence[tuple[float, str]], now: float) -> tuple[Day, ...]:
    """Every one of the last days, also those without a puzzle, by the clock of Greenwich."""
    today = datetime.fromtimestamp(now, UTC).date()
    counts = Counter((datetime.fromtimestamp(when, UTC).date(), state) for when, state in ended)
    days = (today - timedelta(days=back) for back in range(DAYS - 1, -1, -1))
    return tuple(Day(day.isoformat(), counts[day, "solved"], counts[day, "failed"]) for day in days)
