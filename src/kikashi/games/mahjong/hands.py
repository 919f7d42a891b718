"""Exact analysis of a hand: distance to a win, useful tiles, what each discard leaves.

    >>> from kikashi.games.mahjong.hands import Hand
    >>> Hand.read("167788m67p139s22566z").distance
    3

Distances (shanten): -1 complete, 0 ready. A target never uses more than four copies of a tile,
those in melds on the table included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kikashi import _native
from kikashi.games.mahjong.tiles import (
    COPIES,
    KINDS,
    WORDS,
    Counts,
    counts_of,
    tiles_from,
)
from kikashi.law import GameError

NEEDS = {1: "chow", 2: "pong", 3: "pair", 4: "indirect"}
"""The paper's numbers for the need that a useful tile fills."""
_NOTHING: Counts = (0,) * KINDS


@dataclass(frozen=True)
class Useful:
    """A tile that brings the hand nearer, copies not seen in the hand, and the needs it fills."""

    tile: int
    left: int
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Discard:
    """What is left after one discard."""

    tile: int
    distance: int
    useful: tuple[tuple[int, int], ...]
    """Tiles that then bring the hand nearer, each with its copies left."""

    @property
    def left(self) -> int:
        return sum(left for _, left in self.useful)


@dataclass(frozen=True)
class Hand:
    """Tiles held, tiles of own melds on the table, and how many melds a whole hand has."""

    held: Counts
    laid: Counts = _NOTHING
    laid_melds: int = 0
    whole: int = 5
    seen: Counts = field(default=_NOTHING)
    """Copies seen elsewhere (discards, others' melds): they count as gone."""

    def __post_init__(self) -> None:
        tiles = sum(self.held)
        if not 0 <= self.laid_melds <= self.whole <= 5:
            raise GameError(f"a hand has 0 to {self.whole} melds laid down, not {self.laid_melds}")
        expected = 3 * (self.whole - self.laid_melds) + 1
        if tiles not in (expected, expected + 1):
            raise GameError(
                f"{tiles} tiles in the hand with {self.laid_melds} melds laid down: expected"
                f" {expected} or {expected + 1} (16 or 17, or 13 or 14, less three for each meld)"
            )
        for tile in range(KINDS):
            if self.held[tile] + self.laid[tile] > COPIES:
                raise GameError(f"there are only four copies of {WORDS[tile]}")

    @classmethod
    def read(cls, text: str, melds: Sequence[str] = ()) -> Hand:
        """A hand from its text; each meld as a text of its own (`345p`, `7777z`)."""
        tiles = tiles_from(text)
        if any(tile >= KINDS for tile in tiles):
            raise GameError("flowers lie apart and are not part of a hand")
        laid: list[int] = []
        for meld in melds:
            laid += _meld(meld)
        whole = 5 if len(tiles) + 3 * len(melds) > 14 else 4
        return cls(counts_of(tiles), counts_of(laid), len(melds), whole)

    @property
    def melds(self) -> int:
        """Melds that the hand itself must still come to."""
        return self.whole - self.laid_melds

    @property
    def drawn(self) -> bool:
        """Whether a tile has been drawn and one must be discarded."""
        return sum(self.held) == 3 * self.melds + 2

    def _native(self) -> tuple[list[int], list[int], int]:
        return list(self.held), list(self.laid), self.melds

    @cached_property
    def distance(self) -> int:
        return _native.mahjong_distance(*self._native())

    def left(self, tile: int) -> int:
        """Copies that this hand does not see."""
        return max(0, COPIES - self.held[tile] - self.laid[tile] - self.seen[tile])

    @cached_property
    def useful(self) -> tuple[Useful, ...]:
        """Tiles that bring the hand nearer if added now; for a ready hand, its waits."""
        return tuple(
            Useful(tile, self.left(tile), self.needs(tile))
            for tile in _native.mahjong_useful(*self._native())
        )

    def needs(self, tile: int) -> tuple[str, ...]:
        """What a useful tile is for; the most telling need first."""
        order = {"pong": 0, "chow": 1, "pair": 2, "indirect": 3}
        found = [NEEDS[need] for need in _native.mahjong_needs(*self._native(), tile)]
        return tuple(sorted(found, key=order.__getitem__))

    @cached_property
    def discards(self) -> tuple[Discard, ...]:
        """Every discard, best first: nearest, then most useful tiles left."""
        if not self.drawn:
            return ()
        found = [
            Discard(
                tile, distance, tuple((other, self._left_after(other, tile)) for other in useful)
            )
            for tile, distance, useful in _native.mahjong_discards(*self._native())
        ]
        return tuple(sorted(found, key=lambda one: (one.distance, -one.left, one.tile)))

    def _left_after(self, tile: int, discarded: int) -> int:
        """The discarded copy is seen too, and held no more: nothing changes."""
        del discarded
        return self.left(tile)


def _meld(text: str) -> tuple[int, ...]:
    tiles = tuple(sorted(tiles_from(text)))
    same = len(set(tiles)) == 1 and len(tiles) in (3, 4)
    run = (
        len(tiles) == 3
        and tiles[0] + 2 == tiles[1] + 1 == tiles[2]
        and tiles[0] // 9 == tiles[2] // 9
    )
    if tiles and tiles[-1] < KINDS and (same or (run and tiles[2] < 27)):
        return tiles
    raise GameError(f"{text[:20]!r} is no meld: three in a row of a suit, or three or four alike")


def distances(hands: NDArray[Any] | Iterable[Counts], whole: int = 5) -> NDArray[np.int8]:
    """Distances of many hands at once: an array of 34 counts a row, without melds laid."""
    array = np.ascontiguousarray(hands if isinstance(hands, np.ndarray) else list(hands), np.uint8)
    if array.ndim != 2 or array.shape[1] != KINDS:
        raise GameError("hands in a batch are rows of 34 counts")
    try:
        found = _native.mahjong_distances(array.tobytes(), whole)
    except ValueError as why:
        raise GameError(str(why)) from None
    return np.frombuffer(found, np.int8)
