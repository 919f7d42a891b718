"""The rules of a class: what g(a, ak + r, am + s) is, and where.

A rule is a pair (x, y) and a cone of ratios b/c. On the cone, g = xb + yc - a; with b = ak + r and
c = am + s that is g + 1 = axk + aym + (xr + ys - a + 1). The rules of a class cover every ratio
from 0 to infinity; where two meet, both hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.lattice import Shape, count_shapes, shapes

# One class may have 2(a - 1) rules; a list longer than this is of no use to anyone.
MOST_RULES = 200_000
# The checker marks every pair (r, s) of a coin a: a * a bytes.
MOST_A_WITH_EVERY_CLASS = 5000


class Ratio(NamedTuple):
    """A ratio b/c in lowest terms; infinity is 1/0."""

    over: int
    under: int

    def __str__(self) -> str:
        if self.under == 0:
            return "inf"
        return f"{self.over}" if self.under == 1 else f"{self.over}/{self.under}"


ZERO = Ratio(0, 1)
INFINITY = Ratio(1, 0)
EQUAL = Ratio(1, 1)


class CoinClass(NamedTuple):
    """All coins b = r and c = s modulo a."""

    a: int
    r: int
    s: int


@dataclass(frozen=True, slots=True)
class Line:
    """The line rule k_factor * k - m_factor * m <= bound (`at_most`) or >= bound."""

    k_factor: int
    m_factor: int
    bound: int
    at_most: bool

    def holds(self, k: int, m: int) -> bool:
        """Whether the cell (k, m) is on the rule's side of the line."""
        value = self.k_factor * k - self.m_factor * m
        return value <= self.bound if self.at_most else value >= self.bound

    def __str__(self) -> str:
        if self.m_factor == 1:
            return f"m {'>=' if self.at_most else '<='} {joined((self.k_factor, 'k'), -self.bound)}"
        if self.k_factor == 1:
            return f"k {'<=' if self.at_most else '>='} {joined((self.m_factor, 'm'), self.bound)}"
        left = f"{joined((self.k_factor, 'k'), 0)} - {joined((self.m_factor, 'm'), 0)}"
        return f"{left} {'<=' if self.at_most else '>='} {self.bound}"


@dataclass(frozen=True, slots=True)
class Rule:
    """g = xb + yc - a for low <= b/c <= high, with the L-shape that proves it."""

    x: int
    y: int
    low: Ratio
    high: Ratio
    shape: Shape

    def covers(self, b: int, c: int) -> bool:
        """Whether the ratio of these coins lies in the rule's cone."""
        return self.low.over * c <= self.low.under * b and self.high.under * b <= self.high.over * c

    def coefficients(self, of: CoinClass) -> tuple[int, int, int]:
        """The factors of k and m, and the constant, of g + 1."""
        return of.a * self.x, of.a * self.y, self.x * of.r + self.y * of.s - of.a + 1

    def formula(self, of: CoinClass) -> str:
        """g + 1 in k and m, such as `14k + 7m - 1`."""
        k_factor, m_factor, constant = self.coefficients(of)
        return joined((k_factor, "k"), (m_factor, "m"), constant)

    def lines(self, of: CoinClass) -> list[Line]:
        """The cone as line rules in whole numbers: the tightest bounds that keep every cell."""
        found = []
        if self.high != INFINITY:
            found.append(line_rule(of, self.high, at_most=True))
        if self.low != ZERO:
            found.append(line_rule(of, self.low, at_most=False))
        return found


def line_rule(of: CoinClass, border: Ratio, *, at_most: bool) -> Line:
    """b/c <= border (or >=) as a line rule in k and m: under * k - over * m against a bound."""
    reach = border.over * of.s - border.under * of.r
    bound = reach // of.a if at_most else -(-reach // of.a)
    return Line(border.under, border.over, bound, at_most)


def joined(*terms: tuple[int, str] | int) -> str:
    """A sum as people write it: no zero terms, no factor 1, a minus instead of plus a negative."""
    text = ""
    for term in terms:
        number, letter = (term, "") if isinstance(term, int) else term
        if number == 0:
            continue
        size = letter if letter and abs(number) == 1 else f"{abs(number)}{letter}"
        if text:
            text += f" - {size}" if number < 0 else f" + {size}"
        else:
            text = f"-{size}" if number < 0 else size
    return text or "0"


def proof_rows(a: int, r: int, s: int) -> Iterator[tuple[int, int, int, int, int, int, int, int]]:
    """The rules with their L-shapes, as plain numbers: x, y, the four sides of the shape, and the
    ratio over / under where the rule ends and the next begins."""
    for wide, tall, notch_wide, notch_tall in shapes(a, r, s):
        # Both outer corners of the L may be the dearest cell: the upper one first, as long as
        # notch_wide coins b cost no more than notch_tall coins c.
        if notch_tall:
            common = gcd(notch_tall, notch_wide)
            yield (
                wide - notch_wide - 1,
                tall - 1,
                wide,
                tall,
                notch_wide,
                notch_tall,
                notch_tall // common,
                notch_wide // common,
            )
        if notch_wide or not notch_tall:
            common = gcd(tall, notch_wide)
            yield (
                wide - 1,
                tall - notch_tall - 1,
                wide,
                tall,
                notch_wide,
                notch_tall,
                tall // common,
                notch_wide // common,
            )


def count_rules(a: int, r: int, s: int) -> int:
    """How many rules the class has, without listing them."""
    steps = count_shapes(a, r, s)
    return 2 * steps - 2 if steps > 1 else 1


def derive(a: int, r: int, s: int) -> list[Rule]:
    """The rules of the class, exactly, by growing b/c."""
    of = require_class(a, r, s)
    count = count_rules(*of)
    if count > MOST_RULES:
        raise CoinError(
            f"The class r = {r}, s = {s} of this coin has {count} rules, "
            f"more than the {MOST_RULES} that are listed."
        )
    return rules_from_rows(proof_rows(*of))


def rules_from_rows(rows: Iterable[tuple[int, int, int, int, int, int, int, int]]) -> list[Rule]:
    """Rules from the rows of a proof: each begins where the one before ends."""
    found = []
    low = ZERO
    for x, y, wide, tall, notch_wide, notch_tall, over, under in rows:
        high = Ratio(over, under)
        found.append(Rule(x, y, low, high, Shape(wide, tall, notch_wide, notch_tall)))
        low = high
    return found


def require_class(a: int, r: int, s: int) -> CoinClass:
    """The class itself, or the sentence that says why there is none."""
    if a < 2:
        raise CoinError(f"The coin a must be at least 2, and {a} is not: 1 pays every amount.")
    for name, residue in (("r", r), ("s", s)):
        if not 1 <= residue < a:
            raise CoinError(
                f"The residue {name} must lie between 1 and {a - 1}, and {residue} does not."
            )
    if gcd(a, r, s) != 1:
        raise CoinError(
            f"There are no rules for r = {r}, s = {s}: all three coins are multiples of "
            f"{gcd(a, r, s)}, so infinitely many amounts cannot be paid."
        )
    return CoinClass(a, r, s)


def half(rules: list[Rule]) -> list[Rule]:
    """The rules with b <= c only, as the paper prints them."""
    kept = []
    for rule in rules:
        if rule.low.over < rule.low.under:
            high = EQUAL if rule.high.over > rule.high.under else rule.high
            kept.append(Rule(rule.x, rule.y, rule.low, high, rule.shape))
    return kept


def representative(a: int, r: int, s: int) -> tuple[int, int]:
    """The class that stands for (r, s): multiplying both by a unit modulo a changes no rule."""
    shared = gcd(a, r)
    period = a // shared
    exchange = s * pow(r // shared, -1, period) % period
    return shared, _least_partner(shared, period, exchange)


def _least_partner(shared: int, period: int, exchange: int) -> int:
    partner = exchange or period
    while gcd(partner, shared) != 1:
        partner += period
    return partner


def classes(a: int) -> list[tuple[int, int]]:
    """One (r, s) for each list of rules that the coin a has."""
    if a < 2:
        raise CoinError(f"The coin a must be at least 2, and {a} is not: 1 pays every amount.")
    if a > MOST_A_WITH_EVERY_CLASS:
        raise CoinError(
            f"Every class at once is answered for a up to {MOST_A_WITH_EVERY_CLASS}, and this a is "
            f"larger. Name one class: r and s."
        )
    found = [(1, s) for s in range(1, a)]
    for shared in range(2, a // 2 + 1):
        if a % shared:
            continue
        period = a // shared
        both = gcd(shared, period)
        found.extend(
            (shared, _least_partner(shared, period, exchange))
            for exchange in range(period)
            if gcd(exchange, both) == 1
        )
    return found
