"""The contract between those who have tasks and those who do them.

A task is data: the name of a kind and a small payload of plain values. What a kind does is code
that both sides already have (see `kinds`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from kikashi.law import GameError


class TaskError(GameError):
    """A task that could not be done: unknown kind, bad payload, or a refusal while it ran."""


@dataclass(frozen=True)
class Task:
    """One piece of work."""

    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What became of a task: a value, or the sentence that says why there is none."""

    ticket: int
    value: Mapping[str, Any] | None = None
    error: str = ""
    cancelled: bool = False

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

        More may be submitted between two outcomes.
        """

    @abstractmethod
    def close(self) -> None:
        """Cancels what is left and gives back threads and connections."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
