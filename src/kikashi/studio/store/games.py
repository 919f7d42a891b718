"""Games that are played here, and who sits where."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from kikashi.studio.store.base import Base
from kikashi.studio.store.people import ID_LENGTH


class GameRow(Base):
    """A game: what was played, how it ended, and what its clock showed at `clock_at`."""

    __tablename__ = "game"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    start: Mapped[str] = mapped_column(Text, default="")
    moves: Mapped[list[str]] = mapped_column(JSON, default=list)
    move_count: Mapped[int] = mapped_column(default=0)
    to_move: Mapped[int] = mapped_column(default=0)
    ended: Mapped[str | None] = mapped_column(String(20))
    """`resigned` or `time` where a person, not the law, ended it."""
    loser: Mapped[int | None]
    over: Mapped[bool] = mapped_column(default=False)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    control: Mapped[str | None] = mapped_column(String(20))
    clock: Mapped[list[float] | None] = mapped_column(JSON)
    running: Mapped[int | None]
    clock_at: Mapped[float | None] = mapped_column(Float)
    hints: Mapped[list[int]] = mapped_column(JSON, default=list)
    """How many moves had been played when a hint was asked for."""
    asked: Mapped[int | None]
    """The seat that asks to take back."""
    linked: Mapped[bool] = mapped_column(default=False)
    """Whether whoever has the link may look on and take an open seat."""
    seed: Mapped[int]
    """Of the computers' choices."""
    secret: Mapped[str] = mapped_column(String(64), default="")
    """The referee's seed, from which chance is drawn; shown after the end."""
    together: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    """The seats that are asked at once, where several are."""
    rematch: Mapped[str | None] = mapped_column(String(ID_LENGTH))
    """The game that the same people play next, with colours swapped."""
    resumed: Mapped[bool] = mapped_column(default=False)
    """Whether its end was taken back."""
    made: Mapped[float]
    changed: Mapped[float]
    version: Mapped[int] = mapped_column(default=1)
    seats: Mapped[list[SeatRow]] = relationship(
        order_by="SeatRow.number", cascade="all, delete-orphan", lazy="selectin"
    )
    answers: Mapped[list[PendingRow]] = relationship(
        cascade="all, delete-orphan", order_by="PendingRow.seat"
    )
    __mapper_args__ = {"version_id_col": version}


class SeatRow(Base):
    """A seat: a person, a computer player, or nobody yet."""

    __tablename__ = "seat"
    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    computer: Mapped[str | None] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40), default="")
    left: Mapped[bool] = mapped_column(default=False)
    """Whether a person sat here who has left the studio for good."""
    __table_args__ = (Index("seat_by_person", "person_id", "game_id"),)


class PendingRow(Base):
    """An answer that waits for others; apart from the game, so that its version tells nothing."""

    __tablename__ = "pending_answer"
    game_id: Mapped[str] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    move: Mapped[str] = mapped_column(String(40))
