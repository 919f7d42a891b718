"""Choosing a puzzle for a person: what fits their wish, what they have met, what they failed.

A statement is made once for every shape of a wish and gets its values when it is asked: for
questions as small as these, making one costs more than asking it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, bindparam, func, or_, select, union_all
from sqlalchemy.orm import Session, aliased

from kikashi.studio.services.sorts import of_sort
from kikashi.studio.store.solving import AttemptRow, CardRow, CardTagRow, MakerRow, ReportRow

NEAR = 24
"""One of so many puzzles closest to the person's rating is drawn."""
ENDED = ("solved", "failed")
SHAPES = 256
"""Shapes of wishes whose statements are kept: strangers choose how many tags they want."""

PERSON: BindParameter[str] = bindparam("person")
"""Whoever asks, in every statement here."""
MADE: ColumnElement[bool] = (
    select(MakerRow.card_id)
    .where(MakerRow.card_id == CardRow.id, MakerRow.person_id == PERSON)
    .exists()
)
"""Did this person have it made?"""
VISIBLE: ColumnElement[bool] = or_(CardRow.common.is_(True), MADE)
"""May this person meet it?"""
_MET: ColumnElement[bool] = (
    select(AttemptRow.id)
    .where(AttemptRow.card_id == CardRow.id, AttemptRow.person_id == PERSON)
    .exists()
)
_REPORTED: ColumnElement[bool] = (
    select(ReportRow.card_id)
    .where(ReportRow.card_id == CardRow.id, ReportRow.person_id == PERSON)
    .exists()
)
"""Whoever called a puzzle wrong does not meet it again."""


@dataclass(frozen=True)
class Shape:
    """What of a wish changes the words of a question, and not only its values."""

    own: bool
    alike: bool
    """All of one length: then an index has them in order."""
    each: int
    """Tags that must all be there."""
    some: bool
    without: bool
    sort: str


@dataclass(frozen=True)
class Wish:
    """Which puzzles a person wants."""

    game: str
    shortest: int = 1
    longest: int = 99
    tags: tuple[str, ...] = ()
    every: bool = False
    """All of the tags at once, not one of them."""
    without: tuple[str, ...] = ()
    own: bool = False
    """Only those this person had made."""
    sort: str = ""
    """The main sort or a further one; empty: any."""

    @property
    def shape(self) -> Shape:
        each = len(self.tags) if self.every else 0
        some = bool(self.tags) and not self.every
        alike = self.shortest == self.longest
        return Shape(self.own, alike, each, some, bool(self.without), self.sort)

    def values(self, person: str) -> dict[str, Any]:
        """What a statement of this shape is asked with."""
        found: dict[str, Any] = {
            "person": person,
            "game": self.game,
            "shortest": self.shortest,
            "longest": self.longest,
        }
        if self.every:
            found |= {f"tag{number}": tag for number, tag in enumerate(self.tags)}
        elif self.tags:
            found["tags"] = self.tags
        if self.without:
            found["without"] = self.without
        return found


def _matching(shape: Shape) -> list[ColumnElement[bool]]:
    """The conditions of a wish."""
    found: list[ColumnElement[bool]] = [
        CardRow.game == bindparam("game"),
        CardRow.length == bindparam("shortest")
        if shape.alike
        else CardRow.length.between(bindparam("shortest"), bindparam("longest")),
        of_sort(shape.sort),
        MADE if shape.own else VISIBLE,
    ]

    def has(tag: ColumnElement[bool]) -> ColumnElement[bool]:
        return select(CardTagRow.card_id).where(CardTagRow.card_id == CardRow.id, tag).exists()

    found += [has(CardTagRow.tag == bindparam(f"tag{number}")) for number in range(shape.each)]
    if shape.some:
        found.append(has(CardTagRow.tag.in_(bindparam("tags", expanding=True))))
    if shape.without:
        found.append(~has(CardTagRow.tag.in_(bindparam("without", expanding=True))))
    return found


def count(session: Session, person: str, wish: Wish) -> tuple[int, int]:
    """How many puzzles fit a wish, and how many of them this person has not met."""
    values = wish.values(person)
    fitting, fresh = (session.scalar(query, values) for query in _counting(wish.shape))
    return fitting or 0, fresh or 0


@lru_cache(maxsize=SHAPES)
def _counting(shape: Shape) -> tuple[Select[int], Select[int]]:
    fitting = select(func.count()).select_from(CardRow).where(*_matching(shape))
    return fitting, fitting.where(~_MET, ~_REPORTED)


def choose_new(
    session: Session, person: str, wish: Wish, target: float, random: Random
) -> CardRow | None:
    """A puzzle this person has never met, near their rating; None if there is none left."""
    values = wish.values(person) | {"target": target}
    found = session.execute(_around(wish.shape), values).all()
    near = sorted((abs(value - target), name) for name, value in found)[:NEAR]
    return session.get_one(CardRow, random.choice(near)[1]) if near else None


@lru_cache(maxsize=SHAPES)
def _around(shape: Shape) -> Any:
    """The nearest above and the nearest below: a walk both ways along an index, and no sort."""
    fresh = select(CardRow.id, CardRow.value).where(*_matching(shape), ~_MET, ~_REPORTED)
    target: BindParameter[float] = bindparam("target")
    above = fresh.where(CardRow.value >= target).order_by(CardRow.value, CardRow.id)
    below = fresh.where(CardRow.value < target).order_by(CardRow.value.desc(), CardRow.id.desc())
    return union_all(*(select(part.limit(NEAR).subquery()) for part in (above, below)))


def choose_again(session: Session, person: str, wish: Wish) -> CardRow | None:
    """The puzzle that this person met longest ago."""
    return session.scalar(_again(wish.shape), wish.values(person))


@lru_cache(maxsize=SHAPES)
def _again(shape: Shape) -> Select[CardRow]:
    last = (
        select(AttemptRow.card_id, func.max(AttemptRow.made).label("last"))
        .where(AttemptRow.person_id == PERSON)
        .group_by(AttemptRow.card_id)
        .subquery()
    )
    return (
        select(CardRow)
        .join(last, last.c.card_id == CardRow.id)
        .where(*_matching(shape), ~_REPORTED)
        .order_by(last.c.last, CardRow.id)
        .limit(1)
    )


_EVER_FAILED = (
    select(AttemptRow.id).where(AttemptRow.person_id == PERSON, AttemptRow.state == "failed")
).limit(1)


def failures(session: Session, person: str, wish: Wish | None = None) -> list[tuple[CardRow, Any]]:
    """Puzzles whose last attempt failed, the longest ago first, with that attempt."""
    if session.scalar(_EVER_FAILED, {"person": person}) is None:
        return []  # most people, at most times; the question below is not cheap to ask
    values = {"person": person} if wish is None else wish.values(person)
    found = session.execute(_failed(None if wish is None else wish.shape), values)
    return [(card, attempt) for card, attempt in found]


@lru_cache(maxsize=SHAPES)
def _failed(shape: Shape | None) -> Any:
    order = func.row_number().over(
        partition_by=AttemptRow.card_id, order_by=AttemptRow.ended.desc()
    )
    ended = (
        select(AttemptRow, order.label("place"))
        .where(AttemptRow.person_id == PERSON, AttemptRow.state.in_(ENDED))
        .subquery()
    )
    last = aliased(AttemptRow, ended)
    query = (
        select(CardRow, last)
        .join(last, last.card_id == CardRow.id)
        .where(ended.c.place == 1, last.state == "failed", ~_REPORTED)
        .order_by(last.ended)
    )
    return query if shape is None else query.where(*_matching(shape))
