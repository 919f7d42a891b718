"""Rules guessed from the table, as the paper does it: fit, regions, search for counter-examples.

Only cells of the table are looked at; nothing here knows of lattices or L-shapes. So a guess that
agrees with the derivation is a second road to the same rules, and one that does not would show a
fault in either.

1. Fit. Four neighbouring cells that lie in one plane Ak + Bm + C propose that rule; the plane must
   go on far out in the same direction.
2. Regions. The rules are put in order of b/c; the line where two neighbours agree is their border.
3. Counter-examples. Cells on and beside every border, near and far, and random cells are compared
   with the guess. Where one differs, four cells far out in its direction propose the missing rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.rules import INFINITY, ZERO, CoinClass, Ratio, Rule, require_class
from kikashi.games.coins.table import make_table, table_values

# A table of three times a in both directions shows most rules at once; the search finds the rest.
_WINDOW = 3
# A cone between two borders with denominators up to a holds a square of cells 4 * a * a away.
_FAR = 4
_RANDOM_CELLS = 2000
_MOST_ROUNDS = 200
MOST_A = 400

Cells = NDArray[np.int64]


class GuessedRule(NamedTuple):
    """g + 1 = axk + aym + (xr + ys - a + 1) where low <= b/c <= high."""

    x: int
    y: int
    low: Ratio
    high: Ratio


@dataclass(frozen=True, slots=True)
class Guess:
    """The guessed rules, and what was looked at to find and to doubt them."""

    of: CoinClass
    rules: list[GuessedRule]
    rounds: int
    tested: int
    counter_examples: list[tuple[int, int]]

    def agrees_with(self, derived: Iterable[Rule]) -> bool:
        """Whether the derivation gives the same rules on the same cones."""
        return self.rules == [GuessedRule(rule.x, rule.y, rule.low, rule.high) for rule in derived]


class _Seen(NamedTuple):
    """A rule that fits four neighbouring cells, and the ratio b/c in the middle of them."""

    ratio: Fraction
    x: int
    y: int


def guess(a: int, r: int, s: int, *, seed: int = 1) -> Guess:
    """Guesses the rules of a class from its table."""
    of = require_class(a, r, s)
    if a > MOST_A:
        raise CoinError(f"Rules are guessed for a up to {MOST_A}, and {a} is larger.")
    dice = np.random.default_rng(seed)
    seen = _fit(of, _far_out(of, _flat_places(of)))
    tested = 0
    refuted: list[tuple[int, int]] = []
    for rounds in range(1, _MOST_ROUNDS + 1):
        rules = _regions(seen)
        cells = np.concatenate((_border_cells(of, rules), _random_cells(of, dice)))
        wrong = _counter_examples(of, rules, cells)
        tested += len(cells)
        if not len(wrong):
            return Guess(of, rules, rounds, tested, refuted)
        refuted.append((int(wrong[0, 0]), int(wrong[0, 1])))
        seen |= _fit(of, _far_out(of, wrong))
    raise CoinError(f"No guess for r = {r}, s = {s} of a = {a} survived {_MOST_ROUNDS} rounds.")


def _flat_places(of: CoinClass) -> Cells:
    """For each plane in the table near the origin, the four cells of it that lie farthest out."""
    size = _WINDOW * of.a + 2
    values = make_table(of, size, size, first_k=0, first_m=0).values
    rise_k = values[1:, :] - values[:-1, :]
    rise_m = values[:, 1:] - values[:, :-1]
    flat = (rise_k[:, :-1] == rise_k[:, 1:]) & (rise_m[:-1, :] == rise_m[1:, :])
    ks, ms = np.nonzero(flat)
    planes = np.stack((rise_k[ks, ms], rise_m[ks, ms]), axis=1)
    by_distance = np.argsort(-(ks + ms), kind="stable")
    _, first = np.unique(planes[by_distance], axis=0, return_index=True)
    chosen = by_distance[first]
    return np.stack((ks[chosen], ms[chosen]), axis=1)


def _far_out(of: CoinClass, cells: Cells) -> Cells:
    """Cells in the same directions, so far out that a cone is wider than a few cells."""
    factor = _FAR * of.a * of.a // np.maximum(1, cells.max(axis=1)) + 1
    far = cells * factor[:, None]
    # A cell on a border stays on it, so its neighbours on both sides are taken too.
    return np.concatenate([far + np.array(aside) for aside in ((0, 0), (3, 0), (0, 3))])


def _fit(of: CoinClass, corners: Cells) -> set[_Seen]:
    """The rules that fit the four cells at each of these places."""
    a, r, s = of
    ks, ms = corners[:, 0], corners[:, 1]
    corner, beside, below, across = (
        table_values(of, ks + down, ms + right) for down in (0, 1) for right in (0, 1)
    )
    rise_k, rise_m = below - corner, beside - corner
    x, y = rise_k // a, rise_m // a
    flat = (across - beside == rise_k) & (x * a == rise_k) & (y * a == rise_m)
    flat &= (x >= 0) & (y >= 0) & (corner == x * (a * ks + r) + y * (a * ms + s) - a + 1)
    return {
        _Seen(
            Fraction(a * (2 * int(ks[at]) + 1) + 2 * r, a * (2 * int(ms[at]) + 1) + 2 * s),
            int(x[at]),
            int(y[at]),
        )
        for at in np.flatnonzero(flat)
    }


def _regions(seen: set[_Seen]) -> list[GuessedRule]:
    """Puts the rules in order and finds the border of each with the next."""
    in_order = sorted(seen)
    most = max(here.x + here.y for here in seen) + 1
    found: list[GuessedRule] = []
    low = ZERO
    for here, beyond in pairwise(in_order):
        if (here.x, here.y) == (beyond.x, beyond.y):
            continue
        # Both rules agree where (x - x') b = (y' - y) c. Where that is no ratio between the two
        # places, a rule between them is still unknown, and any border will be refuted.
        over, under = beyond.y - here.y, here.x - beyond.x
        if over * under <= 0 or not here.ratio <= Fraction(over, under) <= beyond.ratio:
            between = ((here.ratio + beyond.ratio) / 2).limit_denominator(most)
        else:
            between = Fraction(over, under)
        border = Ratio(between.numerator, between.denominator)
        found.append(GuessedRule(here.x, here.y, low, border))
        low = border
    last = in_order[-1]
    found.append(GuessedRule(last.x, last.y, low, INFINITY))
    return found


def _border_cells(of: CoinClass, rules: list[GuessedRule]) -> Cells:
    """Cells on and beside each border, near the origin, at middle distance and far out."""
    around = np.array([(i, j) for i in range(-2, 3) for j in range(-2, 3)], dtype=np.int64)
    cells = [around + 2]
    far = _FAR * of.a * of.a
    for border in (ZERO, *(rule.high for rule in rules)):
        step = np.array([border.over, border.under], dtype=np.int64)
        last = far // int(step.max()) + 1
        for multiple in {1, 2, 3, min(of.a, last), last, 7 * last}:
            cells.append(multiple * step + around)
    stacked = np.concatenate(cells)
    return stacked[(stacked >= 0).all(axis=1)]


def _random_cells(of: CoinClass, dice: np.random.Generator) -> Cells:
    reach = np.log2(2 * _FAR * of.a * of.a)
    return np.asarray(np.exp2(dice.uniform(0, reach, (_RANDOM_CELLS, 2))) - 1, dtype=np.int64)


def _counter_examples(of: CoinClass, rules: list[GuessedRule], cells: Cells) -> Cells:
    """The cells where the table differs from the guess."""
    a, r, s = of
    b, c = a * cells[:, 0] + r, a * cells[:, 1] + s
    place = np.zeros(len(cells), dtype=np.int64)
    for rule in rules[:-1]:
        place += rule.high.over * c < rule.high.under * b
    x = np.array([rule.x for rule in rules], dtype=np.int64)[place]
    y = np.array([rule.y for rule in rules], dtype=np.int64)[place]
    wrong = table_values(of, cells[:, 0], cells[:, 1]) != x * b + y * c - a + 1
    refuted: Cells = cells[wrong]
    return refuted
