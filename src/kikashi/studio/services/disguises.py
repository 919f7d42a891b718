"""A puzzle as one person sees it: turned, mirrored, perhaps with the colours changed.

Without it people learn pictures by heart instead of the idea in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from kikashi.law import Move, Position


@dataclass(frozen=True)
class Disguise:
    """One way to look at a position; both parts are kept with an attempt."""

    symmetry: str = "identity"
    swapped: bool = False

    def dress(self, position: Position) -> Position:
        """The position as it is shown."""
        turned = position.transform(self.symmetry)
        return (turned.recoloured() or turned) if self.swapped else turned

    def dress_turns(
        self, position: Position, turns: Iterable[Sequence[Move]]
    ) -> tuple[tuple[Move, ...], ...]:
        """Turns of the puzzle in the notation of the board that is shown."""
        return tuple(
            tuple(position.transform_move(self.symmetry, move) for move in turn) for turn in turns
        )

    def undress_turn(self, position: Position, turn: Sequence[Move]) -> tuple[Move, ...]:
        """A turn on the board that is shown, in the puzzle's own notation."""
        shown = {
            position.transform_move(self.symmetry, move).lower(): move
            for move in position.legal_moves()
        }
        return tuple(shown.get(move.lower(), move.lower()) for move in turn)


def draw(position: Position, random: Random) -> Disguise:
    """A random look, every symmetry and both colourings equally likely."""
    symmetry = random.choice(position.symmetries())
    two_sided = position.recoloured() is not None
    return Disguise(symmetry, two_sided and random.random() < 0.5)
