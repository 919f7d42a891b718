"""Proofs that people had made."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "kept_proof",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column(
            "person_id",
            sa.String(22),
            sa.ForeignKey("person.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("claim", sa.JSON, nullable=False),
        sa.Column("certificate", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("kept_proof_by_person", "kept_proof", ["person_id", "made"])
