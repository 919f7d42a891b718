"""People, accounts, log-ins, and what the studio keeps for itself."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "account",
        sa.Column(
            "person_id",
            sa.String(22),
            sa.ForeignKey("person.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("login", sa.String(40), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
    )
    op.create_table(
        "login",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column(
            "person_id",
            sa.String(22),
            sa.ForeignKey("person.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
    )
    op.create_index("ix_login_person_id", "login", ["person_id"])
    op.create_table(
        "kept",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
