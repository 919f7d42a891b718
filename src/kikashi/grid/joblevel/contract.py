"""What a problem tells the search: its root, the job of a leaf, and what the job's answer means.

A node is named by its key, a text. The side that wants to prove something moves at OR nodes, the
other at AND nodes. Nothing here knows a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from kikashi.grid.contract import Task
from kikashi.law import Position
from kikashi.search import Certificate

Key: TypeAlias = str
Value: TypeAlias = Mapping[str, Any]


class Kind(Enum):
    """Who moves: one proved child is enough at OR, all are needed at AND."""

    OR = "or"
    AND = "and"


class Status(Enum):
    """What is known of a node. DISPROVED means: not by the turns that were tried."""

    OPEN = "open"
    PROVED = "proved"
    DISPROVED = "disproved"


@dataclass(frozen=True)
class Child:
    """A child that a job proposes; the numbers are a guess of how hard it is."""

    key: Key
    pn: int = 1
    dn: int = 1


@dataclass(frozen=True)
class Expansion:
    """What a job found out about a leaf: that it is solved, or its children, the best first."""

    status: Status = Status.OPEN
    children: tuple[Child, ...] = ()
    hidden: int = 0
    """At an AND node: a guess of the proof number of children that are yet to come to light."""


class Problem(ABC):
    """Something to prove. All methods are asked in one thread, and answer the same every time."""

    @property
    @abstractmethod
    def name(self) -> Mapping[str, str]:
        """What is asked, as plain texts: a stored tree is gone on with only if this is equal."""

    @property
    @abstractmethod
    def root(self) -> Key: ...

    @abstractmethod
    def kind(self, key: Key) -> Kind: ...

    @abstractmethod
    def task(self, key: Key) -> Task:
        """The job of a leaf."""

    @abstractmethod
    def expand(self, key: Key, value: Value) -> Expansion:
        """What the answer to that job means."""

    def grow(self, key: Key, proved: Sequence[Key]) -> Sequence[Child]:  # noqa: ARG002
        """Further children of an AND node whose children so far are proved; none: it is proved.

        Only a proof of one reply may show which others need an answer.
        """
        return ()


class WinProblem(Problem):
    """Does a side win from a position? What a room's part `joblevel` makes."""

    start: Position

    @property
    @abstractmethod
    def side(self) -> str:
        """The player that is to win."""

    @abstractmethod
    def certificate(self) -> Certificate:
        """The proof, once the root is proved."""
