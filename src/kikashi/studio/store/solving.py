"""Puzzles as people meet them: ratings, attempts, failures, reports, own mixes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kikashi.studio.store.base import Base
from kikashi.studio.store.people import ID_LENGTH

CARD_LENGTH = 16


class CardRow(Base):
    """A puzzle that can be given to people, with its rating. `data` is `Puzzle.to_json()`."""

    __tablename__ = "card"
    id: Mapped[str] = mapped_column(String(CARD_LENGTH), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    length: Mapped[int]
    quality: Mapped[str] = mapped_column(String(10))
    common: Mapped[bool]
    """Everybody's; else only those who made it meet it."""
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    certificate: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    refutation: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    value: Mapped[float] = mapped_column(Float)
    deviation: Mapped[float] = mapped_column(Float)
    volatility: Mapped[float] = mapped_column(Float)
    attempts: Mapped[int] = mapped_column(default=0)
    solved: Mapped[int] = mapped_column(default=0)
    made: Mapped[float]
    __table_args__ = (
        Index("card_by_length", "game", "length", "value"),
        Index("card_by_value", "game", "value", "id"),
    )


class CardTagRow(Base):
    """A theme of a puzzle."""

    __tablename__ = "card_tag"
    card_id: Mapped[str] = mapped_column(
        ForeignKey("card.id", ondelete="CASCADE"), primary_key=True
    )
    tag: Mapped[str] = mapped_column(String(40), primary_key=True, index=True)


class MakerRow(Base):
    """Who had the factory make a puzzle, and of which collection (none: from a board)."""

    __tablename__ = "maker"
    card_id: Mapped[str] = mapped_column(
        ForeignKey("card.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    collection_id: Mapped[str | None] = mapped_column(
        ForeignKey("collection.id", ondelete="SET NULL")
    )
    made: Mapped[float]


class AttemptRow(Base):
    """One person before one puzzle, as it was disguised for them."""

    __tablename__ = "attempt"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    card_id: Mapped[str] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"), index=True)
    game: Mapped[str] = mapped_column(String(40))
    symmetry: Mapped[str] = mapped_column(String(40))
    swapped: Mapped[bool]
    start: Mapped[str] = mapped_column(Text)
    turns: Mapped[list[list[str]]] = mapped_column(JSON, default=list)
    """Played so far: the solver's, the defence's, and so on."""
    state: Mapped[str] = mapped_column(String(10), default="open")
    """`open`, `solved`, `failed` or `skipped`."""
    reason: Mapped[str] = mapped_column(String(20), default="")
    strayed: Mapped[int] = mapped_column(default=0)
    """Turns that were not our line: taken back, logged, free of charge."""
    purpose: Mapped[str] = mapped_column(String(10))
    """`new`, `repeat` (a failure once more), `again` (an old one) or `own` (asked for by name)."""
    rated: Mapped[bool]
    expected: Mapped[float | None] = mapped_column(Float)
    before: Mapped[float | None] = mapped_column(Float)
    after: Mapped[float | None] = mapped_column(Float)
    made: Mapped[float]
    ended: Mapped[float | None] = mapped_column(Float)
    version: Mapped[int] = mapped_column(default=1)
    __mapper_args__ = {"version_id_col": version}
    __table_args__ = (
        Index("attempt_by_card", "person_id", "card_id", "made"),
        Index("attempt_by_end", "person_id", "game", "ended"),
        Index("attempt_by_state", "person_id", "state", "made"),
    )


class SolverRow(Base):
    """A person's rating in the puzzles of one game."""

    __tablename__ = "solver"
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[float] = mapped_column(Float)
    deviation: Mapped[float] = mapped_column(Float)
    volatility: Mapped[float] = mapped_column(Float)
    attempts: Mapped[int] = mapped_column(default=0)
    last: Mapped[float]


class StrayRow(Base):
    """A turn that the search could not decide: for whoever looks after the puzzles."""

    __tablename__ = "stray"
    id: Mapped[int] = mapped_column(primary_key=True)
    card_id: Mapped[str] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    turns: Mapped[list[list[str]]] = mapped_column(JSON)
    """In the puzzle's own notation, from its start; the last one is the stray."""
    made: Mapped[float]


class ReportRow(Base):
    """Somebody says that a puzzle is wrong."""

    __tablename__ = "report"
    card_id: Mapped[str] = mapped_column(
        ForeignKey("card.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), primary_key=True
    )
    text: Mapped[str] = mapped_column(Text)
    made: Mapped[float]


class MixRow(Base):
    """A person's own choice of puzzles, by name."""

    __tablename__ = "mix"
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    wish: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[float]
