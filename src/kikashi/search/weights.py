"""Files of fitted weights, read with the sum of their bytes.

A net of the right length with other weights plays, and plays badly without a word. So beside each
such file lies what `sha256sum FILE > FILE.sha256` writes, and both must agree.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from kikashi.law import GameError

SUM = ".sha256"


def weights_from(file: Path) -> bytes:
    """The bytes of a file of weights; GameError where they are not those that were summed."""
    beside = file.with_name(file.name + SUM)
    if not beside.is_file():
        raise GameError(f"{file.name} has no sum beside it, {beside.name}, as sha256sum writes it")
    data = file.read_bytes()
    named = beside.read_text("utf-8").split()
    if named[:1] != [hashlib.sha256(data).hexdigest()]:
        raise GameError(f"{file.name} is damaged: its bytes have not the sum in {beside.name}")
    return data


__all__ = ["SUM", "weights_from"]
