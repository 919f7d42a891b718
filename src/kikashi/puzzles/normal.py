"""The normal form of a position: the smallest of its pictures under the symmetries of the board."""

from __future__ import annotations

import hashlib
import json

from kikashi.law import Position


def normal_form(position: Position) -> Position:
    """Equal for positions that a symmetry maps to each other. Colours stay as they are."""
    pictures = (position.transform(symmetry) for symmetry in position.symmetries())
    return min(pictures, key=lambda picture: picture.picture() or (picture.to_text(),))


def digest(position: Position) -> str:
    """Names a position in its normal form, the same on every machine."""
    options = json.dumps(dict(sorted(position.options.items())), sort_keys=True)
    text = "\n".join((position.game, options, position.to_text()))
    return hashlib.sha256(text.encode()).hexdigest()
