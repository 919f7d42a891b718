"""What somebody who studies a position may do with it beyond the rules."""

from __future__ import annotations

from collections.abc import Mapping

from kikashi.games.go.board import STONES
from kikashi.games.go.engine import Search
from kikashi.games.go.points import with_stones
from kikashi.games.go.position import PASS, go_of
from kikashi.law import GameError, Move, Position

PLAYOUTS = 400
PIECES = ("black-stone", "white-stone")


def passed(position: Position) -> Position:
    """The same board with the other side to move."""
    here = go_of(position)
    if PASS not in here.legal_moves():
        raise GameError("nobody may pass here")
    return here.play(PASS)


def pieces(position: Position) -> tuple[tuple[str, int], ...]:
    """What can be put on the board."""
    del position
    return ((PIECES[0], 0), (PIECES[1], 1))


def placed(position: Position) -> dict[str, str]:
    """What lies where."""
    here = go_of(position)
    return {
        here.on.names[cell]: PIECES[STONES.index(stone)]
        for cell, stone in enumerate(here.board)
        if stone in STONES
    }


def arranged(position: Position, placed: Mapping[str, str], mover: int) -> Position:
    """A position under the same rules with these stones."""
    for cell, piece in placed.items():
        if piece not in PIECES or cell not in go_of(position).on.index:
            raise GameError(f"there is no {piece!r} to put on {cell!r}")
    stones = [[cell for cell, piece in placed.items() if piece == own] for own in PIECES]
    return with_stones(position, stones, mover, 0)


OWNERS = ("white", "black")
"""Whose points are 0 and 1 on the heat map."""


def heat(position: Position) -> dict[Move, float]:
    """Whose each point ends up in playouts: 1 is Black's, 0 White's. An opinion."""
    here = go_of(position)
    found = Search(here).run(simulations=PLAYOUTS, tree=False)
    return {
        here.on.names[cell]: round(0.5 + owned / 2, 3)
        for cell, owned in enumerate(found["ownership"])
    }
