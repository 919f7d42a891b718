"""Lines of moves as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kikashi.games import room
from kikashi.law import GameError, Move, Position

WORDS = "words"
"""The notation that is none: moves as the law names them."""


def spelled(position: Position, turns: Iterable[Sequence[Move]], notation: str) -> str:
    """Turns from a position in the notation that is usual in a language, or in `words`."""
    return " ".join("+".join(moves) for moves in named(position, turns, notation))


def named(
    position: Position, turns: Iterable[Sequence[Move]], notation: str
) -> Iterator[Sequence[str]]:
    """The same, turn by turn and move by move."""
    home, here = room(position.game), position
    usual = home.notation()
    for moves in turns:
        if notation == WORDS:
            yield moves
        elif usual is None:
            yield [home.move_name(move, notation) for move in moves]
        else:
            written = []
            for move in moves:
                try:
                    after = here.play(move)
                except GameError:  # a line that leaves out what an opponent may do
                    written.append(home.move_name(move, notation))
                    continue
                written.append(usual.usual(here, move, notation))
                here = after
            yield written


__all__ = ["WORDS", "named", "spelled"]
