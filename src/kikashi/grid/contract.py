"""The contract between those who have tasks and those who do them.

A task is data: the name of a kind and a small payload of plain values. What a kind does is code
that both sides already have (see `kinds`); no code, path or command line ever travels.

Two executors keep the contract: `local` (threads of this process) and `nats` (many machines). The
suite in tests/grid/test_executors.py is run on both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from kikashi.law import GameError

ENGINE = "engine:"
"""How a task says that it needs an outside engine: `needs=("engine:gnugo",)`."""
CARES = ("usual", "full")


class TaskError(GameError):
    """A task that could not be done: unknown kind, bad payload, or a refusal while it ran."""


class EngineFailedError(TaskError):
    """An engine hung, died or answered rubbish: a fault of where it ran, not an answer."""


@dataclass(frozen=True)
class Task:
    """One piece of work."""

    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    priority: int = 0
    """Higher comes first among the tasks that wait; equal ones in the order of submission."""
    needs: tuple[str, ...] = ()
    """What a PC must have besides the kind itself, such as `engine:gnugo`."""
    seconds: float | None = None
    """Wall-clock limit of one attempt; a task that runs past it fails with a sentence."""
    memory: int | None = None
    """Bytes a PC must be ready to give to it."""
    care: str = "usual"
    """`full`: an answer without a certificate is always confirmed by a second owner."""

    def __post_init__(self) -> None:
        if self.care not in CARES:
            raise TaskError(f"a task's care is {' or '.join(CARES)}, not {self.care!r}")
        if self.seconds is not None and not self.seconds > 0:
            raise TaskError(f"a task of {self.seconds} seconds leaves no time to do it")
        if self.memory is not None and self.memory <= 0:
            raise TaskError(f"a task of {self.memory} bytes leaves no room to do it")


@dataclass(frozen=True)
class Outcome:
    """What became of a task: a value, or the sentence that says why there is none."""

    ticket: int
    value: Mapping[str, Any] | None = None
    error: str = ""
    cancelled: bool = False
    basis: str = "local"
    """Why the value is believed: local, certificate, quorum, reputation, trusted, opinion."""
    by: str = ""
    """Whose machine did it; empty for this one."""
    seconds: float = 0.0
    """What the attempt took where it was done."""

    def unwrap(self) -> Mapping[str, Any]:
        """The value; TaskError where there is none."""
        if self.value is None:
            raise TaskError(self.error or "the task was cancelled")
        return self.value


class Executor(ABC):
    """Takes tasks and streams their outcomes, in whatever order they are done."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many tasks are worth having in flight, so that nobody waits for work."""

    @abstractmethod
    def submit(self, task: Task) -> int:
        """Hands a task in; the ticket names it from now on. TaskError for an unknown kind."""

    @abstractmethod
    def cancel(self, ticket: int) -> bool:
        """Asks for a task to be dropped; its outcome still comes. False: it is done or unknown."""

    @abstractmethod
    def results(self) -> Iterator[Outcome]:
        """Outcomes as they come, each once, until none of the submitted tasks is left.

        More may be submitted between two outcomes, and from other threads.
        """

    def corrections(self) -> tuple[Outcome, ...]:
        """Outcomes that replace ones already given, each correction given once.

        A value believed by reputation is withdrawn when its owner is found to lie, and the task
        is done again. Tasks with full care are never corrected, and `local` corrects nothing.
        """
        return ()

    @abstractmethod
    def close(self) -> None:
        """Cancels what is left and gives back threads and connections."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
