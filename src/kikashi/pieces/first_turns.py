"""Which first moves win, for puzzles of games of pieces."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

from kikashi.law import Move
from kikashi.pieces.law import CheckedPosition
from kikashi.pieces.mates import Mate
from kikashi.search import Limits, Progress
from kikashi.search.first_turns import FirstTurn, FirstTurns

Wins: TypeAlias = Callable[[Move, int | None], tuple[str, int]]
"""Whether a first move wins within so many turns (None: at all), and the nodes that took."""


def first_turns_by(
    wins: Wins,
    moves: Iterable[Move],
    turns: int,
    limits: Limits | None,
    *,
    reach: str,
    most: int,
    most_later: int,
) -> FirstTurns:
    """Which of the moves win within `turns` turns, one more, or at all.

    As `kikashi.search.first_turns`, which asks here: stops once more than `most` win in time.
    """
    limits = limits or Limits()
    bounds: dict[str, int | None] = {"in-time": turns, "one-later": turns + 1, "any": None}
    names = {"in-time": "in-time", "one-later": "one-later", "any": "later"}
    left = list(moves)
    candidates, spent, begun = len(left), 0, time.monotonic()
    found: list[FirstTurn] = []
    reached, cut, unknown = "none", False, 0
    for name, bound in bounds.items():
        open_moves: list[Move] = []
        unknown = 0
        for move in left:
            verdict, nodes = wins(move, bound)
            spent += nodes
            if verdict == "win":
                found.append(FirstTurn((move,), names[name]))
            else:
                unknown += verdict == "unknown"
                open_moves.append(move)
            later = sum(turn.when != "in-time" for turn in found)
            cut = len(found) - later > most or later > most_later
            cut = cut or bool(limits.nodes and spent > limits.nodes)
            if cut:
                break
        left = open_moves
        if unknown or cut:
            break
        reached = name
        if name == reach:
            break
    refuted = candidates - len(found) - unknown
    seconds = time.monotonic() - begun
    return FirstTurns(tuple(found), candidates, refuted, unknown, reached, cut, spent, seconds)


class Solve(Protocol):
    """A room's search for mates."""

    def __call__(
        self,
        position: Any,
        by: str = "checks",
        *,
        turns: int | None = None,
        nodes: int = 0,
        progress: Progress | None = None,
    ) -> Mate: ...


def checks_first(
    law: CheckedPosition, solve: Solve, most_nodes: int, progress: Progress | None
) -> tuple[list[Move], Wins]:
    """The moves that give check, and whether each mates by checks, for `first_turns_by`.

    `most_nodes` 0 is no limit, as everywhere.
    """

    def wins(move: Move, turns: int | None) -> tuple[str, int]:
        after = law.play(move)
        if after.result() is not None:
            return "win", 1
        if turns == 1:
            return "no", 1
        spent, left = 1, None if turns is None else turns - 1
        unknown = False
        for reply in after.legal_moves():
            here = after.play(reply)
            if here.result() is not None:
                return "no", spent
            nodes = max(1, most_nodes - spent) if most_nodes else 0
            mate = solve(here, "checks", turns=left, nodes=nodes, progress=progress)
            spent += mate.nodes
            if mate.verdict == "no":
                return "no", spent
            unknown = unknown or mate.verdict == "unknown"
            if most_nodes and spent >= most_nodes:
                return "unknown", spent
        return "unknown" if unknown else "win", spent

    return [move for move in law.legal_moves() if law.play(move).checked], wins
