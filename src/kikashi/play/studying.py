"""Studying a position: passing a turn, setting pieces up, a map of the cells that matter.

None of it is play. The winning-set family is served here; another room may have a module `study`
with `passed`, `pieces`, `placed` and `arranged`, and a page offers what there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType

from kikashi.games import room
from kikashi.law import BadTextError, GameError, Move, Position
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.play import analysing
from kikashi.play.simple import living_sets

PART = "study"


@dataclass(frozen=True)
class Piece:
    """Something that can be put on a board; `key` is the room's word for it."""

    key: str
    player: int


def can_study(position: Position) -> bool:
    """Whether a turn can be passed and a board set up here."""
    return isinstance(position, StonePosition) or room(position.game).has_part(PART)


def passed(position: Position) -> Position:
    """The same board with the next side to move: what would happen if the mover did nothing?"""
    if position.result() is not None:
        raise GameError("the game is over; nobody can pass")
    if isinstance(position, StonePosition):
        # On the empty board the first stone is still to come, under the rules of a first stone.
        if not position.occupied:
            raise GameError("the first stone of the game cannot be passed")
        return analysing.passed(position)
    after: Position = _part(position).passed(position)
    return after


def pieces(position: Position) -> tuple[Piece, ...]:
    """What can be put on this board, in the order of a palette."""
    if isinstance(position, StonePosition):
        return tuple(Piece(c, n) for n, c in enumerate(COLOURS[: position.players]))
    return tuple(Piece(key, player) for key, player in _part(position).pieces(position))


def placed(position: Position) -> dict[str, str]:
    """What lies where, by the keys of `pieces`."""
    if isinstance(position, StonePosition):
        return {
            position.rules.cells[cell]: colour
            for colour, board in zip(COLOURS, position.boards, strict=False)
            for cell in cells_of(board)
        }
    found: dict[str, str] = _part(position).placed(position)
    return found


def arranged(position: Position, placed: Mapping[str, str], mover: int) -> Position:
    """A position under the rules of `position` with these pieces and a whole turn to play."""
    if not 0 <= mover < position.players:
        raise GameError(f"there is no player {mover} in a game of {position.players}")
    if not isinstance(position, StonePosition):
        made: Position = _part(position).arranged(position, placed, mover)
        return made
    colours = COLOURS[: position.players]
    for cell, colour in placed.items():
        if colour not in colours:
            raise BadTextError(f"{cell} holds {colour!r:.20}; a stone is {' or '.join(colours)}")
    sides = (
        f"{c}={','.join(cell for cell, on in placed.items() if on == c) or '-'}" for c in colours
    )
    rules = position.rules
    left = rules.stones if placed else rules.first
    text = f"setup {' '.join(sides)} move={colours[mover]} left={left}"
    try:
        return room(position.game).from_text(text, position.options)
    except BadTextError as refusal:
        # A board that is won already has no stones left to place.
        try:
            won = text.rpartition(" ")[0] + " left=0"
            return room(position.game).from_text(won, position.options)
        except BadTextError:
            raise refusal from None


def heat(position: Position) -> dict[Move, float]:
    """How much each empty cell matters, from 0 to 1: an opinion by the living sets through it.

    Empty where the game has no such map.
    """
    if not isinstance(position, StonePosition) or position.is_over:
        return {}
    worth = {cell: living_sets(position, cell) for cell in cells_of(position.legal_cells())}
    # Worths grow by powers, so their logarithms spread evenly over the colours.
    scale = {cell: value.bit_length() for cell, value in worth.items()}
    low, high = min(scale.values()), max(scale.values())
    names = position.rules.cells
    return {
        names[cell]: (value - low) / (high - low) if high > low else 0.0
        for cell, value in scale.items()
    }


def _part(position: Position) -> ModuleType:
    if not can_study(position):
        raise GameError(f"{position.game} has no way to pass or to set up a position yet")
    return room(position.game).part(PART)
