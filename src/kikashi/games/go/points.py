"""Stones on points, for protocols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kikashi.games.go import position as positions
from kikashi.games.go.board import STONES, grid
from kikashi.games.go.position import GoPosition, go_of
from kikashi.games.go.setup import Setup, read_setup, write_setup
from kikashi.law import Move, Position

PASS = positions.PASS


@dataclass(frozen=True)
class Places:
    """The points of a board; see `kikashi.law.record_parts.Points`."""

    cells: tuple[str, ...]
    coordinates: tuple[tuple[int, ...], ...]
    index: Mapping[str, int]


@cache
def _places(size: int) -> Places:
    on = grid(size)
    places = tuple((cell % size, cell // size) for cell in range(size * size))
    return Places(on.names, places, on.index)


def points(position: Position) -> Places:
    """The board."""
    return _places(go_of(position).on.size)


def stones(position: Position) -> tuple[tuple[Move, ...], ...]:
    """The points of each side's stones."""
    here = go_of(position)
    return tuple(
        tuple(here.on.names[at] for at, stone in enumerate(here.board) if stone == own)
        for own in STONES
    )


def turn_stones(position: Position) -> tuple[int, int]:
    """One stone a turn."""
    del position
    return 1, 1


def given_move(position: Position, player: int, stones: int) -> Position:
    """The same board with `player` to move: the other side passes where it can."""
    del stones
    here = go_of(position)
    if here.to_move == player or here.result() is not None:
        return here
    if here.agreement is None and not here.now.left and here.now.passes == 0:
        return here.play(PASS)
    return _begun(here, replace(here.now, mover=player, left=0, banned=None, passes=0))


def _begun(here: GoPosition, now: Setup) -> GoPosition:
    return GoPosition(here.chosen, now, usual=False, now=now)


def with_stones(
    position: Position, stones: Sequence[Sequence[Move]], player: int, left: int
) -> Position:
    """A board under the same rules with just these stones."""
    here = go_of(position)
    words = setup_text(position, stones, player, left).split()[1:]
    return _begun(here, read_setup(words, here.on))


def setup_text(start: Position, stones: Sequence[Sequence[Move]], player: int, left: int) -> str:
    """The position text of such a board."""
    del left
    on = go_of(start).on
    board = list(on.empty)
    for stone, cells in zip(STONES, stones, strict=True):
        for cell in cells:
            board[on.index[cell]] = stone
    return write_setup(Setup("".join(board), player), on)
