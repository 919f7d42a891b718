"""Why a certificate is refused, and how much it may ask of the machine before it is."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from typing import Self

from kikashi.law import GameError

SMALL, LARGE = 1 << 20, 64 << 20
"""Packed bytes of a file: up to the first the least limits hold, at the second the most."""
MOST_SECONDS, MOST_MEMORY = 900.0, 4 << 30


class RefusedError(GameError):
    """A certificate that proves nothing here; `node` is where it failed, if a node did."""

    def __init__(self, why: str, node: int | None = None) -> None:
        super().__init__(why if node is None else f"node {node}: {why}")
        self.node = node


class LimitError(RefusedError):
    """Nothing is known to be wrong, but the check would cost more than the limit it names."""


@dataclass(frozen=True)
class Caps:
    """What hostile input may cost at most; honest certificates stay well below each of these."""

    packed_bytes: int = LARGE
    """As the file lies on disk."""
    bytes: int = 128 << 20
    """After decompression."""
    header_bytes: int = 4 << 20
    """It holds the options, and with them perhaps a whole sets file."""
    line_bytes: int = 8 << 20
    nodes: int = 1_000_000
    entries: int = 2_000_000
    """Replies, zone entries and pairs, all nodes together."""
    depth: int = 2_000
    """Nodes on one path."""
    checks: int = 100_000_000
    """Steps of work: nodes met and partial replies looked at."""
    seconds: float = 60.0
    memory: int = 512 << 20
    """Bytes by which the process may grow."""

    @classmethod
    def of(cls, packed: int, seconds: float | None = None, memory: int | None = None) -> Self:
        """The limits for a file of so many packed bytes, unless some are named."""
        least = cls()
        share = min(1.0, max(0.0, (packed - SMALL) / (LARGE - SMALL)))
        more, wider = (
            1 + share * (most / one - 1)
            for most, one in ((MOST_SECONDS, least.seconds), (MOST_MEMORY, least.memory))
        )
        return replace(
            least,
            bytes=int(least.bytes * wider),
            nodes=int(least.nodes * more),
            entries=int(least.entries * more),
            checks=int(least.checks * more),
            seconds=least.seconds * more if seconds is None else seconds,
            memory=int(least.memory * wider) if memory is None else memory,
        )


class Budget:
    """Counts the work down, and watches clock and memory from the first byte on."""

    LOOK_EVERY = 1 << 10

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self.started = time.monotonic()
        self.spent = 0
        self._next_look = self.LOOK_EVERY
        self._memory = resident() + caps.memory

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def spend(self, node: int | None, steps: int = 1) -> None:
        """Books work; LimitError when there has been too much of it."""
        self.spent += steps
        if self.spent >= self._next_look:
            self.look(node)

    def look(self, node: int | None = None) -> None:
        """Looks at what was used, whatever was booked."""
        caps = self.caps
        self._next_look = self.spent + self.LOOK_EVERY
        if self.spent > caps.checks:
            raise LimitError(f"more than {caps.checks} steps of checking are needed", node)
        if self.seconds > caps.seconds:
            raise LimitError(f"checking takes longer than {caps.seconds:g} seconds", node)
        if resident() > self._memory:
            raise LimitError(f"checking needs more than {caps.memory >> 20} MB of memory", node)


def resident() -> int:
    """The bytes of memory that this process holds; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as told:  # noqa: PTH123 - asked often: a Path costs twice
            return int(told.read().split()[1]) * _PAGE
    except OSError:
        return 0


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
