"""What a search may spend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from kikashi.law import GameError

Progress: TypeAlias = Callable[[int, float], bool | None]
"""Called every few milliseconds with nodes and seconds so far; False stops the search."""


MOST = 1 << 62


@dataclass(frozen=True)
class Limits:
    """Bounds of one search. With nodes, seed and one thread a run repeats itself bit by bit."""

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 1 << 30
    threads: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("nodes", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise GameError(f"a limit of {value} {name} leaves nothing to search with")
        if self.nodes is not None and (not isinstance(self.nodes, int) or self.nodes >= MOST):
            raise GameError(f"a limit of nodes is a whole number below 2^62, not {self.nodes}")
        if not 1 << 20 <= self.memory < MOST:
            raise GameError("a search needs from 1 MiB of memory to 2^62 bytes")
        if self.threads < 1:
            raise GameError("a search needs at least one thread")
