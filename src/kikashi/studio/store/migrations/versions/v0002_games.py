"""Games that are played here, and their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("move_count", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer, nullable=False),
        sa.Column("ended", sa.String(20)),
        sa.Column("loser", sa.Integer),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("result", sa.JSON),
        sa.Column("control", sa.String(20)),
        sa.Column("clock", sa.JSON),
        sa.Column("running", sa.Integer),
        sa.Column("clock_at", sa.Float),
        sa.Column("hints", sa.JSON, nullable=False),
        sa.Column("asked", sa.Integer),
        sa.Column("linked", sa.Boolean, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "seat",
        sa.Column(
            "game_id",
            sa.String(22),
            sa.ForeignKey("game.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(22), sa.ForeignKey("person.id", ondelete="SET NULL")),
        sa.Column("computer", sa.String(20)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
    )
    op.create_index("seat_by_person", "seat", ["person_id", "game_id"])
