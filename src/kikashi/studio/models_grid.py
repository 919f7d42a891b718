"""What the API tells of the grid: figures and contributions, nothing that opens a door."""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import BaseModel

from kikashi.grid.status import Figures

Model = TypeVar("Model", bound=BaseModel)


class PcAnswer(BaseModel):
    """One connected PC."""

    name: str
    owner: str
    slots: int
    running: int
    queued: int
    done: int
    busy_seconds: float
    idle_seconds: float
    """Of its slots together."""
    state: str
    """working, waiting for tasks, or why it takes none."""
    seen: float
    """Seconds since its last sign of life."""


class OwnerAnswer(BaseModel):
    """What one volunteer has contributed, over all time."""

    owner: str
    tasks: int
    seconds: float
    """Of work, on one core."""
    accepted: int
    confirmed: int
    refused: int
    wasted: int
    lost: int
    died: int
    distrusted: str
    """Empty, or why this volunteer is not believed."""


class FiguresAnswer(BaseModel):
    """A grid at one moment, as `kikashi grid status` shows it."""

    up_seconds: float
    pcs: list[PcAnswer]
    owners: list[OwnerAnswer]
    waiting: int
    running: int
    checking: int
    done: int
    failed: int
    cancelled: int
    wasted: int
    replicas: int
    probes: int
    refused: dict[str, int]
    quarantined: int
    idle_seconds: float
    busy_seconds: float
    speed_up: float
    trouble: bool
    """Whether the broker has trouble; `kikashi grid status` says which, to whoever runs it."""


class GridAnswer(BaseModel):
    """The grid beside this studio."""

    state: Literal["none", "silent", "running"]
    """none: the studio was told of no grid; silent: no broker answers."""
    figures: FiguresAnswer | None


def told(found: Figures) -> FiguresAnswer:
    """Figures as everybody may see them: by name, so that a new field of the grid stays inside."""
    lists = {
        "pcs": [_picked(PcAnswer, pc) for pc in found.pcs],
        "owners": [_picked(OwnerAnswer, owner) for owner in found.owners],
        "quarantined": len(found.quarantined),
        "trouble": bool(found.trouble),
    }
    plain = {name: getattr(found, name) for name in FiguresAnswer.model_fields if name not in lists}
    return FiguresAnswer.model_validate(plain | lists)


def _picked(model: type[Model], found: object) -> Model:
    return model.model_validate({name: getattr(found, name) for name in model.model_fields})
