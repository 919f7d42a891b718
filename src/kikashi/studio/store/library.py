"""Collections of records that people brought, and the positions in them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kikashi.play.position_keys import KEY_LENGTH
from kikashi.studio.store.base import Base
from kikashi.studio.store.people import ID_LENGTH


class CollectionRow(Base):
    """One uploaded file. It is kept as it came, so that nothing in it is ever lost."""

    __tablename__ = "collection"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(100))
    file: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    size: Mapped[int]
    state: Mapped[str] = mapped_column(String(10), default="waiting")
    """`waiting` (to be read), `ready`, or `broken`: no game could be read."""
    read: Mapped[int] = mapped_column(default=0)
    """Records looked at so far, good or not: where reading goes on."""
    games: Mapped[int] = mapped_column(default=0)
    refused: Mapped[int] = mapped_column(default=0)
    note: Mapped[str] = mapped_column(Text, default="")
    """What is to be said of the whole, such as that the rest was left out."""
    funnel: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What the factory made of it so far."""
    made: Mapped[float] = mapped_column(Float)
    __table_args__ = (Index("collection_by_person", "person_id", "made"),)


class ShelvedRow(Base):
    """One game of a collection."""

    __tablename__ = "shelved"
    id: Mapped[int] = mapped_column(primary_key=True)
    collection_id: Mapped[str] = mapped_column(ForeignKey("collection.id", ondelete="CASCADE"))
    number: Mapped[int]
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    setup: Mapped[str] = mapped_column(Text, default="")
    moves: Mapped[str] = mapped_column(Text)
    stones: Mapped[int]
    players: Mapped[list[str]] = mapped_column(JSON)
    result: Mapped[str] = mapped_column(String(20), default="")
    title: Mapped[str] = mapped_column(String(200), default="")
    words: Mapped[str] = mapped_column(Text, default="")
    """Names and title in lower case, to be searched."""
    __table_args__ = (Index("shelved_by_number", "collection_id", "number", unique=True),)


class UnreadRow(Base):
    """A record that could not be read, with the sentence that says why."""

    __tablename__ = "unread"
    collection_id: Mapped[str] = mapped_column(
        ForeignKey("collection.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class MetRow(Base):
    """A position that came up in a game, named by its normal form under the symmetries."""

    __tablename__ = "met"
    shelved_id: Mapped[int] = mapped_column(
        ForeignKey("shelved.id", ondelete="CASCADE"), primary_key=True
    )
    stones: Mapped[int] = mapped_column(primary_key=True)
    """Moves played before it."""
    key: Mapped[str] = mapped_column(String(KEY_LENGTH), index=True)
    next: Mapped[str] = mapped_column(Text)
    """The turn that was played here, seen through the symmetry of the normal form."""
