"""What the coordinator keeps in memory of tasks, attempts, PCs and their owners."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kikashi.grid import wire
from kikashi.grid.kinds import Kind
from kikashi.grid.ledger import OPEN, Batch


@dataclass(slots=True)
class Vote:
    """An answer that waits for a second opinion."""

    owner: str
    pc: str
    attempt: int
    digest: bytes
    value: bytes | None
    error: str
    seconds: float
    doubted: bool = True
    """Whether it needs a second owner who says the same."""


@dataclass(slots=True)
class Entry:
    """A task that has no accepted result yet."""

    id: bytes
    number: int
    app: str
    job: str
    kind: Kind
    payload: bytes
    priority: int
    needs: frozenset[str]
    """Everything a PC must offer, the kind itself too."""
    asked: tuple[str, ...]
    """The needs that the app named."""
    seconds: float | None
    memory: int | None
    care: str
    submitted: float
    since: float
    """When it began to wait for a PC."""
    attempts: dict[int, Attempt] = field(default_factory=dict)
    votes: list[Vote] = field(default_factory=list)
    deaths: list[tuple[str, str]] = field(default_factory=list)
    """Owner and reason of every engine that this task took with it."""
    losses: int = 0
    """Attempts whose PC went away."""
    queued: bool = False
    checking: bool = False
    corrects: bytes | None = None
    """The withdrawn value that was already told to the app."""
    probe: bytes | None = None
    """The digest that is known to be right: this entry only tests a volunteer."""

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in a queue."""
        return (-self.priority, self.number)

    @property
    def group(self) -> tuple[frozenset[str], int]:
        """Entries of one group can be done by the same PCs."""
        return (self.needs, self.memory or 0)

    def barred(self, most_deaths: int) -> set[str]:
        """Owners who must not get it: they voted, are at it, or failed at it too often."""
        owners = [owner for owner, _ in self.deaths]
        tired = {owner for owner in owners if owners.count(owner) >= most_deaths}
        voted = {vote.owner for vote in self.votes}
        busy = {attempt.owner for attempt in self.attempts.values()}
        return tired | voted | busy

    def row(self) -> dict[str, Any]:
        """A new task for the ledger."""
        from kikashi.grid.ledger import needs_text  # noqa: PLC0415

        return {
            "id": self.id,
            "number": self.number,
            "app": self.app,
            "job": self.job,
            "kind": self.kind.name,
            "version": self.kind.version,
            "payload": self.payload,
            "priority": self.priority,
            "needs": needs_text(self.asked),
            "seconds": self.seconds,
            "memory": self.memory,
            "care": self.care,
            "submitted": self.submitted,
            "status": OPEN,
        }


@dataclass(slots=True)
class Attempt:
    """A task handed to a PC."""

    id: int
    entry: Entry
    pc: str
    owner: str
    begun: float
    deadline: float
    running: bool = False
    recalled: bool = False
    missed: int = 0
    """Signs of life in a row in which its PC did not name it."""
    early: bool = False
    """A second opinion that was asked for only because a PC had nothing else to do."""
    overtaken: bool = False
    """It took so long that an idle PC was given a copy."""
    doubted: bool = True
    """Whether its answer will need a second owner: drawn when it is handed out, not told."""

    def row(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "task": self.entry.id,
            "pc": self.pc,
            "owner": self.owner,
            "begun": self.begun,
            "probe": self.entry.probe is not None,
        }


@dataclass(slots=True)
class Pc:
    """A connected PC."""

    name: str
    owner: str
    trusted: bool
    session: str
    token: str
    slots: int
    memory: int
    offers: frozenset[str]
    host: str
    software: str
    seen: float
    joined: float
    attempts: dict[int, Attempt] = field(default_factory=dict)
    idle: str = ""
    """Why it takes no tasks."""
    leaving: bool = False
    mean: float = 1.0
    """Seconds of one task, a running mean."""
    done: int = 0
    busy_seconds: float = 0.0
    idle_seconds: float = 0.0

    def can(self, group: tuple[frozenset[str], int]) -> bool:
        """Whether it has what the tasks of a group need."""
        return group[0] <= self.offers and group[1] <= self.memory

    @property
    def ready(self) -> bool:
        """Whether it takes tasks now."""
        return not self.idle and not self.leaving


APART = ("standing", "why")


@dataclass(slots=True)
class Volunteer:
    """An owner of PCs over all sessions."""

    owner: str
    tasks: int = 0
    seconds: float = 0.0
    accepted: int = 0
    confirmed: int = 0
    """Results that someone else, a certificate or a probe has borne out."""
    refused: int = 0
    wasted: int = 0
    lost: int = 0
    died: int = 0
    distrusted: str = ""
    standing: float = 1.0
    """Falls with answers that are malformed, late or taken back, and recovers slowly."""
    why: str = ""
    """What it fell for last."""

    def row(self) -> dict[str, Any]:
        """For the ledger, which keeps what an owner has done."""
        return {name: getattr(self, name) for name in self.__slots__ if name not in APART}

    def standing_row(self, now: float) -> dict[str, Any]:
        return {"owner": self.owner, "standing": self.standing, "why": self.why, "changed": now}

    @property
    def standing_words(self) -> str:
        """What a volunteer is told of its own."""
        return f"standing {self.standing:.2f}" + (f": {self.why}" if self.why else "")


@dataclass
class Check:
    """A value that waits for the checkers' pool."""

    entry: Entry
    vote: Vote


@dataclass
class Effects:
    """What a step of the book leads to; nothing of it happens before `rows` are on disk."""

    rows: Batch = field(default_factory=Batch)
    assignments: dict[str, list[wire.Assignment]] = field(default_factory=dict)
    stops: dict[str, list[int]] = field(default_factory=dict)
    recalls: dict[str, list[int]] = field(default_factory=dict)
    begone: dict[str, str] = field(default_factory=dict)
    standings: dict[str, str] = field(default_factory=dict)
    outcomes: dict[tuple[str, str], list[wire.Told]] = field(default_factory=dict)
    """By app and job."""
    checks: list[Check] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    """Owners whose word was believed and is not any more."""

    def __bool__(self) -> bool:
        return (
            bool(self.rows)
            or any(
                (
                    self.assignments,
                    self.stops,
                    self.recalls,
                    self.begone,
                    self.standings,
                    self.outcomes,
                    self.checks,
                )
            )
            or bool(self.doubts)
        )
