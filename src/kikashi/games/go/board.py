"""Boards as texts, one character a point: names, neighbours, strings, and a stone placed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

COLUMNS = "abcdefghjklmnopqrstuvwxyz"
"""Without i, as on every board of Go."""
EMPTY = "."
STONES = "XO"
"""Black's and White's, by player number."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The points of a square board, `a1` first, columns running fastest; one for each size."""

    size: int
    names: tuple[str, ...]
    index: dict[str, int]
    neighbours: tuple[tuple[int, ...], ...]

    @property
    def empty(self) -> str:
        """A board without stones."""
        return EMPTY * len(self.names)

    def words(self, points: frozenset[int] | set[int] | list[int]) -> str:
        """Names in the board's order, for texts."""
        return ",".join(self.names[point] for point in sorted(points))


class String(NamedTuple):
    """Stones of one colour that hang together, and the empty points beside them."""

    stones: frozenset[int]
    liberties: frozenset[int]


KEPT = 1 << 13
"""Strings and placed stones that are remembered: replays ask for the same ones again and again."""


@cache
def grid(size: int) -> Grid:
    """The board of a size."""
    points = [(column, row) for row in range(size) for column in range(size)]
    names = tuple(f"{COLUMNS[column]}{row + 1}" for column, row in points)
    beside = tuple(
        tuple(
            (row + down) * size + column + right
            for right, down in ((0, -1), (-1, 0), (1, 0), (0, 1))
            if 0 <= column + right < size and 0 <= row + down < size
        )
        for column, row in points
    )
    return Grid(size, names, {name: point for point, name in enumerate(names)}, beside)


@lru_cache(maxsize=KEPT)
def string_at(board: str, on: Grid, point: int) -> String:
    """The string that a stone belongs to; of an empty point, the empty region around it."""
    colour, neighbours = board[point], on.neighbours
    stones, liberties, ahead = {point}, set(), [point]
    for at in ahead:
        for beside in neighbours[at]:
            there = board[beside]
            if there == colour:
                if beside not in stones:
                    stones.add(beside)
                    ahead.append(beside)
            elif there == EMPTY:
                liberties.add(beside)
    return String(frozenset(stones), frozenset(liberties - stones))


def strings(board: str, on: Grid) -> tuple[String, ...]:
    """Every string of a board, in the order of its first stone."""
    seen: set[int] = set()
    found = []
    for point, stone in enumerate(board):
        if stone != EMPTY and point not in seen:
            string = string_at(board, on, point)
            seen |= string.stones
            found.append(string)
    return tuple(found)


def without(board: str, points: frozenset[int] | set[int]) -> str:
    """The board with some points empty."""
    cells = list(board)
    for point in points:
        cells[point] = EMPTY
    return "".join(cells)


class Placed(NamedTuple):
    """What a stone did: the board after it, what it took, and whether its own string went."""

    board: str
    taken: frozenset[int]
    lost: frozenset[int]
    banned: int | None
    """Where a simple ko forbids the answer."""


@lru_cache(maxsize=KEPT)
def place(board: str, on: Grid, point: int, player: int) -> Placed:
    """Puts a stone on an empty point: strings without liberties go, the opponent's first."""
    theirs = STONES[1 - player]
    after = board[:point] + STONES[player] + board[point + 1 :]
    beside = on.neighbours[point]
    taken: set[int] = set()
    for at in beside:
        if after[at] == theirs and at not in taken:
            taken |= _choked(after, on, at)
    if taken:
        after = without(after, taken)
    elif any(after[at] == EMPTY for at in beside):
        return Placed(after, frozenset(), frozenset(), None)
    own = string_at(after, on, point)
    if not own.liberties:
        return Placed(without(after, own.stones), frozenset(taken), own.stones, None)
    single = len(taken) == 1 == len(own.stones) and own.liberties == taken
    banned = next(iter(taken)) if single else None
    return Placed(after, frozenset(taken), frozenset(), banned)


def _choked(board: str, on: Grid, point: int) -> set[int]:
    """The stones of a string without a liberty; none where it has one."""
    colour, neighbours = board[point], on.neighbours
    stones, ahead = {point}, [point]
    for at in ahead:
        for beside in neighbours[at]:
            there = board[beside]
            if there == EMPTY:
                return set()
            if there == colour and beside not in stones:
                stones.add(beside)
                ahead.append(beside)
    return stones
