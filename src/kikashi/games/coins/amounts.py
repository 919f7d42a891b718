"""The largest amount that coins cannot pay, how many amounts they cannot pay, and which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.lattice import Shape, shape_for
from kikashi.games.coins.residues import cheapest_amounts, largest_amount, total_amount

# A coin of 1,000 digits gives answers of 2,001: Python prints integers up to 4,300 digits.
MOST_DIGITS = 1000
_TOO_LONG = 10**MOST_DIGITS
MOST_COINS = 10_000
MOST_MISSING = 1_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known about a set of coins. `g` is -1 where every amount can be paid."""

    coins: tuple[int, ...]
    g: int
    gaps: int
    method: str

    def missing(self, most: int = 1000) -> list[int]:
        """The amounts that cannot be paid, smallest first, at most `most` of them."""
        return missing_amounts(self.coins, self.g, most)


def frobenius(coins: Iterable[int]) -> Answer:
    """Solves the coin problem for these coins, or raises `CoinError` with the reason.

    >>> frobenius([4, 9, 10]).g
    15
    """
    asked = tuple(coins)
    _refuse_hopeless(asked)
    needed = _without_useless(asked)
    if needed[0] == 1:
        return Answer(asked, -1, 0, "a coin of 1 pays everything")
    if len(needed) == 2:
        first, second = needed
        product = (first - 1) * (second - 1)
        return Answer(asked, product - 1, product // 2, "formula")
    if len(needed) == 3:
        g, gaps = _three(*needed)
        return Answer(asked, g, gaps, "walk")
    smallest = needed[0]
    table = cheapest_amounts(needed)
    g = largest_amount(table) - smallest
    return Answer(asked, g, _gaps_from_sum(smallest, total_amount(table)), "table")


def _refuse_hopeless(coins: Sequence[int]) -> None:
    if not coins:
        raise CoinError("No coins were given: name at least one.")
    if len(coins) > MOST_COINS:
        raise CoinError(f"{len(coins)} coins were given, and at most {MOST_COINS} are taken.")
    for coin in coins:
        if coin >= _TOO_LONG:
            raise CoinError(f"A coin has more than the {MOST_DIGITS} digits that are taken here.")
        if coin <= 0:
            shown = coin if coin > -_TOO_LONG else "a negative number"
            raise CoinError(f"A coin must be a positive amount, and {shown} is not.")
    common = gcd(*coins)
    if common > 1:
        raise CoinError(
            f"There is no largest missing amount: every coin is a multiple of {common}, "
            f"so only multiples of {common} can be paid and infinitely many amounts cannot."
        )


def _without_useless(coins: Sequence[int]) -> tuple[int, ...]:
    """Drops each coin that the smallest coin and one cheaper coin of its residue can replace."""
    ordered = sorted(coins)
    smallest = ordered[0]
    by_residue = {0: smallest}
    for coin in ordered:
        by_residue.setdefault(coin % smallest, coin)
    return tuple(by_residue.values())


def _three(a: int, b: int, c: int) -> tuple[int, int]:
    shape = shape_for(a, b, c)
    wide, tall, notch_wide, notch_tall = shape
    right = (wide - 1) * b + (tall - notch_tall - 1) * c
    upper = (wide - notch_wide - 1) * b + (tall - 1) * c
    return max(right, upper) - a, _gaps_from_sum(a, _sum_over(shape, b, c))


def _sum_over(shape: Shape, b: int, c: int) -> int:
    """The sum of xb + yc over the cells of an L-shape."""
    wide, tall, notch_wide, notch_tall = shape
    xs = tall * wide * (wide - 1) - notch_tall * notch_wide * (2 * wide - notch_wide - 1)
    ys = wide * tall * (tall - 1) - notch_wide * notch_tall * (2 * tall - notch_tall - 1)
    return (xs * b + ys * c) // 2


def _gaps_from_sum(smallest: int, total: int) -> int:
    """Selmer's count (1977): residue t misses (cheapest - t) / smallest amounts."""
    return (2 * total - smallest * (smallest - 1)) // (2 * smallest)


def missing_amounts(coins: Sequence[int], g: int, most: int = 1000) -> list[int]:
    """The smallest amounts that cannot be paid, at most `most` of them."""
    if not 0 <= most <= MOST_MISSING:
        raise CoinError(f"Between 0 and {MOST_MISSING} missing amounts can be listed, not {most}.")
    if g < 1 or most == 0:
        return []
    # If f is missing, then of x and f - x at least one is missing too; and missing amounts never
    # lie further apart than the smallest coin. So `most` of them lie below 3 * most + 3.
    top = min(g, 3 * most + 3)
    keep = (1 << (top + 1)) - 1
    payable = 1
    for coin in sorted(set(coins)):
        step = coin
        while step <= top:
            payable |= (payable << step) & keep
            step *= 2
    found: list[int] = []
    flags = bin(payable | 1 << (top + 1))[:2:-1]
    place = flags.find("0")
    while place != -1 and len(found) < most:
        found.append(place)
        place = flags.find("0", place + 1)
    return found
