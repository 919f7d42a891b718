"""What a grid is doing: the figures that the table, the JSON and the metrics show."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from kikashi.grid.coordinator import Coordinator


class PcFigures(msgspec.Struct, frozen=True):
    """One connected PC."""

    name: str
    owner: str
    host: str
    slots: int
    running: int
    queued: int
    done: int
    busy_seconds: float
    idle_seconds: float
    state: str
    """working, waiting for tasks, or why it takes none."""
    seen: float
    """Seconds since its last sign of life."""


class OwnerFigures(msgspec.Struct, frozen=True):
    """What one owner has contributed, over all time."""

    owner: str
    tasks: int
    seconds: float
    accepted: int
    confirmed: int
    refused: int
    wasted: int
    lost: int
    died: int
    distrusted: str
    standing: float
    """From 0 to 1; it falls with answers that are malformed, late or taken back."""
    why: str


class Figures(msgspec.Struct, frozen=True):
    """A grid at one moment."""

    up_seconds: float
    pcs: list[PcFigures]
    owners: list[OwnerFigures]
    waiting: int
    running: int
    checking: int
    done: int
    failed: int
    cancelled: int
    wasted: int
    """Results that came when nobody needed them any more."""
    replicas: int
    """Tasks given to a second owner to confirm an answer."""
    probes: int
    refused: dict[str, int]
    quarantined: list[tuple[str, str]]
    idle_seconds: float
    busy_seconds: float
    useful_seconds: float
    """Work in accepted answers, each once: no copies, second opinions, refused ones."""
    open_seconds: float
    """Time since this start in which at least one task was open."""
    speed_up: float
    """Useful seconds for each open second: how many times as fast as one such PC alone."""
    checked: int
    checking_seconds: float
    copies: int
    """Tasks that an idle PC was given because another was at them for far too long."""
    incidents: list[str]
    """What should never happen, and who did it."""
    trouble: str
    """What keeps the coordinator from working, or tasks waiting."""


def figures(coordinator: Coordinator) -> Figures:
    """The figures of a running coordinator."""
    book, now = coordinator.book, time.time()
    pcs = [_pc(pc, now) for pc in sorted(book.pcs.values(), key=lambda pc: pc.name)]
    owners = [
        OwnerFigures(**{name: getattr(who, name) for name in OwnerFigures.__struct_fields__})
        for who in sorted(book.owners.values(), key=lambda who: who.owner)
    ]
    running = sum(attempt.running for attempt in book.attempts.values())
    at_hand = book.open_seconds(now)
    return Figures(
        up_seconds=now - coordinator.started,
        pcs=pcs,
        owners=owners,
        waiting=book.waiting + len(book.attempts) - running,
        running=running,
        checking=sum(entry.checking for entry in book.entries.values()),
        done=book.finished["done"],
        failed=book.finished["failed"],
        cancelled=book.finished["cancelled"],
        wasted=book.wasted,
        replicas=book.replicas,
        probes=book.probes,
        refused=dict(book.refused),
        quarantined=list(book.quarantined),
        idle_seconds=sum(pc.idle_seconds for pc in pcs),
        busy_seconds=book.busy_seconds,
        useful_seconds=book.useful_seconds,
        open_seconds=at_hand,
        speed_up=book.useful_seconds / at_hand if at_hand > 0 else 0.0,
        checked=coordinator.checkers.checked,
        checking_seconds=coordinator.checkers.seconds,
        copies=book.copies,
        incidents=list(coordinator.incidents),
        trouble=coordinator.trouble or book.waits_for(),
    )


def _pc(pc: Any, now: float) -> PcFigures:
    running = sum(attempt.running for attempt in pc.attempts.values())
    state = pc.idle or ("leaving" if pc.leaving else "")
    if not state:
        state = "working" if pc.attempts else "waiting for tasks"
    return PcFigures(
        pc.name,
        pc.owner,
        pc.host,
        pc.slots,
        running,
        len(pc.attempts) - running,
        pc.done,
        round(pc.busy_seconds, 3),
        round(pc.idle_seconds, 3),
        state,
        round(now - pc.seen, 1),
    )


def as_json(found: Figures) -> bytes:
    """One JSON object; its schema is docs/reference/schemas/grid-status.json."""
    return msgspec.json.encode(found)
