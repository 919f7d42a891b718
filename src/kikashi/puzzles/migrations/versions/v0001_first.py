"""The first form: records, positions, proofs, answers, puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "source",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("next_game", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.UniqueConstraint("digest", "game"),
    )
    op.create_table(
        "refusal",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("source_id", sa.Integer, sa.ForeignKey("source.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "record",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("source_id", sa.Integer, sa.ForeignKey("source.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("taken", sa.Boolean, nullable=False),
        sa.UniqueConstraint("source_id", "number"),
    )
    op.create_index("ix_record_taken", "record", ["taken"])
    op.create_table(
        "position",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("side", sa.String(10), nullable=False),
        sa.Column("verdict", sa.String(10)),
        sa.Column("turns", sa.Integer),
        sa.Column("nodes", sa.Integer),
        sa.Column("contained", sa.Boolean),
        sa.Column("proof", sa.String(10)),
        sa.Column("answer", sa.String(20)),
        sa.Column("published", sa.Boolean, nullable=False),
    )
    op.create_index("ix_position_verdict", "position", ["verdict"])
    op.create_table(
        "occurrence",
        sa.Column("record_id", sa.Integer, sa.ForeignKey("record.id"), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("position_id", sa.Integer, sa.ForeignKey("position.id"), nullable=False),
    )
    op.create_index("ix_occurrence_position_id", "occurrence", ["position_id"])
    op.create_table(
        "proof",
        sa.Column("position_id", sa.Integer, sa.ForeignKey("position.id"), primary_key=True),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("line", sa.JSON, nullable=False),
        sa.Column("certificate", sa.LargeBinary, nullable=False),
        sa.Column("refutation", sa.LargeBinary),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("breadth", sa.Float, nullable=False),
    )
    op.create_table(
        "answer",
        sa.Column("position_id", sa.Integer, sa.ForeignKey("position.id"), primary_key=True),
        sa.Column("turns", sa.JSON, nullable=False),
        sa.Column("candidates", sa.Integer, nullable=False),
        sa.Column("unknown", sa.Integer, nullable=False),
        sa.Column("reached", sa.String(10), nullable=False),
        sa.Column("later", sa.JSON, nullable=False),
    )
    op.create_table(
        "puzzle",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column(
            "position_id", sa.Integer, sa.ForeignKey("position.id"), nullable=False, unique=True
        ),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("by", sa.String(10), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("quality", sa.String(10), nullable=False),
        sa.Column("key_stone", sa.Boolean, nullable=False),
        sa.Column("exactness", sa.Float, nullable=False),
        sa.Column("difficulty", sa.Float, nullable=False),
        sa.Column("tags", sa.JSON, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("generator", sa.String(20), nullable=False),
    )
    op.create_index("puzzle_by_length", "puzzle", ["game", "length"])
