"""How full every winning set is for both sides, kept up to date stone by stone.

The laws scan all sets; a replay cannot afford that at every node. The tally walks from one
position to the next by the stones in which they differ, so nobody has to take anything back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from kikashi.law.winning_sets import Geometry, cells_of

PROVER = 0
OPPONENT = 1


@lru_cache(maxsize=16)
def _sizes(rules: Geometry) -> tuple[int, ...]:
    """The sizes of the sets: small proofs would spend their time on it."""
    return tuple(map(len, rules.sets))


class Tally:
    """The open sets of both sides: those without a stone of the other side, by stones missing.

    Sets without any stone are open to both, and most sets are such: they are in no bucket, and
    looked for only when somebody asks about sets that miss so much.
    """

    def __init__(self, rules: Geometry) -> None:
        self._masks = rules.masks
        self._through = rules.through
        self._sizes = _sizes(rules)
        self._smallest, largest = min(self._sizes, default=0), max(self._sizes, default=0)
        self._counts = ([0] * len(rules.sets), [0] * len(rules.sets))
        self._boards = [0, 0]
        self._full = rules.full
        self._open: tuple[list[set[int]], ...] = tuple(
            [set() for _ in range(largest + 1)] for _ in (PROVER, OPPONENT)
        )

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
                if had:
                    open_mine[missing].remove(index)
                open_mine[missing - 1].add(index)
            elif not had:
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
                if has:
                    open_mine[missing].add(index)
            elif not has:
                open_theirs[sizes[index] - other].add(index)

    def holes(self, side: int, most: int) -> list[int]:
        """The empty cells of each open set that misses 1 to `most` stones, as boards."""
        empty = self._full & ~(self._boards[0] | self._boards[1])
        masks = self._masks
        found = [
            masks[index] & empty for bucket in self._open[side][1 : most + 1] for index in bucket
        ]
        if most >= self._smallest:
            found += (masks[i] for i in self._untouched() if self._sizes[i] <= most)
        return found

    def _untouched(self) -> Iterator[int]:
        """The sets without a stone."""
        both = enumerate(zip(*self._counts, strict=True))
        return (index for index, (mine, theirs) in both if not mine and not theirs)

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
        counts = Counter(self._sizes[index] for index in self._untouched())
        for missing, bucket in enumerate(self._open[side]):
            counts[missing] += len(bucket)
        yield from sorted((missing, count) for missing, count in counts.items() if count)

    def live(self) -> int:
        """The empty cells of all sets that are open to either side."""
        most = len(self._open[0])
        return self.reach(PROVER, most) | self.reach(OPPONENT, most)
