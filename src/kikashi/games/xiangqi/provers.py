"""What the house asks of a room that can prove wins: methods, and `solve` with a verdict."""

from __future__ import annotations

from kikashi.games.xiangqi.rules import xiangqi_of
from kikashi.games.xiangqi.solver import REFUTATION_NODES, Mate
from kikashi.games.xiangqi.solver import solve as solve_mate
from kikashi.law import Flag, GameError, Position
from kikashi.pieces import mates
from kikashi.pieces.first_turns import checks_first, first_turns_by
from kikashi.pieces.mates import claims_of
from kikashi.search import Limits, Progress, Verdict
from kikashi.search.first_turns import CANDIDATE_NODES, FirstTurns

__all__ = ["FLAGS", "METHODS", "claims_of", "first_turns", "methods", "solve"]

SECOND_NODES = 20_000_000
"""For the search without a table, where a refutation is too large to be written."""
METHODS = ("checks", "quiet", "any")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise ValueError(f"a whole number from 0 on is expected, not {text[:20]!r}")
    return int(text)


def _answers(text: str) -> str:
    if text not in ANSWERS:
        raise ValueError(
            f"answers to checks 'spend' the allowance or are 'free', not {text[:20]!r}"
        )
    return text


ANSWERS = ("spend", "free")
FLAGS = (
    Flag(
        "quiet",
        "1",
        _count,
        {
            "en": "Mates: at most so many moves without check.",
            "zh-Hant": "殺局：至多幾步不將軍的停著。",
        },
    ),
    Flag(
        "answers",
        "spend",
        _answers,
        {
            "en": "Mates: whether an answer to a check counts as a quiet move.",
            "zh-Hant": "殺局：應將的著法是否算作一步停著。",
        },
        choices=ANSWERS,
    ),
)


def methods(position: Position) -> tuple[str, ...]:
    """The methods for a position, the usual one first."""
    xiangqi_of(position)
    return METHODS


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,
    *,
    progress: Progress | None = None,
    fastest: bool = False,
    quiet: int = 1,
    answers: str = "spend",
    turns: int | None = None,
    most_turns: int | None = None,
) -> Verdict:
    """A mate of the side to move: `checks` (連將殺), `quiet` (停著殺) or `any`.

    `fastest` also asks for the shortest mate and for the proof that none is shorter; a mate by
    checks is the shortest anyhow. `turns` looks only for mates within so many moves; `most_turns`
    is the same by the name that the puzzle factory uses.
    """
    if by not in (None, *METHODS):
        raise GameError(f"xiangqi has no method {by!r}; it has: {', '.join(METHODS)}")
    limits = limits or Limits()
    fastest = fastest and by != "any"
    mate = solve_mate(
        position,
        by or "checks",
        quiet=quiet,
        answers=answers,
        turns=turns or most_turns,
        fastest=fastest,
        refute=fastest,
        nodes=limits.nodes or 0,
        seconds=limits.seconds or 0.0,
        memory=limits.memory,
        progress=progress,
    )
    note = _note(position, mate, limits) if fastest else ""
    return mates.verdict_of(position, mate, note, counts_all=not mate.perpetual)


def _note(position: Position, mate: Mate, limits: Limits) -> str:
    def again() -> Mate:
        return solve_mate(
            position,
            mate.by,
            quiet=mate.quiet,
            answers=mate.answers,
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
    law = xiangqi_of(position)
    moves, wins = checks_first(law, solve_mate, candidate_nodes, progress)
    return first_turns_by(wins, moves, turns, limits, reach=reach, most=most, most_later=most_later)
