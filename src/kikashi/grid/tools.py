"""Small things that both ends of the grid need."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from kikashi.grid import wire

Item = TypeVar("Item")
PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """On Linux the kernel ends this process when the one that started it is gone, even by kill."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it went between the start and here
            os._exit(1)


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
