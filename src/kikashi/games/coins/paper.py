"""The paper's table for a = 7 beside ours.

Report 2010-2013, section 8 (paper 000), b <= c only. Of the table the rows r = 2 to 6 survive; row
1 stood on a lost page, except for the class (1, 3), which the text works out. Each entry is the
paper's A, B, C for g + 1 = Ak + Bm + C.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kikashi.games.coins.rules import CoinClass, derive, half
from kikashi.games.coins.table import make_table
from kikashi.games.coins.words import Language, say

Triple = tuple[int, int, int]
Verdict = Literal["agrees", "misprint", "first rule left out", "left blank", "page lost", "differs"]

A = 7

PUBLISHED: dict[tuple[int, int], tuple[Triple, ...]] = {
    (1, 3): ((42, 0, 0), (0, 14, 0), (14, 7, -1)),
    (2, 1): ((42, 0, 6), (14, 7, -1)),
    (2, 3): ((42, 0, 6), (7, 7, -1), (28, 0, 2), (7, 14, 2)),
    (2, 4): ((42, 0, 6), (0, 21, 6)),
    (2, 5): ((0, 7, 1), (35, 0, 4), (0, 14, 4), (28, 0, 2), (0, 21, 9)),
    (2, 6): ((42, 0, 6), (0, 14, 6), (14, 7, 4)),
    (3, 1): ((42, 0, 12), (7, 7, -2), (28, 0, 6), (7, 14, -1)),
    (3, 2): ((42, 0, 12), (0, 14, -2), (14, 7, 2)),
    (3, 4): ((0, 7, -2), (35, 0, 9), (0, 14, 2), (28, 0, 6), (0, 21, 6)),
    (3, 5): ((42, 0, 12), (14, 7, 5)),
    (3, 6): ((42, 0, 12), (0, 21, 12)),
    (4, 1): ((42, 0, 18), (0, 21, -3)),
    (4, 2): ((42, 0, 18), (14, 7, 4)),
    (4, 3): ((0, 7, -3), (35, 0, 14), (0, 14, 0), (28, 0, 10), (0, 21, 3)),
    (4, 5): ((42, 0, 18), (0, 14, 4), (14, 7, 7)),
    (4, 6): ((42, 0, 18), (7, 7, 4), (28, 0, 10), (7, 14, 10)),
    (5, 1): ((42, 0, 24), (0, 14, -4), (14, 7, 5)),
    (5, 2): ((0, 7, -4), (35, 0, 19), (0, 14, -2), (28, 0, 14), (0, 21, 0)),
    (5, 3): ((42, 0, 24), (0, 21, 3)),
    (5, 4): ((42, 0, 24), (7, 7, 3), (28, 0, 14), (7, 14, 7)),
    (5, 6): ((42, 0, 24), (14, 7, 10)),
    (6, 1): ((0, 7, -5), (35, 0, 24), (0, 14, -4), (28, 0, 18), (0, 21, -3)),
    (6, 2): ((42, 0, 30), (28, 0, 18), (7, 7, 2), (7, 14, 4)),
    (6, 3): ((42, 0, 30), (14, 7, 9)),
    (6, 4): ((42, 0, 30), (0, 14, 2), (14, 7, 10)),
    (6, 5): ((42, 0, 30), (0, 21, 9)),
}

# The values of g + 1 that survive of the table for the class (1, 3): k, first m, values.
PUBLISHED_VALUES: tuple[tuple[int, int, tuple[int, ...]], ...] = (
    (1, 1, (20, 28, 42, 42, 42)),
    (2, 2, (41, 48, 56, 70, 84, 84, 84, 84, 84)),
)

# What is wrong, by its key among the words, and what the entry should have been.
MISPRINTS: dict[tuple[int, int], tuple[str, tuple[Triple, ...]]] = {
    (2, 5): (
        "lost-sign",
        ((0, 7, -1), (35, 0, 4), (0, 14, 4), (28, 0, 2), (0, 21, 9)),
    ),
    (6, 2): (
        "wrong-order",
        ((42, 0, 30), (7, 7, 2), (28, 0, 18), (7, 14, 4)),
    ),
}

SLIPS_IN_THE_TEXT: tuple[str, ...] = ("slip-constant", "slip-carried")


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One class of the table: the published rules, ours for b <= c, and how they compare."""

    r: int
    s: int
    published: tuple[Triple, ...] | None
    ours: tuple[Triple, ...]
    verdict: Verdict
    remark: str


def paper_rows(language: Language = "en") -> list[PaperRow]:
    """The whole table, row by row, with remarks in a language."""
    return [_row(r, s, language) for r in range(1, A) for s in range(1, A)]


def _row(r: int, s: int, language: Language) -> PaperRow:
    of = CoinClass(A, r, s)
    ours = tuple(rule.coefficients(of) for rule in half(derive(*of)))
    published = PUBLISHED.get((r, s))
    if published is None:
        verdict: Verdict = "page lost" if r == 1 else "left blank"
        remark = "" if r == 1 else say("one-rule", language, a=A)
        return PaperRow(r, s, published, ours, verdict, remark)
    key, meant = MISPRINTS.get((r, s), ("", published))
    wrong = say(key, language) if key else ""
    first = ",".join(map(str, ours[0]))
    left_out = say("left-out", language, rule=first, bound=A - 1)
    if meant == ours:
        verdict, remarks = "agrees", [wrong]
    elif meant == ours[1:]:
        verdict, remarks = "first rule left out", [wrong, left_out]
    else:
        verdict, remarks = "differs", [wrong]
    if wrong and verdict != "differs":
        verdict = "misprint"
    return PaperRow(
        r, s, published, ours, verdict, say("semicolon", language).join(filter(None, remarks))
    )


def values_agree() -> bool:
    """Whether the surviving cells of the class (1, 3) are ours too."""
    for k, first_m, values in PUBLISHED_VALUES:
        table = make_table((A, 1, 3), 1, len(values), first_k=k, first_m=first_m)
        if tuple(map(int, table.values[0])) != values:
            return False
    return True
