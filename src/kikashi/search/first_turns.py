"""Which first turns win, and how soon: the question behind a puzzle's single answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kikashi.games import room
from kikashi.law import Move, Position, needed
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Certificate

REACHES = ("none", "in-time", "one-later", "any")
"""How far first turns were followed: within the asked turns, one more, without limit."""
CANDIDATE_NODES = 20_000
"""For one first turn in one reach; what costs more is left open."""


@dataclass(frozen=True)
class FirstTurn:
    """A first turn that wins; with fewer stones than a turn has it is a key, the rest is spare."""

    stones: tuple[Move, ...]
    when: str
    """`in-time`, `one-later` or `later`."""


@dataclass(frozen=True)
class FirstTurns:
    """The winning first turns of the full-forcing class, as far as they were asked for."""

    found: tuple[FirstTurn, ...]
    candidates: int
    """Turns of the class; a key counts beside the turns that hold it."""
    refuted: int
    unknown: int
    reached: str
    """Every candidate was decided up to here, and whoever wins so soon is in `found`."""
    cut: bool
    """More winners than wanted, or out of budget: the rest was not looked at."""
    nodes: int
    seconds: float
    refutation: Certificate | None = None
    """No other first turn wins by the class within `refuted_within` turns."""
    refuted_within: int | None = None
    certifiable: bool = False
    """Whether the room writes such certificates at all."""

    @property
    def in_time(self) -> tuple[FirstTurn, ...]:
        return tuple(turn for turn in self.found if turn.when == "in-time")


def first_turns(
    position: Position,
    turns: int,
    limits: Limits | None = None,
    *,
    reach: str = "in-time",
    most: int = 3,
    most_later: int = 1,
    candidate_nodes: int = CANDIDATE_NODES,
    certified_nodes: int = 0,
    progress: Progress | None = None,
) -> FirstTurns:
    """The first turns that win within `turns` turns, the completing one included.

    Stops once more than `most` win in time, or `most_later` others win later. Stones of a turn
    have no order. A stone that wins whatever the rest of its turn does is one answer, not many.
    With `certified_nodes` a certificate of at most so many nodes says that nothing else wins in
    time (and, where it was looked for, one turn later).
    """
    prover = needed(room(position.game).first_turn_prover(), position.game, "puzzles")
    return prover.first_turns(
        position,
        turns,
        limits,
        reach=reach,
        most=most,
        most_later=most_later,
        candidate_nodes=candidate_nodes,
        certified_nodes=certified_nodes,
        progress=progress,
    )


def none_but(
    side: str, by: str, turns: int, answers: Iterable[Sequence[Move]]
) -> dict[str, object]:
    """The claim that no other first turn wins in time."""
    but = sorted(list(stones) for stones in answers)
    claim: dict[str, object] = {"kind": "no-forcing-win", "side": side, "by": by, "turns": turns}
    return {**claim, "except": but} if but else claim
