"""Which turns hold against a forcing win: the question behind 'find the only defence'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kikashi import _native
from kikashi.law import GameError, Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.search.defences import SEARCH_NODES, Held, Holding, no_win, others_lose
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Certificate
from kikashi.stones.forcing import methods
from kikashi.stones.tags import play_turn
from kikashi.stones.twin import native_geometry


def holding(
    position: Position,
    limits: Limits | None = None,
    *,
    most: int = 1,
    search_nodes: int = SEARCH_NODES,
    certified_nodes: int = 0,
    progress: Progress | None = None,
) -> Holding:
    """The turns of the side to move that hold against wins of the full-forcing class.

    Gives up once more than `most` hold. The side to move must not be able to fill a set at once.
    """
    stones = stones_of(position)
    limits = limits or Limits()
    known = methods(stones)
    if not known:
        raise GameError(f"{stones.room} with {stones.players} players has no forcing search")
    if stones.is_over:
        raise GameError("the game is over; there is nothing to defend")
    left = min(stones.left, stones.empty.bit_count())
    try:
        found = _native.holding(
            native_geometry(stones.rules),
            [list(cells_of(board)) for board in stones.boards],
            stones.mover,
            left,
            most,
            search_nodes,
            certified_nodes,
            limits.nodes or 0,
            limits.seconds or 0.0,
            limits.memory // 2,
            progress,
        )
    except ValueError as refusal:
        raise GameError(str(refusal)) from None
    names, other = stones.rules.cells, COLOURS[1 - stones.mover]
    turns = [tuple(names[cell] for cell in cells) for cells in found["turns"]]
    proofs = found["held"] or [(None, -1)] * len(turns)
    held = tuple(
        Held(turn, _held(stones, cells, known[0], *proof))
        for turn, cells, proof in zip(turns, found["turns"], proofs, strict=False)
    )
    claim = others_lose(other, found["bound"], turns)
    sure = found["root"] >= 0
    return Holding(
        ending=found["ending"],
        by=known[0],
        turns=held,
        threatened=found["threatened"],
        others_lose=Certificate(stones, claim, found["proof"], found["root"]) if sure else None,
        loses_within=found["bound"],
        nodes=found["nodes"],
        seconds=found["seconds"],
    )


def after_defence(position: Position, stones: Iterable[Move]) -> StonePosition:
    """After a defence; the rest of its turn is passed."""
    here = stones_of(position)
    return play_turn(here, [here.rules.index[move] for move in stones])


def _held(
    position: StonePosition,
    cells: Sequence[int],
    by: str,
    nodes: Sequence[Sequence[object]] | None,
    root: int,
) -> Certificate | None:
    if nodes is None or root < 0:
        return None
    after = play_turn(position, cells)
    return Certificate(after, no_win(COLOURS[after.mover], by), nodes, root)
