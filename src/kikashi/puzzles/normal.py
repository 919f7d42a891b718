"""The normal form of a position: the smallest of its pictures under the symmetries of the board."""

from __future__ import annotations

import hashlib
import json

from kikashi.law import Position
from kikashi.law.winning_sets import StonePosition


def normal_form(position: Position) -> Position:
    """Equal for positions that a symmetry maps to each other. Colours stay as they are."""
    pictures = (position.transform(symmetry) for symmetry in position.symmetries())
    if isinstance(position, StonePosition):
        # The same order for every symmetric picture, and much faster than texts.
        return min(pictures, key=lambda p: p.boards if isinstance(p, StonePosition) else ())
    return min(pictures, key=lambda p: p.to_text())


def digest(position: Position) -> str:
    """Names a position in its normal form, the same on every machine."""
    options = json.dumps(dict(sorted(position.options.items())), sort_keys=True)
    text = "\n".join((position.game, options, position.to_text()))
    return hashlib.sha256(text.encode()).hexdigest()
