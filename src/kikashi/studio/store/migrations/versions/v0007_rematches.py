"""A game remembers its rematch, and whether it went on after its end."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("game", sa.Column("rematch", sa.String(22), nullable=True))
    op.add_column(
        "game", sa.Column("resumed", sa.Boolean, nullable=False, server_default=sa.false())
    )
