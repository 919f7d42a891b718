"""A proof of one rule in words and formulas, in the manner of the paper: solvable, then unsolvable.

It is meant to be followed with a pencil: every residue has its payment, every rival its inequality,
and each inequality is a sum of two expressions that the cone keeps from being negative.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.evidence import Evidence, Pair, evidence
from kikashi.games.coins.rules import INFINITY, ZERO, CoinClass, Line, Rule, derive, joined
from kikashi.games.coins.words import Language, catalogue

Format = Literal["md", "tex"]


def readable_proof(
    of: CoinClass, number: int, language: Language = "en", form: Format = "md"
) -> str:
    """The proof of rule `number` (from 1, by growing b/c) as Markdown or LaTeX."""
    rules = derive(*of)
    if not 1 <= number <= len(rules):
        raise CoinError(
            f"The class r = {of.r}, s = {of.s} of a = {of.a} has rules 1 to {len(rules)}, "
            f"and {number} is none of them."
        )
    page = _Tex(language) if form == "tex" else _Markdown()
    _Writer(evidence(of, rules[number - 1]), number, language, page).write()
    return page.text()


class _Markdown:
    def __init__(self) -> None:
        self._parts: list[str] = []

    def title(self, text: str) -> None:
        self._parts.append(f"# {text}")

    def heading(self, text: str) -> None:
        self._parts.append(f"## {text}")

    def paragraph(self, text: str) -> None:
        self._parts.append(text)

    def table(self, head: list[str], rows: list[list[str]]) -> None:
        lines = [head, ["---"] * len(head), *rows]
        self._parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))

    def numbered(self, items: list[str]) -> None:
        self._parts.append("\n".join(f"{at}. {item}" for at, item in enumerate(items, start=1)))

    def text(self) -> str:
        return "\n\n".join(self._parts) + "\n"


class _Tex(_Markdown):
    def __init__(self, language: Language) -> None:
        super().__init__()
        # Chinese needs a class that brings its own fonts; both compile with XeLaTeX.
        kind = "ctexart" if language == "zh-Hant" else "article"
        self._parts.append(
            f"\\documentclass{{{kind}}}\n\\usepackage{{amsmath,longtable}}\n\\begin{{document}}"
        )

    def title(self, text: str) -> None:
        self._parts.append(f"\\section*{{{text}}}")

    def heading(self, text: str) -> None:
        self._parts.append(f"\\subsection*{{{text}}}")

    def table(self, head: list[str], rows: list[list[str]]) -> None:
        lines = [" & ".join(head) + " \\\\ \\hline", *(" & ".join(row) + " \\\\" for row in rows)]
        body = "\n".join(lines)
        columns = "r" + "l" * (len(head) - 1)
        self._parts.append(f"\\begin{{longtable}}{{{columns}}}\n{body}\n\\end{{longtable}}")

    def numbered(self, items: list[str]) -> None:
        body = "\n".join(f"\\item {item}" for item in items)
        self._parts.append(f"\\begin{{enumerate}}\n{body}\n\\end{{enumerate}}")

    def text(self) -> str:
        return "\n\n".join([*self._parts, "\\end{document}"]) + "\n"


class _Writer:
    def __init__(self, proof: Evidence, number: int, language: Language, page: _Markdown) -> None:
        self._proof = proof
        self._rule: Rule = proof.rule
        self._language: Language = language
        self._page = page
        a, r, s = proof.of
        self._values: dict[str, object] = {
            "number": number,
            "a": a,
            "r": "" if r == 1 else r,
            "s": "" if s == 1 else s,
            "b": joined((a, "k"), r),
            "c": joined((a, "m"), s),
            "pair": _payment((self._rule.x, self._rule.y)),
            "less": a - 1,
            "formula": self._rule.formula(proof.of),
            "residue": proof.residue,
            "cone": self._cone(),
        }

    def _say(self, key: str, **more: object) -> str:
        return catalogue("proof")[key][self._language].format(**self._values, **more)

    def write(self) -> None:
        page = self._page
        page.title(self._say("title"))
        page.heading(self._say("claim-head"))
        page.paragraph(self._say("claim"))
        lines = self._rule.lines(self._proof.of)
        if lines:
            shown = self._say("and").join(f"${_tex(line)}$" for line in lines)
            page.paragraph(self._say("lines", lines=shown))
            page.paragraph(self._say("forms", forms=self._forms()))
        else:
            page.paragraph(self._say("no-lines"))
        self._solvable()
        self._unsolvable()
        page.paragraph(self._say("end"))

    def _solvable(self) -> None:
        page = self._page
        page.heading(self._say("solvable-head"))
        page.paragraph(self._say("solvable"))
        rows = []
        for remainder, payment in enumerate(self._proof.payments):
            left = (self._rule.x - payment[0], self._rule.y - payment[1])
            rows.append([str(remainder), f"${_payment(payment)}$", f"${self._as_sum(left)}$"])
        page.table([self._say("remainder"), self._say("payment"), self._say("left")], rows)

    def _unsolvable(self) -> None:
        page = self._page
        page.heading(self._say("unsolvable-head"))
        page.paragraph(self._say("unsolvable"))
        page.paragraph(self._say("least"))
        least = [self._say("none") if y is None else str(y) for y in self._proof.least_c]
        page.table(["$x$", "$y$"], [[str(x), y] for x, y in enumerate(least)])
        page.paragraph(self._say("rivals"))
        rivals = self._proof.rivals
        cases = {
            "neither": [pair for pair in rivals if pair == (0, 0)],
            "only-b": [pair for pair in rivals if pair[0] and not pair[1]],
            "only-c": [pair for pair in rivals if pair[1] and not pair[0]],
            "both": [pair for pair in rivals if pair[0] and pair[1]],
        }
        items = []
        for case, pairs in cases.items():
            if pairs:
                items.append(" ".join([self._say(case), *map(self._rival, pairs)]))
            elif case in {"only-b", "only-c"}:
                items.append(f"{self._say(case)} {self._say('no-payment')}")
        page.numbered(items)

    def _rival(self, pair: Pair) -> str:
        if pair == (self._rule.x, self._rule.y):
            return self._say("itself", payment=_payment(pair))
        more = (pair[0] - self._rule.x, pair[1] - self._rule.y)
        taken = _bracketed(_payment((self._rule.x, self._rule.y)))
        return self._say("costs", payment=_payment(pair), taken=taken, sum=self._as_sum(more))

    def _cone(self) -> str:
        low, high = self._rule.low, self._rule.high
        if (low, high) == (ZERO, INFINITY):
            return catalogue("proof")["everywhere"][self._language]
        left = "" if low == ZERO else f"{_fraction(low.over, low.under)} \\le "
        right = "" if high == INFINITY else f" \\le {_fraction(high.over, high.under)}"
        return f"${left}\\frac{{b}}{{c}}{right}$"

    def _low_form(self) -> Pair:
        return self._rule.low.under, -self._rule.low.over

    def _high_form(self) -> Pair:
        return -self._rule.high.under, self._rule.high.over

    def _forms(self) -> str:
        forms = (self._low_form(), self._high_form())
        return self._say("and").join(f"${_linear(*form)} \\ge 0$" for form in forms)

    def _as_sum(self, form: Pair) -> str:
        """A form that is nowhere negative on the cone, so written that one sees it."""
        if min(form) >= 0:
            return _linear(*form)
        low, high = self._low_form(), self._high_form()
        # Cramer's rule; the shares are the form's values on the border rays over a positive area.
        area = low[0] * high[1] - low[1] * high[0]
        of_low = Fraction(form[0] * high[1] - form[1] * high[0], area)
        of_high = Fraction(low[0] * form[1] - low[1] * form[0], area)
        shares = [
            (share, _linear(*border)) for share, border in ((of_low, low), (of_high, high)) if share
        ]
        if len(shares) == 1 and shares[0][0] == 1:
            return shares[0][1]
        return " + ".join(
            _fraction(share.numerator, share.denominator) * (share != 1) + _bracketed(border)
            for share, border in shares
        )


def _bracketed(form: str) -> str:
    return f"({form})" if " " in form else form


def _fraction(over: int, under: int) -> str:
    return str(over) if under == 1 else f"\\frac{{{over}}}{{{under}}}"


def _linear(b: int, c: int) -> str:
    # The positive term first: `3c - 2b` reads better than `-2b + 3c`.
    return joined((c, "c"), (b, "b")) if b < 0 <= c else joined((b, "b"), (c, "c"))


def _payment(pair: Pair) -> str:
    return joined((pair[0], "b"), (pair[1], "c"))


def _tex(line: Line) -> str:
    return str(line).replace("<=", "\\le").replace(">=", "\\ge")
