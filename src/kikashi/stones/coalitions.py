"""What some players can force together against the others, by exhaustive proof-number search.

With three players nobody's best play is defined by the rules alone, but this is: whether a player,
or two of them together, can bring about a result against everything that the others may do
together. Such a question has two sides, and a search answers it for certain. No certificate holds
it (the checker's claims are for two players), so an answer is 'searched, not certified'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kikashi import _native
from kikashi.law import GameError, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import cells_of
from kikashi.search.limits import Limits
from kikashi.stones.twin import native_geometry


@dataclass(frozen=True)
class Answer:
    """Whether it can be forced; None: the limits came first."""

    forced: bool | None
    nodes: int
    seconds: float


def can_force(
    position: Position,
    team: Sequence[int],
    winners: Sequence[int],
    limits: Limits | None = None,
    *,
    sums: bool = True,
) -> Answer:
    """Can the players of `team` force that one of `winners` completes a set first?

    Players are counted from 0; the others do all they can against it. `sums` lets the search end
    where a sum of Erdos, Selfridge and Beck, or a pairing, shows that the others hold.
    """
    stones = stones_of(position)
    players = range(stones.players)
    if stones.rules.stones != 1:
        raise GameError("coalitions are searched in games of one stone a turn")
    if stones.is_over:
        raise GameError("this game is over: nothing is left to force")
    if stones.rules.first_cells is not None and not stones.occupied:
        raise GameError("the first stone is limited here; search after it has been placed")
    if not set(winners) <= set(team) < set(players) or not winners:
        raise GameError(
            "a team leaves out at least one player, and who is meant to win belongs to it"
        )
    limits = limits or Limits()
    found = _native.coalition(
        native_geometry(stones.rules),
        [list(cells_of(board)) for board in stones.boards],
        stones.mover,
        list(team),
        list(winners),
        sums,
        limits.nodes or 0,
        limits.seconds or 0.0,
        limits.memory // 2,
    )
    return Answer(found["forced"], found["nodes"], found["seconds"])
