"""Undoing a stage for one position, with all that was made of its result."""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.orm import Session

from kikashi.puzzles.tables import AnswerRow, FurtherRow, PositionRow, ProofRow, PuzzleRow

STAGES = ("find", "prove", "compare")
"""In their order; the other stages that have answers are the further sorts, each on its own."""


def undo(session: Session, row: PositionRow, stage: str) -> None:
    """Leaves the position as if the stage had never been at it: then the factory does it again."""
    here = row.id
    if stage not in STAGES:
        session.execute(
            delete(FurtherRow).where(FurtherRow.position_id == here, FurtherRow.sort == stage)
        )
        return
    if stage == "find":
        row.verdict = row.turns = row.nodes = row.contained = None
        session.execute(delete(FurtherRow).where(FurtherRow.position_id == here))
    if stage in ("find", "prove"):
        row.proof = None
        session.execute(delete(ProofRow).where(ProofRow.position_id == here))
    row.answer, row.published = None, False
    session.execute(delete(AnswerRow).where(AnswerRow.position_id == here))
    session.execute(delete(PuzzleRow).where(PuzzleRow.position_id == here))
