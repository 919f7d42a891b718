"""The coin problem of Frobenius: numbers, tables, rules, proofs, an atlas.

The public names are loaded when they are first used: the checker then runs without a line of the
prover in memory, and the command line starts without numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kikashi.games.coins.amounts import Answer, frobenius
    from kikashi.games.coins.atlas import Atlas, make_atlas, read_class
    from kikashi.games.coins.checker import check_file, check_lines
    from kikashi.games.coins.errors import CoinError
    from kikashi.games.coins.guessing import Guess, guess
    from kikashi.games.coins.heatmap import heat_map
    from kikashi.games.coins.page import page_html
    from kikashi.games.coins.paper import paper_rows
    from kikashi.games.coins.plots import rules_plot
    from kikashi.games.coins.prover import BatchTask, prove_batch, prove_class
    from kikashi.games.coins.questions import Question, ask_atlas
    from kikashi.games.coins.readable import readable_proof
    from kikashi.games.coins.rules import CoinClass, Rule, classes, count_rules, derive
    from kikashi.games.coins.table import Table, make_table
    from kikashi.games.coins.z3_opinion import second_opinion

_HOMES = {
    "Answer": "amounts",
    "Atlas": "atlas",
    "BatchTask": "prover",
    "CoinClass": "rules",
    "CoinError": "errors",
    "Guess": "guessing",
    "Question": "questions",
    "ask_atlas": "questions",
    "Rule": "rules",
    "Table": "table",
    "check_file": "checker",
    "check_lines": "checker",
    "classes": "rules",
    "count_rules": "rules",
    "derive": "rules",
    "frobenius": "amounts",
    "guess": "guessing",
    "heat_map": "heatmap",
    "make_atlas": "atlas",
    "make_table": "table",
    "page_html": "page",
    "paper_rows": "paper",
    "prove_batch": "prover",
    "prove_class": "prover",
    "read_class": "atlas",
    "readable_proof": "readable",
    "rules_plot": "plots",
    "second_opinion": "z3_opinion",
}

__all__ = [
    "Answer",
    "Atlas",
    "BatchTask",
    "CoinClass",
    "CoinError",
    "Guess",
    "Question",
    "Rule",
    "Table",
    "ask_atlas",
    "check_file",
    "check_lines",
    "classes",
    "count_rules",
    "derive",
    "frobenius",
    "guess",
    "heat_map",
    "make_atlas",
    "make_table",
    "page_html",
    "paper_rows",
    "prove_batch",
    "prove_class",
    "read_class",
    "readable_proof",
    "rules_plot",
    "second_opinion",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
