"""What a room's native player found, as the house takes it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from kikashi.law import GameError, Move, Position
from kikashi.search.playing import Budget, Style, Thought, kept_seconds
from kikashi.search.verdict import Certificate, Verdict

AnyPosition = TypeVar("AnyPosition", bound=Position)
AS_GOOD = 0.02
"""Moves whose chances are no further behind the best are as good as it at a glance."""
FORGOTTEN = 0.9
"""What is left of an overrun after each thought that keeps its time."""


class _Clock(threading.local):
    """How far this thread's thoughts ran over lately: a busy machine stops a search late."""

    due = 0.0
    """When the thought under way should have ended; 0 where nothing limits it."""
    overrun = 0.0


_clock = _Clock()


def asked_of(
    style: Style,
    budget: Budget,
    begun: float,
    stop: Callable[[], bool] | None,
    *,
    opening: bool,
) -> dict[str, Any]:
    """The limits of a thought that began then, as native players take them."""
    seconds = kept_seconds(budget.seconds, begun)
    seconds -= min(_clock.overrun, seconds / 2)
    _clock.due = time.monotonic() + seconds if seconds else 0.0
    return {
        "nodes": budget.nodes or 0,
        "seconds": seconds,
        "soft": min(budget.soft or 0.0, seconds) if seconds else budget.soft or 0.0,
        "seed": budget.seed & (2**63 - 1),
        "noise": max(budget.noise, budget.variety if opening else 0),
        "most_depth": style.most_depth,
        "mates": style.forces,
        "progress": None if stop is None else (lambda _nodes, _seconds: not stop()),
    }


def must_go_on(position: Position) -> None:
    """GameError where there is no turn to choose."""
    if position.result():
        raise GameError("the game is over; there is no turn to choose")


def thought_of(position: Position, side: str, found: Mapping[str, Any], begun: float) -> Thought:
    """What the native player of a side found, with the proof of a mate that it saw."""
    if _clock.due:
        over = time.monotonic() - _clock.due
        _clock.overrun = max(over, FORGOTTEN * _clock.overrun, 0.0)
    proved = found["reason"] == "forced-win"
    return Thought(
        moves=(found["move"],),
        reason=found["reason"],
        score=found["value"],
        depth=found["depth"],
        line=tuple((move,) for move in found["line"]),
        nodes=found["nodes"],
        seconds=time.monotonic() - begun,
        refused=0,
        verdict=_verdict(position, side, found) if proved else None,
    )


def _verdict(position: Position, side: str, found: Mapping[str, Any]) -> Verdict:
    turns, proof = found["turns"], found["proof"]
    claim = {"kind": "mate", "side": side, "by": "checks", "turns": turns}
    return Verdict(
        game=position.game,
        verdict="win",
        by="checks",
        side=side,
        turns=turns,
        line=tuple((move,) for move in found["line"]),
        nodes=found["nodes"],
        seconds=found["seconds"],
        ending="finished",
        certificate=Certificate(position, claim, proof, len(proof) - 1),
    )


def at_a_glance(
    law: AnyPosition, value: Callable[[AnyPosition], float], scale: float, count: int
) -> tuple[tuple[Move, float], ...]:
    """The moves with the mover's chances after them, the best first: an opinion.

    `value` is that of a position for its side to move; `scale` makes the odds e to 1.
    """
    found = []
    for move in law.legal_moves():
        after = law.play(move)
        result = after.result()
        if result is not None:
            share = 0.5 + result.payoffs[law.to_move] / 2
        else:
            share = 1 / (1 + math.exp(value(after) / scale))
        found.append((move, share))
    return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[:count])


def at_once(glances: Sequence[tuple[Move, float]], random: Random) -> tuple[Move, str]:
    """One of the best moves at a glance, and why: for the simplest computer player."""
    best = glances[0][1]
    return random.choice(
        [move for move, share in glances if share >= best - AS_GOOD]
    ), "at-a-glance"
