"""Studying a position: passing a turn, setting pieces up, a map of the cells that matter.

None of it is play. A room offers it with its part `study`, and a page offers what there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.law.parts import Study


@dataclass(frozen=True)
class Piece:
    """Something that can be put on a board; `key` is the room's word for it."""

    key: str
    player: int


def can_study(position: Position) -> bool:
    """Whether a turn can be passed and a board set up here."""
    return room(position.game).study() is not None


def passed(position: Position) -> Position:
    """The same board with the next side to move: what would happen if the mover did nothing?"""
    if position.result() is not None:
        raise GameError("the game is over; nobody can pass")
    return _study(position).passed(position)


def if_passed(position: Position) -> Position | None:
    """The same; None where nobody may pass, or the game would be over."""
    try:
        after = passed(position)
    except GameError:
        return None
    return after if after.result() is None else None


def pieces(position: Position) -> tuple[Piece, ...]:
    """What can be put on this board, in the order of a palette."""
    return tuple(Piece(key, player) for key, player in _study(position).pieces(position))


def placed(position: Position) -> dict[str, str]:
    """What lies where, by the keys of `pieces`."""
    return _study(position).placed(position)


def arranged(position: Position, placed: Mapping[str, str], mover: int) -> Position:
    """A position under the rules of `position` with these pieces and a whole turn to play."""
    if not 0 <= mover < position.players:
        raise GameError(f"there is no player {mover} in a game of {position.players}")
    return _study(position).arranged(position, placed, mover)


def heat(position: Position) -> dict[Move, float]:
    """How much each empty cell matters, from 0 to 1; empty where the game has no such map."""
    found = room(position.game).heat_map()
    return {} if found is None else found.heat(position)


def _study(position: Position) -> Study:
    found = room(position.game).study()
    if found is None:
        raise GameError(f"{position.game} has no way to pass or to set up a position yet")
    return found
