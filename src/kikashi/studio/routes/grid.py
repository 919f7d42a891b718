"""The grid beside the studio: what it does, and who has contributed what."""

from __future__ import annotations

from fastapi import APIRouter

from kikashi.studio import models_grid as models
from kikashi.studio import problems
from kikashi.studio.state import CurrentStudio

router = APIRouter(prefix="/api/grid", tags=["grid"], responses=problems.documented())


@router.get("")
def read_grid(studio: CurrentStudio) -> models.GridAnswer:
    """The figures of the grid that this studio was started with, at most a second old."""
    found = studio.grid.figures()
    if found is None:
        return models.GridAnswer(state="silent" if studio.grid.named else "none", figures=None)
    return models.GridAnswer(state="running", figures=models.told(found))
