"""Leaves that need no search: a pairing, the Erdos-Selfridge sum in whole numbers, and two sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from kikashi.law.winning_sets import cells_of

ROOT_BITS = 64
"""Binary places kept of the roots; they are rounded up, so more bits only lose less."""


def unpaired(holes: Iterable[int], pairs: Sequence[tuple[int, int]]) -> int | None:
    """The first open set (as its empty cells) that holds no whole pair, or None."""
    partner = {}
    for one, other in pairs:
        partner[one] = 1 << other
        partner[other] = 1 << one
    for cells in holes:
        if not any(partner.get(cell, 0) & cells for cell in cells_of(cells)):
            return cells
    return None


@cache
def power_up(base: int, numerator: int, denominator: int) -> int:
    """2^ROOT_BITS * base^(numerator / denominator), rounded up to a whole number."""
    power: int = base**numerator
    return _root_up(power << ROOT_BITS * denominator, denominator)


def _root_up(value: int, degree: int) -> int:
    """The least whole number whose power of that degree is not below `value`."""
    low, high = 0, 1 << -(-value.bit_length() // degree)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < value:
            low = middle + 1
        else:
            high = middle
    return low


def potential_holds(
    missing: Iterable[tuple[int, int]], stones: int, *, prover_moves: bool, left: int
) -> bool:
    """Whether the side that only blocks can stop every open set of the other.

    `missing` gives (stones missing, number of open sets); both sides place `stones` a turn and
    the side to move has `left` of them. With w = (1 + stones)^(-missing / stones) summed to T,
    the blocker is safe before its own whole turn if T < 1 (Erdos and Selfridge; Beck for more
    than one stone). docs/reference/soundness.md derives the two cases of a turn begun:
    blocker to move, T (1 + stones) < 1 + left; the other, T (1 + stones)^(left / stones) < 1.
    """
    sets = list(missing)
    if not sets:
        return True
    base = 1 + stones
    # A whole number of turns that no set outlasts: base^whole is then exact.
    whole = -(-max(m for m, _ in sets) // stones)
    ahead = 0 if prover_moves else left
    total: int = sum(n * power_up(base, whole * stones - m + ahead, stones) for m, n in sets)
    limit: int = base**whole << ROOT_BITS
    if prover_moves:
        return total * base < limit * (1 + min(left, stones))
    return total < limit


def joined(holes: Iterable[int], most: int, spend: Callable[[int], None]) -> Iterator[int]:
    """The empty cells of two open sets that miss at most `most` together, of every such two.

    Neither's cells lie within the other's: so each has a last cell that the other does without.
    `spend` is told of the steps beforehand.
    """
    sets = sorted({cells for cells in holes if cells.bit_count() < most}, key=int.bit_count)
    large = [cells for cells in sets if cells.bit_count() == most - 1]
    small = sets[: len(sets) - len(large)]
    for number, cells in enumerate(small):
        spend(number + 1)
        for other in small[:number]:
            both = cells | other
            if both.bit_count() <= most and both not in (cells, other):
                yield both
    if not large:
        return
    # Beside a large one there is room for one cell: the other set's rest lies within it.
    less_one: dict[int, int] = {}
    for cells in sets:
        spend(most)
        for cell in cells_of(cells):
            rest = cells & ~(1 << cell)
            less_one[rest] = less_one.get(rest, 0) | 1 << cell
    for cells in large:
        spend(1 << most - 1)
        part = cells
        while True:
            for cell in cells_of(less_one.get(part, 0) & ~cells):
                yield cells | 1 << cell
            if not part:
                break
            part = (part - 1) & cells
