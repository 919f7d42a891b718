"""Sittings of the exam. Everything a sitting needs to go on is in its row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kikashi.studio.store.base import Base
from kikashi.studio.store.people import ID_LENGTH


class SittingRow(Base):
    """One sitting; `data` is `kikashi.exam.Sitting.to_json()`."""

    __tablename__ = "sitting"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(60))
    """As it stands on the certificate."""
    levels: Mapped[int]
    """Steps of the ladder when it began: a larger pool must not move the end of a sitting."""
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    shown: Mapped[str] = mapped_column(Text)
    """The question as it lay there before its first turn."""
    turns: Mapped[list[list[str]]] = mapped_column(JSON, default=list)
    """Played in the question so far, the answers of the defence too."""
    past: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """Finished questions: puzzle, kyu, start, turns, verdict, reason."""
    over: Mapped[bool] = mapped_column(default=False)
    kyu: Mapped[int | None]
    code: Mapped[str | None] = mapped_column(String(ID_LENGTH), unique=True)
    """Names the certificate, for whoever is shown it."""
    made: Mapped[float]
    ended: Mapped[float | None] = mapped_column(Float)
    version: Mapped[int] = mapped_column(default=1)
    __mapper_args__ = {"version_id_col": version}
    __table_args__ = (Index("sitting_by_person", "person_id", "made"),)
