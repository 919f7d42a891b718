"""Small things that both ends of the grid need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from kikashi.grid import wire

Item = TypeVar("Item")


def versions(found: int) -> str:
    """What is said to a program that speaks another version of the protocol."""
    return f"this grid speaks version {wire.PROTOCOL} of the protocol, not {found}; update Kikashi"


def batches(items: Sequence[Item], size: Callable[[Item], int]) -> list[list[Item]]:
    """Cuts a list so that each piece fits one message."""
    found: list[list[Item]] = []
    room = 0
    for item in items:
        needed = size(item)
        if not found or room < needed or len(found[-1]) >= wire.BATCH:
            found.append([])
            room = wire.BATCH_BYTES
        found[-1].append(item)
        room -= needed
    return found
