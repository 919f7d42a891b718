"""Why a certificate is refused, and how much it may ask of the machine before it is."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kikashi.law import GameError


class RefusedError(GameError):
    """A certificate that proves nothing here; `node` is where it failed, if a node did."""

    def __init__(self, why: str, node: int | None = None) -> None:
        super().__init__(why if node is None else f"node {node}: {why}")
        self.node = node


@dataclass(frozen=True)
class Caps:
    """What hostile input may cost at most; honest certificates stay well below each of these."""

    packed_bytes: int = 64 << 20
    """As the file lies on disk."""
    bytes: int = 128 << 20
    """After decompression."""
    line_bytes: int = 8 << 20
    """The header holds the options, and with them perhaps a whole sets file."""
    nodes: int = 1_000_000
    entries: int = 2_000_000
    """Replies, zone entries and pairs, all nodes together."""
    depth: int = 2_000
    """Nodes on one path."""
    checks: int = 100_000_000
    """Steps of work: nodes met and partial replies looked at. The largest of the 2,666 puzzles of
    the human games needs 28 million, about a minute; the clock below bounds what is slower."""
    seconds: float = 600.0


class Budget:
    """Counts the work down and watches the clock."""

    CLOCK_EVERY = 1 << 10

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self.started = time.monotonic()
        self.spent = 0
        self._next_look = self.CLOCK_EVERY

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def spend(self, node: int | None, steps: int = 1) -> None:
        """Books work; RefusedError when there has been too much of it."""
        self.spent += steps
        if self.spent < self._next_look:
            return
        self._next_look = self.spent + self.CLOCK_EVERY
        if self.spent > self.caps.checks:
            raise RefusedError(f"more than {self.caps.checks} steps of checking are needed", node)
        if self.seconds > self.caps.seconds:
            raise RefusedError(f"checking takes longer than {self.caps.seconds:g} seconds", node)
