"""What the house asks of a room that can prove wins: methods, and `solve` with a verdict."""

from __future__ import annotations

from kikashi.games.xiangqi.rules import xiangqi_of
from kikashi.games.xiangqi.solver import REFUTATION_NODES, Mate
from kikashi.games.xiangqi.solver import solve as solve_mate
from kikashi.law import GameError, Position
from kikashi.search import Certificate, Limits, Progress, Verdict

METHODS = ("checks", "quiet", "any")


def methods(position: Position) -> tuple[str, ...]:
    """The methods for a position, the usual one first."""
    xiangqi_of(position)
    return METHODS


def forces(after: Position) -> bool:
    """Whether the move that led here can belong to a mate by checks: it gave check."""
    return xiangqi_of(after).checked


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
) -> Verdict:
    """A mate of the side to move: `checks` (連將殺) or `quiet` (停著殺).

    `fastest` also asks for the shortest mate and for the proof that none is shorter; a mate by
    checks is the shortest anyhow.
    """
    if by not in (None, *METHODS):
        raise GameError(f"xiangqi has no method {by!r}; it has: {', '.join(METHODS)}")
    limits = limits or Limits()
    mate = solve_mate(
        position,
        by or "checks",
        quiet=quiet,
        answers=answers,
        turns=turns,
        fastest=fastest,
        refute=fastest,
        nodes=limits.nodes or 0,
        seconds=limits.seconds or 0.0,
        memory=limits.memory,
        progress=progress,
    )
    return Verdict(
        game="xiangqi",
        verdict=mate.verdict,
        by=mate.by,
        side=mate.side,
        turns=mate.turns if mate.verdict == "win" else None,
        line=tuple((move,) for move in mate.line),
        nodes=mate.nodes,
        seconds=mate.seconds,
        ending=mate.ending,
        certificate=_certificate(position, mate.claim(), mate.proof),
        none_within=mate.refuted or None,
        refutation=_certificate(position, mate.refutation_claim(), mate.refutation),
        note=_note(mate, fastest),
    )


def _certificate(
    position: Position, claim: object, nodes: list[list[object]]
) -> Certificate | None:
    if not nodes:
        return None
    assert isinstance(claim, dict)
    return Certificate(position, claim, nodes, len(nodes) - 1)


def _note(mate: Mate, fastest: bool) -> str:
    if not fastest or mate.verdict != "win":
        return ""
    if not mate.shortest:
        return "The search ended before this mate was known to be the shortest."
    if mate.refuted > 0 and not mate.refutation:
        return (
            f"No mate within {mate.refuted} moves: searched, not certified "
            f"(more than {REFUTATION_NODES} nodes)."
        )
    return ""
