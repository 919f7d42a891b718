"""What the house asks of a room that can prove wins: methods, and `solve` with a verdict."""

from __future__ import annotations

import time

from kikashi.games.minishogi.futile import tsume_turns
from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of
from kikashi.games.minishogi.solver import REFUTATION_NODES, Mate
from kikashi.games.minishogi.solver import solve as solve_mate
from kikashi.law import GameError, Move, Position
from kikashi.search import Certificate, Limits, Progress, Verdict
from kikashi.search.first_turns import CANDIDATE_NODES, FirstTurn, FirstTurns

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
    return Verdict(
        game="minishogi",
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
        note=" ".join(filter(None, notes)),
    )


def claims_of(side: str, by: str, turns: int) -> tuple[dict[str, object], dict[str, object]]:
    """What certificates of a shortest mate must say: that it is one, and that none is shorter."""
    named: dict[str, object] = {"side": side, "by": by}
    return (
        {"kind": "mate", **named, "turns": turns},
        {"kind": "no-mate", **named, "turns": turns - 1},
    )


def _certificate(
    position: Position, claim: object, nodes: list[list[object]]
) -> Certificate | None:
    if not nodes:
        return None
    assert isinstance(claim, dict)
    return Certificate(position, claim, nodes, len(nodes) - 1)


def _futile_note(position: Position, mate: Mate) -> str:
    if mate.verdict != "win" or mate.turns is None:
        return ""
    counted = tsume_turns(minishogi_of(position), mate.line)
    if counted == (len(mate.line) + 1) // 2:
        return ""
    return f"Without futile interpositions the line takes {counted} moves."


def _note(position: Position, mate: Mate, limits: Limits) -> str:
    if mate.verdict != "win":
        return ""
    if not mate.shortest:
        return "The search ended before this mate was known to be the shortest."
    if mate.refuted == 0 or mate.refutation:
        return ""
    again = solve_mate(
        position,
        mate.by,
        turns=mate.refuted,
        table=False,
        nodes=SECOND_NODES,
        seconds=limits.seconds or 0.0,
    )
    if again.verdict == "win":
        raise GameError(f"the two searches disagree about a mate in {again.turns}: {position!r}")
    twice = (
        "searched again without a table, with the same answer"
        if again.verdict == "no"
        else f"a second search without a table was not done after {again.nodes} nodes"
    )
    large = f"searched, not certified (more than {REFUTATION_NODES} nodes)"
    return f"No mate within {mate.refuted} moves: {large}; {twice}."


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
    """Which first moves mate by checks within `turns` moves, one more, or at all.

    As `kikashi.search.first_turns`, which asks here: stops once more than `most` mate in time.
    """
    law = minishogi_of(position)
    limits = limits or Limits()
    bounds: dict[str, int | None] = {"in-time": turns, "one-later": turns + 1, "any": None}
    names = {"in-time": "in-time", "one-later": "one-later", "any": "later"}
    left = [move for move in law.legal_moves() if law.play(move).checked]
    candidates, spent, begun = len(left), 0, time.monotonic()
    found: list[FirstTurn] = []
    reached, cut, unknown = "none", False, 0
    for name, bound in bounds.items():
        open_moves: list[Move] = []
        unknown = 0
        for move in left:
            verdict, nodes = _mates(law.play(move), bound, candidate_nodes, progress)
            spent += nodes
            if verdict == "win":
                found.append(FirstTurn((move,), names[name]))
            else:
                unknown += verdict == "unknown"
                open_moves.append(move)
            later = sum(turn.when != "in-time" for turn in found)
            cut = len(found) - later > most or later > most_later
            cut = cut or bool(limits.nodes and spent > limits.nodes)
            if cut:
                break
        left = open_moves
        if unknown or cut:
            break
        reached = name
        if name == reach:
            break
    refuted = candidates - len(found) - unknown
    seconds = time.monotonic() - begun
    return FirstTurns(tuple(found), candidates, refuted, unknown, reached, cut, spent, seconds)


def _mates(
    after: MinishogiPosition, turns: int | None, most_nodes: int, progress: Progress | None
) -> tuple[str, int]:
    """Whether every answer to a check is mated by checks in what is left of so many moves.

    `most_nodes` 0 is no limit, as everywhere.
    """
    if after.result() is not None:
        return "win", 1
    if turns == 1:
        return "no", 1
    spent, left = 1, None if turns is None else turns - 1
    unknown = False
    for reply in after.legal_moves():
        here = after.play(reply)
        if here.result() is not None:
            return "no", spent
        mate = solve_mate(
            here,
            "checks",
            turns=left,
            nodes=max(1, most_nodes - spent) if most_nodes else 0,
            progress=progress,
        )
        spent += mate.nodes
        if mate.verdict == "no":
            return "no", spent
        unknown = unknown or mate.verdict == "unknown"
        if most_nodes and spent >= most_nodes:
            return "unknown", spent
    return "unknown" if unknown else "win", spent
