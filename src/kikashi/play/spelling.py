"""Lines of moves as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kikashi.games import room
from kikashi.law import GameError, Move, Position

WORDS = "words"
"""The notation that is none: moves as the law names them."""


def spelled(position: Position, turns: Iterable[Sequence[Move]], notation: str) -> str:
    """Turns from a position in the notation that is usual in a language, or in `words`."""
    return " ".join("+".join(moves) for moves in _named(position, turns, notation))


def _named(
    position: Position, turns: Iterable[Sequence[Move]], notation: str
) -> Iterable[Sequence[str]]:
    home, here = room(position.game), position
    usual = home.notation()
    for moves in turns:
        if notation == WORDS:
            yield moves
        elif usual is None:
            yield [home.move_name(move, notation) for move in moves]
        else:
            named = []
            for move in moves:
                try:
                    after = here.play(move)
                except GameError:  # a line that leaves out what an opponent may do
                    named.append(home.move_name(move, notation))
                    continue
                named.append(usual.usual(here, move, notation))
                here = after
            yield named


__all__ = ["WORDS", "spelled"]
