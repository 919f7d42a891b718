"""What a grid is doing: the figures that the table, the JSON and the Prometheus page show."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
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
    speed_up: float
    """Seconds of work done for each second since the first PC was at work."""
    checked: int
    checking_seconds: float
    copies: int
    """Tasks that an idle PC was given because another was at them for far too long."""
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
    worked = book.busy_seconds
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
        busy_seconds=worked,
        speed_up=worked / max(now - book.first_work, 1e-9) if book.first_work else 0.0,
        checked=coordinator.checkers.checked,
        checking_seconds=coordinator.checkers.seconds,
        copies=book.copies,
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


def as_prometheus(found: Figures) -> str:
    """The text format of Prometheus."""
    lines: list[str] = []

    def metric(
        name: str, kind: str, words: str, rows: Iterable[tuple[Mapping[str, str], float]]
    ) -> None:
        lines.append(f"# HELP kikashi_grid_{name} {words}")
        lines.append(f"# TYPE kikashi_grid_{name} {kind}")
        for labels, value in rows:
            inner = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
            lines.append(
                f"kikashi_grid_{name}{{{inner}}} {value:g}"
                if inner
                else f"kikashi_grid_{name} {value:g}"
            )

    none: dict[str, str] = {}
    states = ("waiting", "running", "checking")
    ends = ("done", "failed", "cancelled")
    metric("pcs", "gauge", "Connected PCs.", [(none, len(found.pcs))])
    metric("slots", "gauge", "Cores offered.", [(none, sum(pc.slots for pc in found.pcs))])
    metric("tasks", "gauge", "Open tasks.", [({"state": s}, getattr(found, s)) for s in states])
    metric(
        "ended_total",
        "counter",
        "Tasks that are over.",
        [({"how": s}, getattr(found, s)) for s in ends],
    )
    metric("wasted_total", "counter", "Results nobody needed.", [(none, found.wasted)])
    metric("replicas_total", "counter", "Second opinions.", [(none, found.replicas)])
    metric("probes_total", "counter", "Known answers asked for.", [(none, found.probes)])
    metric(
        "refused_total",
        "counter",
        "Turned away.",
        [({"what": k}, v) for k, v in found.refused.items()],
    )
    metric("quarantined", "gauge", "Tasks in quarantine.", [(none, len(found.quarantined))])
    metric("busy_seconds_total", "counter", "Work done.", [(none, found.busy_seconds)])
    metric("speed_up", "gauge", "Work done a second.", [(none, found.speed_up)])
    metric(
        "pc_idle_seconds",
        "counter",
        "Idle time.",
        [({"pc": pc.name}, pc.idle_seconds) for pc in found.pcs],
    )
    metric(
        "accepted_total",
        "counter",
        "Accepted results.",
        [({"owner": o.owner}, o.accepted) for o in found.owners],
    )
    metric(
        "owner_seconds_total",
        "counter",
        "Work by owner.",
        [({"owner": o.owner}, o.seconds) for o in found.owners],
    )
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
