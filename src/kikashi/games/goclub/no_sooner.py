"""No win of the first player within six stones: every way there is, gone through in plain Python.

A stone completes a club only if two clubs lacked one cell each a stone before, or the other side
would have stopped it. Each had four of the winner's five stones then. Four cells are never part of
two clubs, so the two fours are different and share three stones: all five stones are needed, and
the first is one of them. These are the *shapes*: five cells with the first stone, and two holes.
There are few, each further stone must belong to one, and a stone of the other side anywhere in a
shape ends it. The other side's own clubs are left out, so it can only do better than it does here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

from kikashi.games.goclub import ROOM
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import Geometry

STONES = 6
"""A win with so many stones takes eleven plies."""


@dataclass(frozen=True)
class Shape:
    """Cells as bits: those still to be taken, and those where a stone of the other side ends it."""

    need: int
    stops: int


def _mask(cells: Iterable[int]) -> int:
    return reduce(or_, (1 << cell for cell in cells), 0)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def fours(rules: Geometry) -> dict[frozenset[int], int]:
    """Four cells of a club with the one that it lacks; ValueError where they lack two."""
    found: dict[frozenset[int], int] = {}
    for club in rules.sets:
        for hole in club:
            four = frozenset(club) - {hole}
            if len(four) != STONES - 2 or four in found:
                raise ValueError("the argument needs clubs of five cells, no four of them in two")
            found[four] = hole
    return found


def shapes(rules: Geometry, first: int) -> tuple[Shape, ...]:
    """What five stones, the first among them, must be to threaten two clubs at once."""
    sharing: dict[frozenset[int], list[tuple[int, int]]] = {}
    for four, hole in fours(rules).items():
        for cell in four:
            sharing.setdefault(four - {cell}, []).append((cell, hole))
    found = set()
    for three, more in sharing.items():
        for (one, hole), (other, further) in combinations(more, 2):
            five = three | {one, other}
            if first in five and hole != further and not five & {hole, further}:
                need = _mask(five - {first})
                found.add(Shape(need, need | _mask((hole, further))))
    return tuple(sorted(found, key=lambda shape: (shape.need, shape.stops)))


class NoSooner:
    """The game of shapes after a first stone: does the second player stop them all?"""

    def __init__(self, rules: Geometry, first: int) -> None:
        self.shapes = shapes(rules, first)
        self.fours = tuple(
            Shape(_mask(four - {first}), 1 << hole)
            for four, hole in fours(rules).items()
            if first in four
        )
        self.positions = 0

    def holds(self, second: int) -> bool:
        """Whether a stone there keeps the first player from winning with six stones."""
        stone = 1 << second
        return not self._attack(*self.stopped(self.shapes, self.fours, stone))

    @staticmethod
    def stopped(
        left: Iterable[Shape], threats: Iterable[Shape], stone: int
    ) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
        return (
            tuple(shape for shape in left if not shape.stops & stone),
            tuple(four for four in threats if not (four.need | four.stops) & stone),
        )

    def _attack(self, left: tuple[Shape, ...], threats: tuple[Shape, ...]) -> int:
        """The cells that a win of the side to move rests on; 0: it has none."""
        self.positions += 1
        if not left:
            return 0
        if not left[0].need & (left[0].need - 1):
            return left[0].stops  # one stone more, and two clubs lack a cell each
        by_stone: dict[int, list[Shape]] = {}
        for shape in left:
            for stone in _bits(shape.need):
                by_stone.setdefault(stone, []).append(
                    Shape(shape.need ^ stone, shape.stops ^ stone)
                )
        for stone in sorted(by_stone, key=lambda one: -len(by_stone[one])):
            zone = self._answer(tuple(by_stone[stone]), self.after((), threats, stone)[1])
            if zone:
                return zone | stone
        return 0

    def _answer(self, left: tuple[Shape, ...], threats: tuple[Shape, ...]) -> int:
        """The cells that the attack still rests on whatever the other side does; 0: it is held."""
        hole = self.due(threats)
        if hole:  # four stones of a club: this one must be answered
            zone = self._attack(*self.stopped(left, threats, hole))
            return zone | hole if zone else 0
        zone = self._attack(left, threats)  # a pass: what it rests on are the only cells of use
        asked, tried, whole = zone, 0, zone
        while asked & ~tried:
            stone = max(
                _bits(asked & ~tried), key=lambda one: sum(bool(s.stops & one) for s in left)
            )
            tried |= stone
            zone = self._attack(*self.stopped(left, threats, stone))
            if not zone:
                return 0
            asked &= zone
            whole |= zone
        return whole

    @staticmethod
    def due(threats: Iterable[Shape]) -> int:
        """The cells where a club lacks its last stone."""
        return _mask(four.stops.bit_length() - 1 for four in threats if not four.need)

    def after(
        self, left: Iterable[Shape], threats: Iterable[Shape], stone: int
    ) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
        """What is left of shapes and fours with another stone of the first player."""
        return (
            tuple(Shape(s.need ^ stone, s.stops ^ stone) for s in left if s.need & stone),
            tuple(Shape(four.need ^ stone, four.stops) for four in threats if four.need & stone),
        )

    def answer(self, left: tuple[Shape, ...], threats: tuple[Shape, ...]) -> int:
        """A stone of the second player that holds; 0: there is none."""
        due = self.due(threats)
        zone = due or reduce(or_, (shape.stops for shape in left), 0)
        by_use = sorted(_bits(zone), key=lambda one: -sum(bool(s.stops & one) for s in left))
        for stone in by_use:
            if not self._attack(*self.stopped(left, threats, stone)):
                return stone
        return 0


@dataclass(frozen=True)
class Refuted:
    """How many second stones (up to symmetry) keep the first player from winning so soon."""

    held: int
    second_stones: int
    shapes: int
    positions: int


def refuted(size: int) -> Refuted:
    """Of a first stone in the centre of this board."""
    rules = stones_of(ROOM.start({"size": f"{size}x{size}"})).rules
    centre = size // 2 * (size + 1)
    game = NoSooner(rules, centre)
    second = [
        cell
        for cell in range(len(rules.cells))
        if cell != centre and min(image[cell] for image in rules.symmetries) == cell
    ]
    held = sum(game.holds(cell) for cell in second)
    return Refuted(held, len(second), len(game.shapes), game.positions)
