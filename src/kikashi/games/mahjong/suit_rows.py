"""The rows of the published table of one suit (paper 000, table 3-3).

A row holds sets, partial sets and the number of useful tiles, then each useful tile with the need
it fills: 1 chow, 2 pong, 3 pair, 4 indirect. It exists twice: without a pair in this suit, and with
one. Three rows survive (no tile, one 9, two 9s); they fix the reading that is used here:

- sets are taken out first, as many as can be, then what is left counts;
- a tile is useful that completes a set with two tiles left, or joins one of them (indirect);
- with a pair: the pair counts as a set; while there is none, a single tile is a partial set, its
  double fills the pair, and every other tile may begin one (indirect);
- a tile of which four copies are held is never useful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kikashi.games.mahjong.tiles import COPIES

CHOW, PONG, PAIR, INDIRECT = 1, 2, 3, 4


def paper_row(counts: Sequence[int], *, pair: bool) -> str:
    """One row, as numbers with spaces: `0 0 3 7 4 8 4 9 4` for a single nine without a pair."""
    sets, partial, useful = _pair_row(counts) if pair else _plain_row(counts)
    numbers = [sets, partial, len(useful)]
    for tile, need in sorted(useful.items()):
        numbers += [tile + 1, need]
    return " ".join(map(str, numbers))


def paper_table() -> Iterator[tuple[tuple[int, ...], str, str]]:
    """All rows in the published order: the last rank counts up first."""
    counts = [0] * 9
    while True:
        yield tuple(counts), paper_row(counts, pair=False), paper_row(counts, pair=True)
        rank = 8
        while rank >= 0 and counts[rank] == COPIES:
            counts[rank] = 0
            rank -= 1
        if rank < 0:
            return
        counts[rank] += 1


def _plain_row(counts: Sequence[int]) -> tuple[int, int, dict[int, int]]:
    best_sets, best_partial = -1, -1
    useful: dict[int, int] = {}
    for sets, left in _without_sets(list(counts), 0):
        partial = _partials(list(left), 0)
        if (sets, partial) < (best_sets, best_partial):
            continue
        if (sets, partial) > (best_sets, best_partial):
            best_sets, best_partial, useful = sets, partial, {}
        for tile, need in _needs(counts, left):
            useful[tile] = min(need, useful.get(tile, INDIRECT), key=_order)
    return best_sets, best_partial, useful


def _order(need: int) -> int:
    return (PONG, CHOW, PAIR, INDIRECT).index(need)


def _pair_row(counts: Sequence[int]) -> tuple[int, int, dict[int, int]]:
    found = []
    for tile in range(9):
        if counts[tile] >= 2:
            rest = list(counts)
            rest[tile] -= 2
            sets, partial, useful = _plain_row(rest)
            kept = {other: need for other, need in useful.items() if counts[other] < COPIES}
            found.append((sets + 1, partial, kept))
    if found:
        most = max((sets, partial) for sets, partial, _ in found)
        joined: dict[int, int] = {}
        for sets, partial, useful in found:
            if (sets, partial) == most:
                for tile, need in useful.items():
                    joined[tile] = min(need, joined.get(tile, INDIRECT), key=_order)
        return (*most, joined)
    sets, partial, useful = _plain_row(counts)
    single = any(count == 1 for count in counts)
    for tile in range(9):
        if counts[tile] == 1:
            useful[tile] = PAIR if useful.get(tile, INDIRECT) == INDIRECT else useful[tile]
        else:
            useful.setdefault(tile, INDIRECT)
    return sets, max(partial, int(single)), useful


def _without_sets(counts: list[int], rank: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every way to take sets out, with what is left."""
    if rank == 9:
        yield 0, tuple(counts)
        return
    yield from _without_sets(counts, rank + 1)
    if counts[rank] >= 3:
        counts[rank] -= 3
        yield from ((sets + 1, left) for sets, left in _without_sets(counts, rank))
        counts[rank] += 3
    if rank < 7 and counts[rank] and counts[rank + 1] and counts[rank + 2]:
        for n in range(3):
            counts[rank + n] -= 1
        yield from ((sets + 1, left) for sets, left in _without_sets(counts, rank))
        for n in range(3):
            counts[rank + n] += 1


def _partials(left: list[int], rank: int) -> int:
    """The most pairs and open runs that can be made of what is left."""
    while rank < 9 and not left[rank]:
        rank += 1
    if rank == 9:
        return 0
    left[rank] -= 1
    best = _partials(left, rank)
    for other in range(rank, min(rank + 3, 9)):
        if left[other]:
            left[other] -= 1
            best = max(best, 1 + _partials(left, rank))
            left[other] += 1
    left[rank] += 1
    return best


def _needs(counts: Sequence[int], left: Sequence[int]) -> Iterator[tuple[int, int]]:
    for tile in range(9):
        if counts[tile] == COPIES:
            continue
        if left[tile] >= 2:
            yield tile, PONG
        if any(
            all(left[rank] for rank in range(low, low + 3) if rank != tile)
            for low in range(max(0, tile - 2), min(6, tile) + 1)
        ):
            yield tile, CHOW
        if any(left[rank] for rank in range(max(0, tile - 2), min(8, tile + 2) + 1)):
            yield tile, INDIRECT
