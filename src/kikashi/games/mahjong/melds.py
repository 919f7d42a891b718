"""Melds, and hands taken apart into them: plain Python, no tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from kikashi.games.mahjong.tiles import COPIES, FIRST_HONOUR, KINDS, WORDS, hand_text

Split: TypeAlias = tuple[tuple[tuple[str, int], ...], int]
"""Sets in the hand as (`chow` or `pong`, lowest tile), and the tile of the pair."""


@dataclass(frozen=True)
class Meld:
    """A set laid on the table.

    `kind` is chow, pong, kong (from a discard), added (a pong made a kong) or hidden (four of one's
    own). `tile` is the lowest one; `taken` was claimed from `giver`.
    """

    kind: str
    tile: int
    taken: int | None = None
    giver: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (3 if self.kind == "pong" else 4)

    def __str__(self) -> str:
        return f"{self.kind}:{hand_text(self.tiles)}"


def laid_counts(melds: Sequence[Meld]) -> tuple[int, ...]:
    """Tiles of melds on the table; the fourth tile of a kong is gone like the others."""
    counts = [0] * KINDS
    for meld in melds:
        for tile in meld.tiles:
            counts[tile] += 1
    return tuple(counts)


def splits(counts: Sequence[int]) -> tuple[Split, ...]:
    """Every way to take the tiles apart into sets and one pair; empty if there is none."""
    if sum(counts) % 3 != 2:
        return ()
    return _splits(tuple(counts))


@lru_cache(maxsize=20_000)
def _splits(counts: tuple[int, ...]) -> tuple[Split, ...]:
    found = []
    for pair in range(KINDS):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            found += [(sets, pair) for sets in _sets(rest, 0)]
    return tuple(found)


def _sets(rest: list[int], tile: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """The lowest tile left is in a pong or begins a run: both are tried."""
    while tile < KINDS and not rest[tile]:
        tile += 1
    if tile == KINDS:
        yield ()
        return
    if rest[tile] >= 3:
        rest[tile] -= 3
        yield from ((("pong", tile), *more) for more in _sets(rest, tile))
        rest[tile] += 3
    if tile < FIRST_HONOUR and tile % 9 < 7 and rest[tile + 1] and rest[tile + 2]:
        for n in range(3):
            rest[tile + n] -= 1
        yield from ((("chow", tile), *more) for more in _sets(rest, tile))
        for n in range(3):
            rest[tile + n] += 1


def complete(counts: Sequence[int]) -> bool:
    """Whether the tiles are sets and one pair."""
    return bool(splits(counts))


def waits(counts: Sequence[int], melds: Sequence[Meld] = ()) -> tuple[int, ...]:
    """Tiles that complete a hand; never one of which it has all four copies."""
    return _waits(tuple(counts), laid_counts(melds) if melds else (0,) * KINDS)


@lru_cache(maxsize=20_000)
def _waits(counts: tuple[int, ...], laid: tuple[int, ...]) -> tuple[int, ...]:
    found = []
    for tile in range(KINDS):
        if counts[tile] + laid[tile] < COPIES and _near(counts, tile):
            with_it = (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])
            if complete(with_it):
                found.append(tile)
    return tuple(found)


def _near(counts: Sequence[int], tile: int) -> bool:
    """A tile far from all others completes nothing."""
    if counts[tile]:
        return True
    if tile >= FIRST_HONOUR:
        return False
    first = tile // 9 * 9
    low, high = max(first, tile - 2), min(first + 8, tile + 2)
    return any(counts[low : high + 1])


def words_of(tiles: Sequence[int]) -> str:
    """Tiles as words with spaces, for messages."""
    return " ".join(WORDS[tile] for tile in tiles)
