"""Answers as plain data with stable fields, for --json and for other programs.

The fields are described in docs/reference/coins.md; a change there is a change of contract.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

from kikashi.games.coins.amounts import Answer
from kikashi.games.coins.guessing import Guess
from kikashi.games.coins.paper import MISPRINTS, SLIPS_IN_THE_TEXT, PaperRow
from kikashi.games.coins.questions import Question
from kikashi.games.coins.rules import CoinClass, Rule
from kikashi.games.coins.table import Table
from kikashi.games.coins.words import Language, say

Record = dict[str, Any]


def answer_record(answer: Answer, most_missing: int) -> Record:
    """The Frobenius number and what goes with it."""
    missing = answer.missing(most_missing)
    return {
        "coins": list(answer.coins),
        "g": answer.g,
        "gaps": answer.gaps,
        "missing": missing,
        "missing_complete": len(missing) == answer.gaps,
        "method": answer.method,
    }


def rule_record(of: CoinClass, rule: Rule) -> Record:
    """One rule with its cone and its line rules."""
    k_factor, m_factor, constant = rule.coefficients(of)
    return {
        "x": rule.x,
        "y": rule.y,
        "low": str(rule.low),
        "high": str(rule.high),
        "k": k_factor,
        "m": m_factor,
        "constant": constant,
        "formula": rule.formula(of),
        "lines": [str(line) for line in rule.lines(of)],
    }


def guess_record(guess: Guess, agrees: bool) -> Record:
    """How a guess went, and whether the derivation agrees."""
    return {
        "agrees": agrees,
        "rules": len(guess.rules),
        "rounds": guess.rounds,
        "tested": guess.tested,
        "counter_examples": [list(cell) for cell in guess.counter_examples],
    }


def class_record(of: CoinClass, rules: Sequence[Rule], guess: Record | None) -> Record:
    """All rules of one class."""
    return {
        "a": of.a,
        "r": of.r,
        "s": of.s,
        "rules": [rule_record(of, rule) for rule in rules],
        "guess": guess,
    }


def units(a: int) -> int:
    """How many pairs (r, s) share one list of rules."""
    return sum(gcd(a, unit) == 1 for unit in range(1, a + 1))


def table_record(table: Table) -> Record:
    """The table with the headings of its first row and column."""
    return {
        "a": table.of.a,
        "r": table.of.r,
        "s": table.of.s,
        "first_k": table.first_k,
        "first_m": table.first_m,
        "values": table.values.tolist(),
    }


def question_record(question: Question) -> Record:
    """A question and how far it was tested."""
    return {
        "question": question.text,
        "tested": question.tested,
        "exception": question.exception,
        "finding": question.finding,
    }


def paper_record(rows: Sequence[PaperRow], values_agree: bool, language: Language = "en") -> Record:
    """The published table beside ours."""
    return {
        "paper": say("paper", language),
        "rows": [
            {
                "r": row.r,
                "s": row.s,
                "published": None if row.published is None else [list(t) for t in row.published],
                "ours": [list(triple) for triple in row.ours],
                "verdict": row.verdict,
                "remark": row.remark,
            }
            for row in rows
        ],
        "misprints": [
            {"r": r, "s": s, "what": say(key, language)} for (r, s), (key, _) in MISPRINTS.items()
        ],
        "slips_in_the_text": [say(key, language) for key in SLIPS_IN_THE_TEXT],
        "values_agree": values_agree,
    }
