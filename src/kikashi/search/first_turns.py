"""Which first turns win, and how soon: the question behind a puzzle's single answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kikashi import _native
from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.search.forcing import methods
from kikashi.search.limits import Limits, Progress
from kikashi.search.stones import native_geometry
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
    provers = room(position.game).part("provers")
    if hasattr(provers, "first_turns"):  # a room of another family
        asked: FirstTurns = provers.first_turns(
            position,
            turns,
            limits,
            reach=reach,
            most=most,
            most_later=most_later,
            candidate_nodes=candidate_nodes,
            progress=progress,
        )
        return asked
    stones = stones_of(position)
    limits = limits or Limits()
    if not methods(stones):
        raise GameError(f"{stones.room} with {stones.players} players has no forcing search")
    if reach not in REACHES[1:]:
        raise GameError(f"first turns are followed {', '.join(REACHES[1:])}, not {reach!r}")
    if turns < 2:
        raise GameError("a win of one turn only fills a set: it has no first turn to compare")
    if stones.is_over:
        raise GameError("the game is over; there is no first turn")
    try:
        found = _native.first_turns(
            native_geometry(stones.rules),
            [list(cells_of(board)) for board in stones.boards],
            stones.mover,
            stones.left,
            turns,
            REACHES.index(reach),
            most,
            most_later,
            candidate_nodes,
            certified_nodes,
            limits.nodes or 0,
            limits.seconds or 0.0,
            limits.memory // 2,
            progress,
        )
    except ValueError as refusal:
        raise GameError(str(refusal)) from None
    names = stones.rules.cells
    listed = tuple(
        FirstTurn(tuple(names[c] for c in cells), when) for cells, when in found["found"]
    )
    certified = found["root"] >= 0
    return FirstTurns(
        found=listed,
        candidates=found["candidates"],
        refuted=found["refuted"],
        unknown=found["unknown"],
        reached=REACHES[found["reached"]],
        cut=found["cut"],
        nodes=found["nodes"],
        seconds=found["seconds"],
        refutation=_refutation(stones, listed, found) if certified else None,
        refuted_within=found["refuted_within"] if certified else None,
    )


def _refutation(
    position: StonePosition, listed: tuple[FirstTurn, ...], found: Mapping[str, Any]
) -> Certificate:
    claim = none_but(
        COLOURS[position.mover],
        methods(position)[0],
        found["refuted_within"],
        [turn.stones for turn in listed if turn.when == "in-time"],
    )
    return Certificate(position, claim, found["refutation"], found["root"])


def none_but(
    side: str, by: str, turns: int, answers: Iterable[Sequence[Move]]
) -> dict[str, object]:
    """The claim that no other first turn wins in time."""
    but = sorted(list(stones) for stones in answers)
    claim: dict[str, object] = {"kind": "no-forcing-win", "side": side, "by": by, "turns": turns}
    return {**claim, "except": but} if but else claim
