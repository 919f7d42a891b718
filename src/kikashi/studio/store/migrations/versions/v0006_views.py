"""The seed of a game's chance, and answers of several players who are asked at once."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("game", sa.Column("secret", sa.String(64), nullable=False, server_default=""))
    op.add_column("game", sa.Column("together", sa.JSON, nullable=True))
    op.create_table(
        "pending_answer",
        sa.Column(
            "game_id", sa.String(22), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("move", sa.String(40), nullable=False),
    )
