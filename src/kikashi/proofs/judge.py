"""Who judges a certificate: the room says, with its part `judge` or its family's.

A judge may use everything generic here: the reader, the caps, `settle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from kikashi.law import Position, Room
from kikashi.proofs.claims import Claim
from kikashi.proofs.refusal import Budget, RefusedError


class Judge(Protocol):
    """Knows one family of games; made for the start position of one certificate."""

    def read_claim(self, raw: Mapping[str, object]) -> Claim:
        """The claim, before anything else is read."""

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        """Verifies the claim read before; RefusedError says where and why not."""


def judge_for(position: Position, room: Room) -> Judge:
    """The judge for a position."""
    part = room.judging()
    if part is not None:
        return part.judge(position)
    raise RefusedError(f"nobody here can judge proofs about {position.game}")
