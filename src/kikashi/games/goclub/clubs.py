"""The clubs of GoClub in the plane and in space, as lists of points (paper 002).

In space the paper says only what a club looks like (eight petals that form a cube, or six like
the axes of a coordinate system, all equally far from the centre), not how it must be turned. In
the plane it may be turned, so we let it turn in space too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import isqrt

from kikashi.law.grid import Point, points

Offsets = tuple[Point, ...]


def plane_clubs(size: Point) -> Iterator[tuple[Point, ...]]:
    """Centre first, then the petals at (p,q), (-q,p), (-p,-q), (q,-p) from it; each club once."""
    width, height = size
    for x, y in points(size):
        reach = min(x, width - 1 - x, y, height - 1 - y)
        for p, q in product(range(1, reach + 1), range(reach + 1)):
            yield (x, y), (x + p, y + q), (x - q, y + p), (x - p, y - q), (x + q, y - p)


def space_clubs(size: Point, kind: str) -> Iterator[tuple[Point, ...]]:
    """Centre first, then its petals: `cube` has eight, `axis` six; each club once."""
    reach = (max(size) - 1) // 2
    for centre in points(size):
        for petals in petal_offsets(kind, reach):
            cells = [tuple(c + d for c, d in zip(centre, petal, strict=True)) for petal in petals]
            if all(0 <= a < n for cell in cells for a, n in zip(cell, size, strict=True)):
                yield (centre, *cells)


@cache
def petal_offsets(kind: str, reach: int) -> tuple[Offsets, ...]:
    """Every way to set petals around a centre with no coordinate beyond `reach`."""
    found: dict[Offsets, None] = {}
    for u, v, w in frames(reach):
        if kind == "axis":
            petals = [tuple(s * a for a in arm) for arm in (u, v, w) for s in (1, -1)]
        else:
            signs = product((1, -1), repeat=3)
            petals = [
                tuple(a * i + b * j + c * k for i, j, k in zip(u, v, w, strict=True))
                for a, b, c in signs
            ]
        if max(abs(a) for petal in petals for a in petal) <= reach:
            found[tuple(sorted(petals))] = None
    return tuple(found)


@cache
def frames(reach: int) -> tuple[tuple[Point, Point, Point], ...]:
    """Three whole vectors of one length, each at right angles to the others.

    Their lengths are whole: the volume of the box they span is whole and is the length cubed.
    """
    by_square: dict[int, list[Point]] = {}
    for arm in product(range(-reach, reach + 1), repeat=3):
        if arm > (0, 0, 0):  # an arm and its opposite belong to the same club
            by_square.setdefault(dot(arm, arm), []).append(arm)
    return tuple(
        (u, v, w)
        for square, arms in sorted(by_square.items())
        if isqrt(square) ** 2 == square
        for u, v, w in combinations(arms, 3)
        if dot(u, v) == dot(u, w) == dot(v, w) == 0
    )


def dot(u: Point, v: Point) -> int:
    return sum(a * b for a, b in zip(u, v, strict=True))
