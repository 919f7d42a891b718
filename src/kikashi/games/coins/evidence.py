"""What speaks for one rule, written out: a payment for every residue, and every rival of (x, y).

The proof file needs neither list, because the L-shape stands for both. A person does, and so does a
second prover that must not lean on the same argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.rules import CoinClass, Rule

# Longer lists are no longer read.
MOST_A = 200

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Evidence:
    """For the rule (x, y) of a class.

    `payments[i]` is a number of coins b and c with the residue i that costs at most xb + yc.
    `least_c[x']` is the least number of coins c that, with x' coins b, has the residue of (x, y);
    None where there is none. `rivals` are the payments of that residue that contain no other.
    """

    of: CoinClass
    rule: Rule
    payments: list[Pair]
    least_c: list[int | None]
    rivals: list[Pair]

    @property
    def residue(self) -> int:
        """The residue of (x, y), and of g."""
        return (self.rule.x * self.of.r + self.rule.y * self.of.s) % self.of.a


def evidence(of: CoinClass, rule: Rule) -> Evidence:
    """Writes out the two parts of the proof of a rule."""
    a, r, s = of
    if a > MOST_A:
        raise CoinError(f"Proofs are written out for a up to {MOST_A}, and {a} is larger.")
    payments: list[Pair] = [(0, 0)] * a
    wide, tall, notch_wide, notch_tall = rule.shape
    for y in range(tall):
        for x in range(wide if y < tall - notch_tall else wide - notch_wide):
            payments[(x * r + y * s) % a] = (x, y)
    least_c = [
        _least(a, s, (rule.x * r + rule.y * s - taken * r) % a) for taken in range(a // gcd(a, r))
    ]
    rivals: list[Pair] = []
    for taken, partner in enumerate(least_c):
        if partner is not None and (not rivals or partner < rivals[-1][1]):
            rivals.append((taken, partner))
    return Evidence(of, rule, payments, least_c, rivals)


def _least(a: int, s: int, residue: int) -> int | None:
    """The least y with ys = residue modulo a."""
    shared = gcd(a, s)
    if residue % shared:
        return None
    period = a // shared
    return residue // shared * pow(s // shared, -1, period) % period
