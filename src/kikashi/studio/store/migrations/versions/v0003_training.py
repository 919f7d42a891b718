"""Puzzles as people meet them, sittings of the exam, collections of records."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _of(table: str, name: str, kind: Any, **more: Any) -> Any:
    """A column that belongs to a row of another table and goes with it."""
    return sa.Column(name, kind, sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), **more)


def upgrade() -> None:
    _library()
    _puzzles()
    _solving()
    op.create_table(
        "sitting",
        sa.Column("id", sa.String(22), primary_key=True),
        _of("person", "person_id", sa.String(22), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("levels", sa.Integer, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.Column("turns", sa.JSON, nullable=False),
        sa.Column("past", sa.JSON, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("kyu", sa.Integer),
        sa.Column("code", sa.String(22), unique=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("sitting_by_person", "sitting", ["person_id", "made"])


def _library() -> None:
    op.create_table(
        "collection",
        sa.Column("id", sa.String(22), primary_key=True),
        _of("person", "person_id", sa.String(22), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("file", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("read", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("refused", sa.Integer, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("funnel", sa.JSON),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("collection_by_person", "collection", ["person_id", "made"])
    op.create_table(
        "shelved",
        sa.Column("id", sa.Integer, primary_key=True),
        _of("collection", "collection_id", sa.String(22), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("stones", sa.Integer, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("result", sa.String(20), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_index("shelved_by_number", "shelved", ["collection_id", "number"], unique=True)
    op.create_table(
        "unread",
        _of("collection", "collection_id", sa.String(22), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "met",
        _of("shelved", "shelved_id", sa.Integer(), primary_key=True),
        sa.Column("stones", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(24), nullable=False),
        sa.Column("next", sa.Text, nullable=False),
    )
    op.create_index("ix_met_key", "met", ["key"])


def _puzzles() -> None:
    op.create_table(
        "card",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("quality", sa.String(10), nullable=False),
        sa.Column("common", sa.Boolean, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("certificate", sa.LargeBinary),
        sa.Column("refutation", sa.LargeBinary),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("card_by_length", "card", ["game", "length", "value"])
    op.create_table(
        "card_tag",
        _of("card", "card_id", sa.String(16), primary_key=True),
        sa.Column("tag", sa.String(40), primary_key=True),
    )
    op.create_index("ix_card_tag_tag", "card_tag", ["tag"])
    op.create_table(
        "maker",
        _of("card", "card_id", sa.String(16), primary_key=True),
        _of("person", "person_id", sa.String(22), primary_key=True),
        sa.Column(
            "collection_id", sa.String(22), sa.ForeignKey("collection.id", ondelete="SET NULL")
        ),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("ix_maker_person_id", "maker", ["person_id"])


def _solving() -> None:
    op.create_table(
        "attempt",
        sa.Column("id", sa.String(22), primary_key=True),
        _of("person", "person_id", sa.String(22), nullable=False),
        _of("card", "card_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("symmetry", sa.String(40), nullable=False),
        sa.Column("swapped", sa.Boolean, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("turns", sa.JSON, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("strayed", sa.Integer, nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("expected", sa.Float),
        sa.Column("before", sa.Float),
        sa.Column("after", sa.Float),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("ix_attempt_card_id", "attempt", ["card_id"])
    op.create_index("attempt_by_card", "attempt", ["person_id", "card_id", "made"])
    op.create_index("attempt_by_end", "attempt", ["person_id", "game", "ended"])
    op.create_table(
        "solver",
        _of("person", "person_id", sa.String(22), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
    )
    op.create_table(
        "stray",
        sa.Column("id", sa.Integer, primary_key=True),
        _of("card", "card_id", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(22), sa.ForeignKey("person.id", ondelete="SET NULL")),
        sa.Column("turns", sa.JSON, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("ix_stray_card_id", "stray", ["card_id"])
    op.create_table(
        "report",
        _of("card", "card_id", sa.String(16), primary_key=True),
        _of("person", "person_id", sa.String(22), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "mix",
        _of("person", "person_id", sa.String(22), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("wish", sa.JSON, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
