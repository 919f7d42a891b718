"""The computer as a player: ten rungs, a thought about one position, moves worth a look."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from kikashi import _native
from kikashi.games.xiangqi.rules import XiangqiPosition, xiangqi_of
from kikashi.games.xiangqi.solver import SIDES
from kikashi.games.xiangqi.twin import native_position
from kikashi.law import Move, Position, View
from kikashi.pieces.playing import asked_of, at_a_glance, at_once, must_go_on, thought_of
from kikashi.search.playing import Budget, Rung, Style, Thought
from kikashi.search.weights import weights_from


@dataclass(frozen=True)
class XiangqiStyle(Style):
    """How a rung judges."""

    learned: bool = True
    """By hand and by what the net of pieces (`pieces.net`) adds, or by hand alone."""


_BLIND = XiangqiStyle(forces=False)
_SEEING = XiangqiStyle()

# Fitted by games: each rung from 2 to 9 is to score 60 to 75% against the one below, and scored 58
# to 80% (docs/reference/ladders.md). The first sees only some of its moves; up to the eighth
# they look one ply ahead, then two, through less and less noise (hundredths of a pawn at home), and
# see no mates but those that the tree shows them. From 9 to 10 the step is what full strength makes
# it.
LADDER = (
    Rung(60, 1.0, replace(_BLIND, most_depth=1), noise=500),
    Rung(120, 1.0, replace(_BLIND, most_depth=1), noise=900),
    Rung(120, 1.0, replace(_BLIND, most_depth=1), noise=680),
    Rung(120, 1.0, replace(_BLIND, most_depth=1), noise=365),
    Rung(120, 1.0, replace(_BLIND, most_depth=1), noise=190),
    Rung(300, 1.0, replace(_BLIND, most_depth=2), noise=320),
    Rung(300, 1.0, replace(_BLIND, most_depth=2), noise=215),
    Rung(400, 2.0, replace(_BLIND, most_depth=2), noise=130),
    Rung(600, 2.0, _SEEING, noise=105),
    Rung(None, 2.0, _SEEING),
)
OPENING_MOVES = 6
"""Variety ends after so many moves of a game."""
LOGISTIC = 400.0
"""Hundredths of a pawn that make the odds e to 1: a score as a chance."""


@cache
def piece_net() -> _native.XiangqiNet:
    """The net that judges, once."""
    return _native.XiangqiNet(weights_from(Path(__file__).parent / "pieces.net"))


def ladder(start: Position) -> tuple[Rung, ...]:  # noqa: ARG001 - the same for all options
    """Ten rungs, weakest first."""
    return LADDER


def think(
    seen: View, style: Style, budget: Budget, stop: Callable[[], bool] | None = None
) -> Thought:
    """Chooses a move for the side to move; `stop` is asked every few milliseconds."""
    begun = time.monotonic()
    law = xiangqi_of(seen.position())
    must_go_on(law)
    barred = _lost_by_law(law)
    found = _native.xiangqi_think(
        native_position(law),
        **asked_of(style, budget, begun, stop, opening=law.fen.number <= OPENING_MOVES),
        barred=barred,
        net=piece_net() if isinstance(style, XiangqiStyle) and style.learned else None,
    )
    return thought_of(law, SIDES[law.to_move], found, begun)


def _lost_by_law(law: XiangqiPosition) -> list[Move]:
    """Moves that lose at once by the rule of repetition, unless all do: the law is asked."""
    seen = law.seen_twice()
    if not seen:
        return []
    lost, moves = [], law.legal_moves()
    for move in moves:
        after = law.play(move)
        if (after.board, after.to_move) not in seen:
            continue
        result = after.result()
        if result is not None and result.payoffs[law.to_move] < 0:
            lost.append(move)
    return lost if len(lost) < len(moves) else []


WIDTH = 40
"""A glance does not see what is taken back: a study follows nearly every move up."""


def candidates(seen: View, count: int) -> tuple[tuple[Move, float], ...]:
    """Moves worth a look with the mover's chances after them, at a glance: an opinion."""
    law = xiangqi_of(seen.position())

    def value(after: XiangqiPosition) -> float:
        return _native.xiangqi_evaluate(native_position(after))

    return at_a_glance(law, value, LOGISTIC, count)


def quick(seen: View, random: Random) -> tuple[Move, str]:
    """A move that looks best one turn ahead."""
    return at_once(candidates(seen, WIDTH), random)
