"""Proofs that somebody had made: their certificates stay here and answer defences."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kikashi.studio.store.base import Base
from kikashi.studio.store.people import ID_LENGTH


class ProofRow(Base):
    """A checked certificate, packed; its id is that of the job that made it."""

    __tablename__ = "kept_proof"
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    start: Mapped[str] = mapped_column(Text)
    claim: Mapped[dict[str, str]] = mapped_column(JSON)
    """The sentence in every language."""
    certificate: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    made: Mapped[float]
    __table_args__ = (Index("kept_proof_by_person", "person_id", "made"),)
