"""The second opinion on distances: each suit taken apart rank by rank, with nothing prepared.

Written apart from the native tables and a thousand times slower; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kikashi.games.mahjong.tiles import COPIES, KINDS

_FAR = 99


def slow_distance(held: Sequence[int], laid: Sequence[int] | None = None, melds: int = 5) -> int:
    """Distance to a win: the fewest tiles missing to `melds` sets and a pair, less one."""
    gone = tuple(laid) if laid is not None else (0,) * KINDS
    best = {(0, 0): 0}
    for first, ranks, runs in ((0, 9, True), (9, 9, True), (18, 9, True), (27, 7, False)):
        part = _suit(tuple(held[first : first + ranks]), gone[first : first + ranks], runs)
        joined: dict[tuple[int, int], int] = {}
        for (m, p), cost in best.items():
            for (more, pair), price in part:
                at = (m + more, p + pair)
                if at[0] <= melds and at[1] <= 1:
                    joined[at] = min(joined.get(at, _FAR), cost + price)
        best = joined
    return best[melds, 1] - 1


@lru_cache(maxsize=50_000)
def _suit(
    held: tuple[int, ...], gone: tuple[int, ...], runs: bool
) -> tuple[tuple[tuple[int, int], int], ...]:
    """For (sets, pair) in one suit: the fewest tiles missing."""
    # What is open at a rank: runs begun two ranks and one rank before, sets so far, pair or not.
    states = {(0, 0, 0, 0): 0}
    for rank in range(len(held)):
        after: dict[tuple[int, int, int, int], int] = {}
        for (older, old, sets, pair), cost in states.items():
            room = COPIES - gone[rank] - older - old
            most = room if runs and rank + 2 < len(held) else 0
            for begun in range(max(0, most) + 1):
                for pong in (0, 1):
                    for eye in (0, 1 - pair):
                        used = older + old + begun + 3 * pong + 2 * eye
                        total = sets + begun + pong
                        if used > COPIES - gone[rank] or total > 5:
                            continue
                        at = (old, begun, total, pair + eye)
                        price = cost + max(0, used - held[rank])
                        if price < after.get(at, _FAR):
                            after[at] = price
        states = after
    found: dict[tuple[int, int], int] = {}
    for (older, old, sets, pair), cost in states.items():
        if older == old == 0:
            found[sets, pair] = min(found.get((sets, pair), _FAR), cost)
    return tuple(found.items())
