"""Indexes along which puzzles near a rating, and attempts of one state, are found."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("card_by_value", "card", ["game", "value", "id"])
    op.create_index("attempt_by_state", "attempt", ["person_id", "state", "made"])
