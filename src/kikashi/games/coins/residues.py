"""The cheapest amount in every residue class of the smallest coin, by the round-robin table.

This is the table method for any number of coins (Boecker and Liptak 2007): one entry a residue, and
two laps over each cycle of each further coin. It knows nothing of lattices and L-shapes,
which makes it the judge of everything that does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kikashi.games.coins.errors import CoinError

# With the copies that the laps need, 2**23 machine integers stay under half a gigabyte.
MOST_ENTRIES = 1 << 23
# Python integers are several times larger and some twenty times slower.
MOST_LONG_ENTRIES = 1 << 20
# Above every amount that is stored, below the overflow of one lap added to it.
_UNREACHED = 1 << 62
_SAFE = 1 << 60


def cheapest_amounts(coins: Sequence[int]) -> NDArray[Any] | list[int]:
    """Entry t is the least payable amount that leaves t modulo the smallest coin.

    The coins are positive and have no common divisor.
    """
    smallest = min(coins)
    largest = max(coins)
    if smallest > MOST_ENTRIES:
        raise CoinError(_too_large(smallest, MOST_ENTRIES))
    if 2 * smallest * largest < _SAFE:
        return _machine_table(smallest, coins)
    if smallest > MOST_LONG_ENTRIES:
        raise CoinError(_too_large(smallest, MOST_LONG_ENTRIES))
    return _long_table(smallest, coins)


def _too_large(smallest: int, most: int) -> str:
    digits = len(str(smallest))
    name = str(smallest) if digits <= 20 else f"of {digits} digits"
    return (
        f"Four or more coins need a table with one entry for each unit of the smallest coin, and "
        f"the smallest coin ({name}) is larger than the {most} entries allowed here. "
        f"Two or three coins can be of any size."
    )


def _machine_table(modulus: int, coins: Sequence[int]) -> NDArray[np.int64]:
    table = np.full(modulus, _UNREACHED, dtype=np.int64)
    table[0] = 0
    for coin in coins:
        step = coin % modulus
        if step == 0:
            continue
        cycles = gcd(modulus, step)
        length = modulus // cycles
        places = (np.arange(length) * step % modulus)[:, None] + np.arange(cycles)
        places %= modulus
        rise = np.arange(length, dtype=np.int64)[:, None] * coin
        # Along a cycle, min over i <= j of lap[i] + (j - i) * coin is a running minimum; what the
        # first lap leaves at its end is carried into the second.
        lap = table[places] - rise
        np.minimum.accumulate(lap, axis=0, out=lap)
        carried = lap[-1] + length * coin
        np.minimum(lap, carried, out=lap)
        lap += rise
        table[places] = np.minimum(lap, _UNREACHED)
    return table


def largest_amount(table: NDArray[Any] | list[int]) -> int:
    """The dearest residue of a table of `cheapest_amounts`."""
    return max(table) if isinstance(table, list) else int(table.max())


def total_amount(table: NDArray[Any] | list[int]) -> int:
    """The sum of a table of `cheapest_amounts`, which may be too large for a machine integer."""
    if isinstance(table, list):
        return sum(table)
    return (int((table >> 32).sum()) << 32) + int((table & 0xFFFFFFFF).sum())


def _long_table(modulus: int, coins: Sequence[int]) -> list[int]:
    unreached = modulus * max(coins) + 1
    table = [unreached] * modulus
    table[0] = 0
    for coin in coins:
        step = coin % modulus
        if step == 0:
            continue
        cycles = gcd(modulus, step)
        for start in range(cycles):
            place = start
            amount = table[place]
            for _ in range(2 * (modulus // cycles)):
                place = (place + step) % modulus
                amount = min(amount + coin, table[place])
                table[place] = amount
    return table
