"""A puzzle's proved solution as a tree of whole turns. Searches: for workers only."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from kikashi.law import Position
from kikashi.law.winning_sets import StonePosition
from kikashi.puzzles.tasks import PROVE_NODES
from kikashi.search import Limits, Progress, solve

MOST_TREE_NODES = 2_000
"""Turns sent to a page; the rest of a larger proof is left out and said to be."""
Turns = Sequence[Sequence[str]]


def solution_tree(
    start: StonePosition, by: str, turns: int, line: Turns, progress: Progress | None = None
) -> dict[str, Any]:
    """The proof of a win within `turns`: each turn with its parent, the longest defence first.

    The proof is searched again on the board as it is shown; where the budget does not suffice,
    `line` stands alone and `proved` is false.
    """
    limits = Limits(nodes=PROVE_NODES)
    verdict = solve(start, by, limits, most_turns=turns, progress=progress)
    if verdict.verdict != "win" or verdict.certificate is None:
        return {"proved": False, "cut": True, "turns": _line(line)}
    certificate = verdict.certificate
    found, cut = _flat(certificate.nodes, certificate.root, start.rules.cells)
    return {"proved": True, "cut": cut, "turns": found}


def main_line(
    start: Position, by: str, line: Turns, progress: Progress | None = None
) -> dict[str, Any]:
    """The one line of a puzzle whose proof is no tree of whole turns.

    That of a further sort speaks of stones that the defender may put anywhere.
    Without a line (an exam keeps none) the win is searched again.
    """
    if not line:
        line = solve(start, by, Limits(nodes=PROVE_NODES), progress=progress).line
    return {"proved": True, "cut": False, "main_line": True, "turns": _line(line)}


def _line(line: Turns) -> list[dict[str, Any]]:
    return [{"parent": number - 1, "moves": list(turn)} for number, turn in enumerate(line)]


def _flat(
    nodes: Sequence[Sequence[Any]], root: int, cells: Sequence[str]
) -> tuple[list[dict[str, Any]], bool]:
    """Breadth first, so that a cut takes the far ends and not whole branches."""
    found: list[dict[str, Any]] = []
    waiting = deque([(-1, root)])
    while waiting:
        parent, number = waiting.popleft()
        kind, _, content, rest = nodes[number][:4]
        if kind == "t":
            if len(found) >= MOST_TREE_NODES:
                return found, True
            found.append({"parent": parent, "moves": [cells[cell] for cell in content]})
            if rest is not None:
                waiting.append((len(found) - 1, rest))
            continue
        for stones, child, *_ in sorted([*content, *rest], key=lambda entry: -nodes[entry[1]][1]):
            if len(found) >= MOST_TREE_NODES:
                return found, True
            found.append({"parent": parent, "moves": [cells[cell] for cell in stones]})
            waiting.append((len(found) - 1, child))
    return found, False
