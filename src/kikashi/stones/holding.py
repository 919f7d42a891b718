"""Which turns hold against a forcing win: the question behind 'find the only defence'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kikashi import _native
from kikashi.law import GameError, Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Certificate
from kikashi.stones.forcing import methods
from kikashi.stones.tags import play_turn
from kikashi.stones.twin import native_geometry

SEARCH_NODES = 20_000
"""For the win after one defence; what costs more is left open."""


@dataclass(frozen=True)
class Held:
    """A defence; with fewer stones than a turn has, the rest of the turn is free."""

    stones: tuple[Move, ...]
    certificate: Certificate | None
    """The other side has no win of the class after it; None: searched, not certified."""


@dataclass(frozen=True)
class Holding:
    """Every turn that leaves the other side without a win of the full-forcing class."""

    ending: str
    """`nothing-threatens`, `all-found`, `too-many` (the rest was not looked at), or `open`."""
    by: str
    turns: tuple[Held, ...]
    """The smallest sets of stones that hold; a turn holds if and only if it holds one of them."""
    threatened: int
    """The turns of the win that follows if the whole turn is passed."""
    others_lose: Certificate | None
    """Every other turn loses; None: searched, not certified."""
    loses_within: int
    """In how many turns of the other side, at most."""
    nodes: int
    seconds: float


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


def others_lose(side: str, turns: int, held: Iterable[Sequence[Move]]) -> dict[str, object]:
    """The claim that `side` wins unless the other begins with one of these."""
    claim: dict[str, object] = {"kind": "win", "side": side, "turns": turns}
    but = sorted(list(stones) for stones in held)
    return {**claim, "except": but} if but else claim


def no_win(side: str, by: str) -> dict[str, object]:
    """The claim that `side` has no win of the class at all."""
    return {"kind": "no-forcing-win", "side": side, "by": by, "turns": None}


def after_defence(position: StonePosition, stones: Iterable[Move]) -> StonePosition:
    """After a defence; the rest of its turn is passed."""
    return play_turn(position, [position.rules.index[move] for move in stones])


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
