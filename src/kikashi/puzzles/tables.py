"""The tables of a puzzle database. The pipeline's state is in them and nowhere else."""

from __future__ import annotations

from sqlalchemy import JSON, Float, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All tables."""


class SourceRow(Base):
    """A file of records. `next_game` is where reading goes on after an interruption."""

    __tablename__ = "source"
    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(Text)
    next_game: Mapped[int] = mapped_column(default=0)
    done: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (UniqueConstraint("digest", "game"),)


class RefusalRow(Base):
    """A record that could not be read, with the line that says why."""

    __tablename__ = "refusal"
    id: Mapped[int] = mapped_column(primary_key=True)
    source_id: Mapped[int] = mapped_column(ForeignKey("source.id"))
    text: Mapped[str] = mapped_column(Text)


class RecordRow(Base):
    """One game that was read."""

    __tablename__ = "record"
    id: Mapped[int] = mapped_column(primary_key=True)
    source_id: Mapped[int] = mapped_column(ForeignKey("source.id"))
    number: Mapped[int]
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    setup: Mapped[str] = mapped_column(Text, default="")
    moves: Mapped[str] = mapped_column(Text)
    taken: Mapped[bool] = mapped_column(default=False, index=True)
    __table_args__ = (UniqueConstraint("source_id", "number"),)


class PositionRow(Base):
    """A position in its normal form. A column that is still empty is work to be done."""

    __tablename__ = "position"
    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    text: Mapped[str] = mapped_column(Text)
    side: Mapped[str] = mapped_column(String(10))
    verdict: Mapped[str | None] = mapped_column(String(10), index=True)
    turns: Mapped[int | None]
    nodes: Mapped[int | None]
    contained: Mapped[bool | None]
    proof: Mapped[str | None] = mapped_column(String(10))
    """`proved`, or `open` where the budget did not suffice."""
    answer: Mapped[str | None] = mapped_column(String(20))
    """`best`, `good`, `fair`, `several`, or why it is no puzzle: `many`, `open`."""
    published: Mapped[bool] = mapped_column(default=False)


class OccurrenceRow(Base):
    """Where a position came up: the turn (counted from 0) of a record."""

    __tablename__ = "occurrence"
    record_id: Mapped[int] = mapped_column(ForeignKey("record.id"), primary_key=True)
    turn: Mapped[int] = mapped_column(primary_key=True)
    position_id: Mapped[int] = mapped_column(ForeignKey("position.id"), index=True)


class ProofRow(Base):
    """The fastest win of a position, and the proof that none is faster."""

    __tablename__ = "proof"
    position_id: Mapped[int] = mapped_column(ForeignKey("position.id"), primary_key=True)
    turns: Mapped[int]
    line: Mapped[list[list[str]]] = mapped_column(JSON)
    certificate: Mapped[bytes] = mapped_column(LargeBinary)
    refutation: Mapped[bytes | None] = mapped_column(LargeBinary)
    note: Mapped[str] = mapped_column(Text, default="")
    breadth: Mapped[float] = mapped_column(Float)
    """Defences to a turn, on average over the whole proof."""


class AnswerRow(Base):
    """The winning first turns of a position, and how sure its later turns are."""

    __tablename__ = "answer"
    position_id: Mapped[int] = mapped_column(ForeignKey("position.id"), primary_key=True)
    turns: Mapped[list[list[object]]] = mapped_column(JSON)
    """Each a list of stones and when it wins: in-time, one-later, later."""
    candidates: Mapped[int]
    unknown: Mapped[int]
    reached: Mapped[str] = mapped_column(String(10))
    later: Mapped[list[int]] = mapped_column(JSON)
    """For each further attacker turn of the line: how many turns win in time (at most 4)."""
    refutation: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The certificate that no other first turn wins within `refuted_within` turns."""
    refuted_within: Mapped[int | None]


class FurtherRow(Base):
    """A position asked a further question: single threats, the only defence, the best choice. A row
    without an id is a position that was looked at and is no such puzzle."""

    __tablename__ = "further"
    position_id: Mapped[int] = mapped_column(ForeignKey("position.id"), primary_key=True)
    sort: Mapped[str] = mapped_column(String(20), primary_key=True)
    verdict: Mapped[str] = mapped_column(String(20))
    id: Mapped[str | None] = mapped_column(String(16), unique=True)
    by: Mapped[str | None] = mapped_column(String(10))
    turns: Mapped[int | None]
    answers: Mapped[list[list[str]] | None] = mapped_column(JSON)
    line: Mapped[list[list[str]] | None] = mapped_column(JSON)
    certificate: Mapped[bytes | None] = mapped_column(LargeBinary)
    refutation: Mapped[bytes | None] = mapped_column(LargeBinary)
    breadth: Mapped[float | None] = mapped_column(Float)
    tags: Mapped[dict[str, int] | None] = mapped_column(JSON)
    difficulty: Mapped[float | None] = mapped_column(Float)
    origin: Mapped[str | None] = mapped_column(Text)
    generator: Mapped[str | None] = mapped_column(String(20))
    __table_args__ = (Index("further_by_sort", "sort", "verdict"),)


class PuzzleRow(Base):
    """A finished puzzle; everything here can be made again from the rows above."""

    __tablename__ = "puzzle"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    position_id: Mapped[int] = mapped_column(ForeignKey("position.id"), unique=True)
    game: Mapped[str] = mapped_column(String(40))
    by: Mapped[str] = mapped_column(String(10))
    length: Mapped[int]
    quality: Mapped[str] = mapped_column(String(10))
    key_stone: Mapped[bool]
    exactness: Mapped[float] = mapped_column(Float)
    difficulty: Mapped[float] = mapped_column(Float)
    tags: Mapped[dict[str, int]] = mapped_column(JSON)
    origin: Mapped[str] = mapped_column(Text)
    generator: Mapped[str] = mapped_column(String(20))
    __table_args__ = (Index("puzzle_by_length", "game", "length"),)
