"""People: guests and accounts, log-in sessions, and the secret that signs their cookies."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kikashi.studio.store.base import Base

ID_LENGTH = 22
"""128 random bits in base64."""


class PersonRow(Base):
    """Whoever has left something here. A guest becomes a person with an account in place."""

    __tablename__ = "person"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), default="")
    guest: Mapped[bool] = mapped_column(default=True)
    made: Mapped[float]


class AccountRow(Base):
    """A login name and its password, hashed."""

    __tablename__ = "account"
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), primary_key=True
    )
    login: Mapped[str] = mapped_column(String(40), unique=True)
    password: Mapped[str] = mapped_column(Text)


class LoginRow(Base):
    """One browser that is logged in; the token itself is only in its cookie."""

    __tablename__ = "login"
    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    made: Mapped[float]
    ends: Mapped[float]


class KeptRow(Base):
    """Small things the studio keeps for itself, by name."""

    __tablename__ = "kept"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
