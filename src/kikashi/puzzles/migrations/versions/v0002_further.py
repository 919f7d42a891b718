"""Certificates that an answer is the only one; puzzles of single threats and of defence."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("answer", sa.Column("refutation", sa.LargeBinary))
    op.add_column("answer", sa.Column("refuted_within", sa.Integer))
    op.create_table(
        "further",
        sa.Column("position_id", sa.Integer, sa.ForeignKey("position.id"), primary_key=True),
        sa.Column("sort", sa.String(20), primary_key=True),
        sa.Column("verdict", sa.String(20), nullable=False),
        sa.Column("id", sa.String(16), unique=True),
        sa.Column("by", sa.String(10)),
        sa.Column("turns", sa.Integer),
        sa.Column("answers", sa.JSON),
        sa.Column("line", sa.JSON),
        sa.Column("certificate", sa.LargeBinary),
        sa.Column("refutation", sa.LargeBinary),
        sa.Column("breadth", sa.Float),
        sa.Column("tags", sa.JSON),
        sa.Column("difficulty", sa.Float),
        sa.Column("origin", sa.Text),
        sa.Column("generator", sa.String(20)),
    )
    op.create_index("further_by_sort", "further", ["sort", "verdict"])
