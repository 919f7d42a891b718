"""Exact values of small boards once more: value iteration from the law, in fractions.

It shares no code with the native solver: positions are walked by the law's own moves, and values
are improved until nothing changes. Slow: meant for boards of four to six cells.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction

from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.law import CHANCE, Position

MOST_POSITIONS = 400_000


def plain_value(position: Position) -> Fraction:
    """The mean result (won 1, drawn 0, lost -1) for the side to move under best play of both.

    Going round for ever is a draw: what needs more and more plies to be gained never is.
    """
    start = _forgetful(banqi_of(position))
    graph: dict[Hashable, tuple[str, list[tuple[int, Hashable]]]] = {}
    values: dict[Hashable, Fraction] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        name = here.key()
        if name in graph:
            continue
        if len(graph) >= MOST_POSITIONS:
            raise ValueError("the board is too large for the plain program")
        result = here.result()
        values[name] = Fraction(0)
        if result is not None:
            values[name] = Fraction(result.payoffs[here.mover])
            graph[name] = ("end", [])
            continue
        weights = [outcome.weight for outcome in here.outcomes()] or [1] * len(here.legal_moves())
        nexts = [_forgetful(here.play(move)) for move in here.legal_moves()]
        kind = "chance" if here.to_move == CHANCE else "act"
        edges = []
        for weight, after in zip(weights, nexts, strict=True):
            same = after.mover == here.mover
            edges.append((weight if same else -weight, after.key()))
        graph[name] = (kind, edges)
        waiting += nexts
    return _settled(graph, values)[start.key()]


def _forgetful(position: BanqiPosition) -> BanqiPosition:
    """Without the past: rules of a draw count nothing here."""
    return replace(position, setup=position.setup._replace(quiet=0), past=(), steps=())


def _settled(
    graph: dict[Hashable, tuple[str, list[tuple[int, Hashable]]]],
    values: dict[Hashable, Fraction],
) -> dict[Hashable, Fraction]:
    changed = True
    while changed:
        changed = False
        fresh = dict(values)
        for name, (kind, edges) in graph.items():
            if kind == "end":
                continue
            if kind == "act":
                value = max((1 if sign > 0 else -1) * values[after] for sign, after in edges)
            else:
                total = sum(abs(weight) for weight, _ in edges)
                value = (
                    sum((weight * values[after] for weight, after in edges), Fraction(0)) / total
                )
            if value != values[name]:
                fresh[name] = value
                changed = True
        values = fresh
    return values
