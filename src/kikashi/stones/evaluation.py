"""How positions are valued: open sets by stones lacking, and the line patterns of paper 003.

`SetWeights` serves every game of the family; `docs/reference/nets.md` says where each number comes
from. The pattern functions belong to six in a row with two stones a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from pathlib import Path

from kikashi import _native
from kikashi.law.winning_sets import Geometry, StonePosition, cells_of
from kikashi.search.weights import weights_from
from kikashi.stones.twin import native_geometry

MOST_LACK = 15
"""The largest winning set a board can hold, so the most stones a set can lack."""


@dataclass(frozen=True)
class SetWeights:
    """Weights by the stones that an open set lacks: entry 0 is for sets that lack one stone."""

    mover: tuple[int, ...]
    """An open set of the side to move that holds at least one stone."""
    waiting: tuple[int, ...]
    """The same for the other side."""
    gain: tuple[int, ...]
    """For the order of moves: a stone in an open set that lacked so many before it."""
    own_share: int = 5
    their_share: int = 4
    """How a cell's gains count in the order of moves: its own, and what it takes from the other
    side. By default own sets count a little more, so that the player builds rather than follows."""
    tempo: int = 0
    """Having the move, beyond what `mover` says: without it odd and even depths disagree."""
    net: _native.LineNet | None = None
    """A learned net of line patterns; a style that is `learned` goes by it alone."""
    cells: _native.CellNet | None = None
    """A learned net of all cells at once, for the player `puct`."""

    def rows(self) -> list[list[int]]:
        """As the native search reads them: entry n is for n stones lacking, the rest is 0.

        No set lacks 0 stones, so the first entries have room for the tempo and for the shares.
        """
        rows = (
            (self.tempo, self.mover),
            (self.own_share, self.waiting),
            (self.their_share, self.gain),
        )
        return [[first, *row[:MOST_LACK], *[0] * (MOST_LACK - len(row))] for first, row in rows]


@cache
def line_net(folder: Path) -> _native.LineNet | None:
    """The net of line patterns of a room, from `lines.net` beside its modules; None without one.

    bench/fit_net.py makes the file. GameError where it is not the one that was summed.
    """
    file = folder / "lines.net"
    return _native.LineNet(weights_from(file)) if file.exists() else None


@cache
def cell_net(folder: Path) -> _native.CellNet | None:
    """The net of cells of a room, from `cells.net` beside its modules; None without one.

    bench/fit_cells.py makes the file. GameError where it is not the one that was summed.
    """
    file = folder / "cells.net"
    return _native.CellNet(weights_from(file)) if file.exists() else None


# Our own choices for games nobody has fitted: one stone more in a set is worth GROWTH times as
# much; with several stones a turn a set fills faster, so emptier sets count for more.
GROWTH = {1: 4.0, 2: 3.0}
USUAL_GROWTH = 2.5
FULLEST = 300.0
"""The value of a set that lacks one stone; those that lack more follow by growth."""
FULLEST_GAIN = 20_000.0
TEMPO = 1.3
"""How much more a set is worth to the side that moves next."""


def general_weights(rules: Geometry) -> SetWeights:
    """Weights for any winning-set game, from the number of stones a turn alone."""
    growth = GROWTH.get(rules.stones, USUAL_GROWTH)
    values = [FULLEST / growth**lack for lack in range(MOST_LACK)]
    return SetWeights(
        mover=tuple(round(TEMPO * value) for value in values),
        waiting=tuple(map(round, values)),
        gain=tuple(max(1, round(FULLEST_GAIN / growth**lack)) for lack in range(MOST_LACK)),
    )


@dataclass(frozen=True)
class Evaluated:
    """The evaluation of a position, with what it rests on."""

    value: int
    """For the side to move."""
    open_sets: tuple[tuple[int, ...], ...]
    """By player and stones lacking: open sets that hold at least one stone; entry 0: full ones."""
    gains: tuple[tuple[int, ...], ...]
    """By player and cell."""


def evaluate(position: StonePosition, weights: SetWeights) -> Evaluated:
    """The static value of a position with two players."""
    found = _native.evaluate(
        native_geometry(position.rules),
        [list(cells_of(board)) for board in position.boards],
        position.mover,
        weights.rows(),
    )
    return Evaluated(
        value=found["value"],
        open_sets=tuple(map(tuple, found["open"])),
        gains=tuple(map(tuple, found["gains"])),
    )


class Pattern(IntEnum):
    """The ten patterns of paper 003, table 3.1; NONE and SIX complete them."""

    NONE = 0
    DEAD_TWO = 1
    DEAD_THREE = 2
    LIVE_TWO = 3
    LIVE_TWO_DEAD_THREE = 4
    LIVE_THREE = 5
    DEAD_FOUR = 6
    DEAD_FIVE = 7
    LIVE_FOUR = 8
    LIVE_FOUR_DEAD_FIVE = 9
    LIVE_FIVE = 10
    SIX = 11


def pattern_key(left: int, right: int, colour: int) -> tuple[int, int]:
    """Key and length of the stones of `colour` around a cell, from the nine cells on each side.

    Both sides are base-4 numbers with the digits 0 (no cell), 1 (black), 2 (white), 3 (empty); the
    nearest cell is the last digit of `left` and the first of `right`.
    """
    key, length = _native.pattern_key(left, right, colour)
    return key, length


def pattern(key: int, length: int) -> tuple[Pattern, int, int]:
    """What a key of that length is: the pattern, its score and its threat score."""
    name, score, threats = _native.pattern_scores(key, length)
    return Pattern(name), score, threats


@dataclass(frozen=True)
class Changes:
    """P1..P4 and T1..T4: what a stone on a cell changes.

    1, 2: my stone changes mine, theirs; 3, 4: their stone changes theirs, mine.
    """

    pattern: tuple[int, int, int, int]
    threats: tuple[int, int, int, int]

    @classmethod
    def of(cls, eight: Sequence[int]) -> Changes:
        p1, p2, p3, p4, t1, t2, t3, t4 = eight
        return cls((p1, p2, p3, p4), (t1, t2, t3, t4))


# Paper 003, sections 3.4 and 3.5.
OTHER_SIDE = Fraction(2, 3)
OWN_THREAT = 10_000
THEIR_THREAT = -100_000
DEFENDER_OWN_THREAT = 2_000
DEFENDER_THEIR_THREAT = -10_000


def meinstein(changes: Changes) -> Fraction:
    """(P1 - P2) + 2/3 (P3 - P4) + 10000 T1 - 100000 T2."""
    p1, p2, p3, p4 = changes.pattern
    t1, t2, _, _ = changes.threats
    return (p1 - p2) + OTHER_SIDE * (p3 - p4) + OWN_THREAT * t1 + THEIR_THREAT * t2


def quiet(changes: Changes) -> int:
    """P1 + P3: where nobody threatens."""
    return changes.pattern[0] + changes.pattern[2]


def attacker(changes: Changes) -> int:
    """P1 + 10000 T1: the attacker in a threat search."""
    return changes.pattern[0] + OWN_THREAT * changes.threats[0]


def defender(changes: Changes) -> int:
    """2000 T1 + P3 - 10000 T3, where 'T3' is what the paper uses, not what it says: T2 here."""
    t1, t2, _, _ = changes.threats
    return DEFENDER_OWN_THREAT * t1 + changes.pattern[2] + DEFENDER_THEIR_THREAT * t2


def defender_extra(changes: Changes) -> int:
    """P1 + P3: the defender's stone beyond those that a turn allows."""
    return quiet(changes)
