"""How full every winning set is for both sides, kept up to date stone by stone.

The laws scan all sets; a replay cannot afford that at every node. The tally walks from one
position to the next by the stones in which they differ, so nobody has to take anything back.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kikashi.law.winning_sets import Geometry, cells_of

PROVER = 0
OPPONENT = 1


@lru_cache(maxsize=16)
def _blank(rules: Geometry) -> tuple[tuple[int, ...], tuple[frozenset[int], ...]]:
    """The sizes of the sets, and the sets by size: small proofs would spend their time on it."""
    sizes = tuple(map(len, rules.sets))
    by_size: list[list[int]] = [[] for _ in range(max(sizes, default=0) + 1)]
    for index, size in enumerate(sizes):
        by_size[size].append(index)
    return sizes, tuple(map(frozenset, by_size))


class Tally:
    """The open sets of both sides: those without a stone of the other side, by stones missing."""

    def __init__(self, rules: Geometry) -> None:
        self._masks = rules.masks
        self._through = rules.through
        self._sizes, untouched = _blank(rules)
        self._counts = ([0] * len(rules.sets), [0] * len(rules.sets))
        self._boards = [0, 0]
        self._full = rules.full
        self._open = tuple([set(indices) for indices in untouched] for _ in (PROVER, OPPONENT))

    def go(self, mine: int, theirs: int) -> None:
        """Makes this the tally of the position with these boards."""
        for side, board in enumerate((mine, theirs)):
            before = self._boards[side]
            if before == board:
                continue
            for cell in cells_of(before & ~board):
                self._take(side, cell)
            for cell in cells_of(board & ~before):
                self._place(side, cell)
            self._boards[side] = board

    def _place(self, side: int, cell: int) -> None:
        mine, theirs = self._counts[side], self._counts[1 - side]
        open_mine, open_theirs = self._open[side], self._open[1 - side]
        sizes = self._sizes
        for index in self._through[cell]:
            had = mine[index]
            mine[index] = had + 1
            other = theirs[index]
            if not other:
                missing = sizes[index] - had
                open_mine[missing].remove(index)
                open_mine[missing - 1].add(index)
            if not had:
                open_theirs[sizes[index] - other].remove(index)

    def _take(self, side: int, cell: int) -> None:
        mine, theirs = self._counts[side], self._counts[1 - side]
        open_mine, open_theirs = self._open[side], self._open[1 - side]
        sizes = self._sizes
        for index in self._through[cell]:
            has = mine[index] - 1
            mine[index] = has
            other = theirs[index]
            if not other:
                missing = sizes[index] - has
                open_mine[missing - 1].remove(index)
                open_mine[missing].add(index)
            if not has:
                open_theirs[sizes[index] - other].add(index)

    def holes(self, side: int, most: int) -> list[int]:
        """The empty cells of each open set that misses 1 to `most` stones, as boards."""
        empty = self._full & ~(self._boards[0] | self._boards[1])
        masks = self._masks
        return [
            masks[index] & empty for bucket in self._open[side][1 : most + 1] for index in bucket
        ]

    def reach(self, side: int, most: int) -> int:
        """All cells of `holes` in one board."""
        board = 0
        for holes in self.holes(side, most):
            board |= holes
        return board

    def has_full(self, side: int) -> bool:
        """Whether a side holds a whole set."""
        return bool(self._open[side][0])

    def by_missing(self, side: int) -> Iterator[tuple[int, int]]:
        """(stones missing, how many open sets miss so many)."""
        for missing, bucket in enumerate(self._open[side]):
            if bucket:
                yield missing, len(bucket)

    def live(self) -> int:
        """The empty cells of all sets that are open to either side."""
        most = len(self._open[0])
        return self.reach(PROVER, most) | self.reach(OPPONENT, most)
