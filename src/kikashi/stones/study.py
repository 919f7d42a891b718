"""Studying a position of stones: passing, setting up, a map of the cells that matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kikashi.games import room
from kikashi.law import BadTextError, GameError, Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.stones.glance import living_sets


def passed(position: Position) -> StonePosition:
    """The same stones with the next side to move."""
    stones = stones_of(position)
    # On the empty board the first stone is still to come, under the rules of a first stone.
    if not stones.occupied:
        raise GameError("the first stone of the game cannot be passed")
    mover = (stones.mover + 1) % stones.players
    return replace(stones, mover=mover, left=stones.rules.stones)


def pieces(position: Position) -> tuple[tuple[str, int], ...]:
    """Stones of every colour."""
    return tuple((colour, player) for player, colour in enumerate(COLOURS[: position.players]))


def placed(position: Position) -> dict[str, str]:
    """What lies where."""
    stones = stones_of(position)
    return {
        stones.rules.cells[cell]: colour
        for colour, board in zip(COLOURS, stones.boards, strict=False)
        for cell in cells_of(board)
    }


def arranged(position: Position, placed: Mapping[str, str], mover: int) -> Position:
    """A position under the same rules with these stones and a whole turn to play."""
    colours = COLOURS[: position.players]
    for cell, colour in placed.items():
        if colour not in colours:
            raise BadTextError(f"{cell} holds {colour!r:.20}; a stone is {' or '.join(colours)}")
    sides = (
        f"{c}={','.join(cell for cell, on in placed.items() if on == c) or '-'}" for c in colours
    )
    rules = stones_of(position).rules
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
    """How much each empty cell matters, from 0 to 1: an opinion by the living sets through it."""
    stones = stones_of(position)
    if stones.is_over:
        return {}
    worth = {cell: living_sets(stones, cell) for cell in cells_of(stones.legal_cells())}
    # Worths grow by powers, so their logarithms spread evenly over the colours.
    scale = {cell: value.bit_length() for cell, value in worth.items()}
    low, high = min(scale.values()), max(scale.values())
    names = stones.rules.cells
    return {
        names[cell]: (value - low) / (high - low) if high > low else 0.0
        for cell, value in scale.items()
    }
