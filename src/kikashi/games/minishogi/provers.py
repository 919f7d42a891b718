"""What the house asks of a room that can prove wins: methods, and `solve` with a verdict."""

from __future__ import annotations

from kikashi.games.minishogi.futile import tsume_turns
from kikashi.games.minishogi.rules import minishogi_of
from kikashi.games.minishogi.solver import REFUTATION_NODES
from kikashi.games.minishogi.solver import solve as solve_mate
from kikashi.law import GameError, Position
from kikashi.pieces import mates
from kikashi.pieces.first_turns import checks_first, first_turns_by
from kikashi.pieces.mates import Mate, claims_of
from kikashi.search import Limits, Progress, Verdict
from kikashi.search.first_turns import CANDIDATE_NODES, FirstTurns

__all__ = ["METHODS", "claims_of", "first_turns", "methods", "solve"]

METHODS = ("checks", "any")
SECOND_NODES = 5_000_000
"""For the search without a table, where a refutation is too large to be written."""


def methods(position: Position) -> tuple[str, ...]:
    """The methods for a position, the usual one first."""
    minishogi_of(position)
    return METHODS


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,
    *,
    progress: Progress | None = None,
    fastest: bool = False,
    turns: int | None = None,
    most_turns: int | None = None,
) -> Verdict:
    """A mate of the side to move: by `checks` (tsume) or by moves of `any` kind.

    `fastest` also asks for the proof that no mate is shorter. `turns` looks only for mates within
    so many moves; `most_turns` is the same by the name that the puzzle factory uses.
    """
    if by not in (None, *METHODS):
        raise GameError(f"minishogi has no method {by!r:.40}; it has: {', '.join(METHODS)}")
    limits = limits or Limits()
    mate = solve_mate(
        position,
        by or "checks",
        turns=turns or most_turns,
        fastest=fastest or by != "any",
        refute=fastest,
        nodes=limits.nodes or 0,
        seconds=limits.seconds or 0.0,
        memory=limits.memory,
        progress=progress,
    )
    notes = [_futile_note(position, mate), _note(position, mate, limits) if fastest else ""]
    return mates.verdict_of(position, mate, " ".join(filter(None, notes)))


def _futile_note(position: Position, mate: Mate) -> str:
    if mate.verdict != "win" or mate.turns is None:
        return ""
    counted = tsume_turns(minishogi_of(position), mate.line)
    if counted == (len(mate.line) + 1) // 2:
        return ""
    return f"Without futile interpositions the line takes {counted} moves."


def _note(position: Position, mate: Mate, limits: Limits) -> str:
    def again() -> Mate:
        return solve_mate(
            position,
            mate.by,
            turns=mate.refuted,
            table=False,
            nodes=SECOND_NODES,
            seconds=limits.seconds or 0.0,
        )

    return mates.shortest_note(position, mate, again, REFUTATION_NODES)


def first_turns(
    position: Position,
    turns: int,
    limits: Limits | None = None,
    *,
    reach: str = "in-time",
    most: int = 3,
    most_later: int = 1,
    candidate_nodes: int = CANDIDATE_NODES,
    certified_nodes: int = 0,  # noqa: ARG001 - a refutation is not certified here
    progress: Progress | None = None,
) -> FirstTurns:
    """Which first moves mate by checks within `turns` moves, one more, or at all."""
    law = minishogi_of(position)
    moves, wins = checks_first(law, solve_mate, candidate_nodes, progress)
    return first_turns_by(wins, moves, turns, limits, reach=reach, most=most, most_later=most_later)
