"""Boxes of cells (2-D and 3-D): names, lines and symmetries for grid games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from kikashi.law.winning_sets import Geometry

LETTERS = "abcdefghijklmnopqrstuvwxy"

Point = tuple[int, ...]


def points(size: Point) -> tuple[Point, ...]:
    """All points of a box, the first coordinate running fastest."""
    return tuple(tuple(reversed(p)) for p in product(*(range(n) for n in reversed(size))))


def name(point: Point) -> str:
    """Letter and number (`j10`); in space the layer is a second letter (`c4b`)."""
    layer = LETTERS[point[2]] if len(point) > 2 else ""
    return f"{LETTERS[point[0]]}{point[1] + 1}{layer}"


def lines(size: Point, length: int) -> Iterator[tuple[Point, ...]]:
    """Every straight run of `length` cells, along axes and diagonals, each once."""
    steps = [d for d in product((-1, 0, 1), repeat=len(size)) if d > (0,) * len(size)]
    for first in points(size):
        for step in steps:
            last = tuple(a + (length - 1) * d for a, d in zip(first, step, strict=True))
            if all(0 <= a < n for a, n in zip(last, size, strict=True)):
                yield tuple(
                    tuple(a + i * d for a, d in zip(first, step, strict=True))
                    for i in range(length)
                )


def symmetries(size: Point) -> tuple[tuple[int, ...], ...]:
    """The cell permutations of a box's rotations and reflections, the identity first."""
    number = {p: i for i, p in enumerate(points(size))}
    axes = range(len(size))
    found: dict[tuple[int, ...], None] = {}
    for order in permutations(axes):
        if tuple(size[a] for a in order) != size:
            continue
        for flips in product((False, True), repeat=len(size)):
            moved = tuple(
                number[tuple(size[a] - 1 - p[order[a]] if flips[a] else p[order[a]] for a in axes)]
                for p in points(size)
            )
            found[moved] = None
    return tuple(found)


def parse_size(text: str, smallest: int, largest: int, dimensions: tuple[int, ...] = (2,)) -> Point:
    """Reads `19x19` (or `19`, which means a square) and checks every side."""
    words = text.lower().split("x")
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise ValueError("a size looks like 19x19")
    size = tuple(int(word) for word in words)
    size = size * 2 if len(size) == 1 else size
    if len(size) not in dimensions:
        raise ValueError(f"a size has {' or '.join(map(str, dimensions))} sides")
    if not all(smallest <= side <= largest for side in size):
        raise ValueError(f"each side must be from {smallest} to {largest}")
    return size


def board(
    size: Point,
    sets: Iterable[tuple[Point, ...]],
    *,
    stones: int = 1,
    first: int = 1,
    players: int = 2,
    first_points: Iterable[Point] | None = None,
) -> Geometry:
    """A geometry over all points of a box."""
    places = points(size)
    number = {p: i for i, p in enumerate(places)}
    return Geometry(
        cells=tuple(map(name, places)),
        coordinates=places,
        sets=tuple(tuple(number[p] for p in cells) for cells in sets),
        stones=stones,
        first=first,
        players=players,
        symmetries=symmetries(size),
        first_cells=None if first_points is None else frozenset(number[p] for p in first_points),
    )


def line_game(
    size: Point,
    length: int,
    *,
    stones: int = 1,
    first: int = 1,
    first_points: Iterable[Point] | None = None,
) -> Geometry:
    """The geometry of 'so many in a row wins'."""
    return board(size, lines(size, length), stones=stones, first=first, first_points=first_points)
