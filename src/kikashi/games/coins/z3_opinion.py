"""A second opinion on a class by the z3 prover, which knows nothing of L-shapes.

Each statement is given to z3 as its negation in linear integer arithmetic over k and m; a rule is
confirmed where z3 finds no k and m that would refute it. Optional: z3 is not needed for proofs.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.evidence import evidence
from kikashi.games.coins.rules import CoinClass, Rule, derive

# z3 answers single questions in milliseconds, but a class of a = 60 asks thousands.
MOST_A = 60


@dataclass(frozen=True, slots=True)
class Opinion:
    """How many statements z3 was asked, and the first one that it did not confirm."""

    asked: int
    refused: str | None

    @property
    def agrees(self) -> bool:
        """Whether every statement was confirmed."""
        return self.refused is None


def second_opinion(a: int, r: int, s: int) -> Opinion:
    """Asks z3 about every rule of a class, and whether the rules cover all k and m."""
    if a > MOST_A:
        raise CoinError(f"z3 is asked for a up to {MOST_A}, and {a} is larger.")
    try:
        z3: Any = importlib.import_module("z3")
    except ImportError:
        raise CoinError(
            "The second opinion needs the z3 prover, which is not installed: pip install z3-solver."
        ) from None
    of = CoinClass(a, r, s)
    return opinion_on(of, derive(a, r, s), z3)


def opinion_on(of: CoinClass, rules: list[Rule], z3: Any) -> Opinion:
    """Asks z3 about these rules, right or wrong."""
    judge = _Judge(of, z3)
    for number, rule in enumerate(rules, start=1):
        judge.rule(rule, f"rule {number}")
        if judge.refused is not None:
            break
    else:
        judge.cover(rules)
    return Opinion(judge.asked, judge.refused)


class _Judge:
    def __init__(self, of: CoinClass, z3: Any) -> None:
        self._of = of
        self._z3 = z3
        k, m = z3.Ints("k m")
        self._b, self._c = of.a * k + of.r, of.a * m + of.s
        self._cells = (k >= 0, m >= 0)
        self.asked = 0
        self.refused: str | None = None

    def _confirm(self, statement: str, *negation: Any) -> None:
        if self.refused is not None:
            return
        solver = self._z3.Solver()
        solver.add(*negation)
        self.asked += 1
        if solver.check() != self._z3.unsat:
            self.refused = statement

    def _inside(self, rule: Rule) -> tuple[Any, Any]:
        low, high = rule.low, rule.high
        return (
            low.under * self._b >= low.over * self._c,
            high.under * self._b <= high.over * self._c,
        )

    def _cost(self, x: int, y: int) -> Any:
        return x * self._b + y * self._c

    def rule(self, rule: Rule, name: str) -> None:
        z3, (a, r, s) = self._z3, self._of
        proof = evidence(self._of, rule)
        cone = (*self._cells, *self._inside(rule))
        dearest = self._cost(rule.x, rule.y)
        for residue, payment in enumerate(proof.payments):
            if (payment[0] * r + payment[1] * s) % a != residue:
                self.refused = f"{name}: no payment for the residue {residue}"
                return
            self._confirm(
                f"{name}: the residue {residue} costs at most (x, y)",
                *cone,
                self._cost(*payment) > dearest,
            )
        for rival in proof.rivals:
            self._confirm(
                f"{name}: the rival {rival} costs at least (x, y)",
                *cone,
                self._cost(*rival) < dearest,
            )
        x, y, turns = z3.Ints("x y turns")
        self._confirm(
            f"{name}: every payment of the residue {proof.residue} contains a rival",
            x >= 0,
            y >= 0,
            x * r + y * s == proof.residue + a * turns,
            *(z3.Or(x < rival[0], y < rival[1]) for rival in proof.rivals),
        )

    def cover(self, rules: list[Rule]) -> None:
        z3 = self._z3
        outside = (z3.Not(z3.And(*self._inside(rule))) for rule in rules)
        self._confirm("the rules cover all k and m", *self._cells, *outside)
