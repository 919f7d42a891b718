"""What a computer player is given and what it answers: style, budget, thought, rung."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kikashi.law import Move
from kikashi.search.verdict import Verdict

RESERVE = 0.006
"""Seconds of every turn kept for what surrounds the native search."""
RESERVE_SHARE = 0.03
SURE = 990_000
"""Values beyond this are wins or losses; see native/search/values.hpp."""


@dataclass(frozen=True)
class Style:
    """What a player looks at; a room whose engine has more to set says so in a subclass."""

    forces: bool = True
    """It looks for forced wins."""
    most_depth: int = 60


@dataclass(frozen=True)
class Budget:
    """What one turn may cost. With nodes, seed and one thread it repeats itself bit by bit."""

    nodes: int | None = None
    seconds: float | None = None
    soft: float | None = None
    """No new depth is begun that may not end by then."""
    threads: int = 1
    seed: int = 0
    noise: int = 0
    """Each turn's value is changed by up to so much: what makes weak levels weak."""
    variety: int = 0
    """The same in the opening alone: what makes games differ."""
    lines: int = 1
    """How many turns get a score and a line; more than one costs strength."""
    share: tuple[int, int] = (0, 1)
    """Root splitting: of the turns at the root those at this place of so many (`SharedEngine`)."""


@dataclass(frozen=True)
class Thought:
    """A whole turn and why."""

    moves: tuple[Move, ...]
    reason: str
    """The key of a word: forced-win, searched, lost, only, or one of the room's."""
    score: int
    """For the side to move, in the evaluation's units; beyond SURE a win or a loss."""
    depth: int
    line: tuple[tuple[Move, ...], ...]
    nodes: int
    seconds: float
    refused: int
    """Turns set aside because they lose to a forced win of the other side."""
    verdict: Verdict | None = None
    """The proof, where the turn begins a forced win."""
    others: tuple[tuple[int, tuple[tuple[Move, ...], ...]], ...] = ()
    """Scores and lines of the next best turns, where the budget asks for several lines."""
    visits: tuple[tuple[tuple[Move, ...], int, int], ...] = ()
    """Where a search counts visits: its turns with visits and score, the most visited first."""
    depths: tuple[tuple[int, tuple[Move, ...], int], ...] = ()
    """Each complete depth with its best turn and score: what shares of one root are compared by."""


@dataclass(frozen=True)
class Rung:
    """One of the ten levels as a room sets it; `kikashi.play.levels` gives it number and name."""

    nodes: int | None
    """None: time alone ends the search."""
    seconds: float
    style: Style
    noise: int = 0
    variety: int = 12


def kept_seconds(seconds: float | None, begun: float) -> float:
    """What of a turn's time the native search may use; 0 where there is no limit."""
    if not seconds:
        return 0.0
    kept = RESERVE + RESERVE_SHARE * seconds
    return max(seconds - kept - (time.monotonic() - begun), seconds / 4)
