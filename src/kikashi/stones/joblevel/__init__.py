"""Job-level proofs of wins in winning-set games: what `kikashi.grid.joblevel` searches."""

from __future__ import annotations

from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.stones.joblevel.problem import LOOKS, NODES, StoneProblem
from kikashi.stones.joblevel.turns import candidate_turns


def problem(
    start: Position, attacker: int | None = None, *, nodes: int = NODES, looks: int = LOOKS
) -> StoneProblem:
    """Does `attacker` win from here?"""
    return StoneProblem(start, attacker, nodes=nodes, looks=looks)


def likely_turns(position: Position, most: int) -> list[tuple[Move, ...]]:
    """Turns worth a try, the best looking first."""
    stones = stones_of(position)
    return [tuple(stones.rules.cells[c] for c in turn) for turn in candidate_turns(stones, most)]


__all__ = ["StoneProblem", "likely_turns", "problem"]
