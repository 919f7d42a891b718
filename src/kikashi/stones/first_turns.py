"""The native question which first turns win, for `kikashi.search.first_turns`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kikashi import _native
from kikashi.law import GameError, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.search.first_turns import (
    CANDIDATE_NODES,
    REACHES,
    FirstTurn,
    FirstTurns,
    none_but,
)
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Certificate
from kikashi.stones.forcing import methods
from kikashi.stones.twin import native_geometry


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
    """As `kikashi.search.first_turns.first_turns`, which asks here."""
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
        certifiable=True,
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
