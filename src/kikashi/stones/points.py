"""Stones of the family on their points, for record formats and protocols."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, Geometry, StonePosition, cells_of

PASS = ""


def points(position: Position) -> Geometry:
    """The board."""
    return stones_of(position).rules


def stones(position: Position) -> tuple[tuple[Move, ...], ...]:
    """The cells that each player's stones lie on."""
    here = stones_of(position)
    return tuple(tuple(here.rules.cells[c] for c in cells_of(board)) for board in here.boards)


def turn_stones(position: Position) -> tuple[int, int]:
    """Stones of the first turn, and of every later one."""
    rules = stones_of(position).rules
    return rules.first, rules.stones


def given_move(position: Position, player: int, stones: int) -> StonePosition:
    """The same stones with `player` to place so many; a game that is won stays so."""
    here = stones_of(position)
    if here.won_by is not None:
        return here
    return StonePosition(here.room, here.rules, here.chosen, here.boards, player, stones)


def with_stones(
    position: Position, stones: Sequence[Sequence[Move]], player: int, left: int
) -> StonePosition:
    """A board with just these stones."""
    here = stones_of(position)
    boards = tuple(sum(1 << here.rules.index[cell] for cell in cells) for cells in stones)
    return StonePosition(here.room, here.rules, here.chosen, boards, player, left)


def setup_text(start: Position, stones: Sequence[Sequence[Move]], player: int, left: int) -> str:
    """The same as a text; `start` says nothing about it here."""
    del start
    held = " ".join(
        f"{colour}={','.join(cells) or '-'}" for colour, cells in zip(COLOURS, stones, strict=False)
    )
    return f"setup {held} move={COLOURS[player]} left={left}"
