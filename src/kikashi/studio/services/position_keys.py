"""Names for positions that are the same for every picture of one under the symmetries."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from kikashi.law import Move, Position
from kikashi.studio.store.library import KEY_LENGTH


@dataclass(frozen=True)
class Key:
    """A position's name, and the symmetries that lead to its normal form (several, if the
    position is symmetric itself)."""

    text: str
    symmetries: tuple[str, ...]

    def turn(self, position: Position, moves: Sequence[Move]) -> str:
        """A turn as the normal form sees it; turns that a symmetry exchanges get one text."""
        return min(
            " ".join(sorted(position.transform_move(symmetry, move) for move in moves))
            for symmetry in self.symmetries
        )

    def back(self, position: Position, turn: str) -> tuple[Move, ...]:
        """A turn of the normal form on this board; none where it does not fit."""
        symmetry = self.symmetries[0]
        seen = {position.transform_move(symmetry, move): move for move in position.legal_moves()}
        found = tuple(seen[word] for word in turn.split() if word in seen)
        return found if len(found) == len(turn.split()) else ()


def key_of(position: Position) -> Key:
    """Equal for positions that a symmetry maps to each other; colours and options count."""
    pictures = [(_picture(position.transform(s)), s) for s in position.symmetries()]
    best = min(picture for picture, _ in pictures)
    options = sorted(position.options.items())
    text = repr((position.game, options, position.to_move, position.moves_left, best))
    name = hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
    return Key(name, tuple(s for picture, s in pictures if picture == best))


def _picture(position: Position) -> tuple[object, ...]:
    # What the rules can tell apart, whatever led to it.
    return position.picture() or (repr(position.key()),)
