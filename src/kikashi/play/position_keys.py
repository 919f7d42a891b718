"""Names for positions that are the same for every picture of one under the symmetries, and what was
played in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kikashi.law import Move, Position

KEY_LENGTH = 24
"""Hexadecimal digits of a key: 96 bits."""


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

    def back(self, position: Position, turn: str, picture: int = 0) -> tuple[Move, ...]:
        """A turn of the normal form on this board; none where it does not fit.

        A symmetric position has several pictures of it, by number.
        """
        symmetry = self.symmetries[picture % len(self.symmetries)]
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


def met_positions(start: Position, moves: tuple[Move, ...]) -> Iterator[tuple[int, str, str]]:
    """Every position in which somebody begins a turn: stones before it, its key, the turn."""
    position, at = start, 0
    while True:
        key = key_of(position)
        turn, after = _next_turn(position, moves[at:])
        yield at, key.text, key.turn(position, turn) if turn else ""
        if after is None:
            return
        position, at = after, at + len(turn)


def _next_turn(
    position: Position, moves: tuple[Move, ...]
) -> tuple[tuple[Move, ...], Position | None]:
    """The moves of the turn that begins here, and the position after it if the turn is whole."""
    mover, turn = position.to_move, list[Move]()
    for move in moves:
        position = position.play(move)
        turn.append(move)
        if position.result() is not None or position.to_move != mover:
            return tuple(turn), position
        if position.moves_left == 0:
            break
    return tuple(turn), None
