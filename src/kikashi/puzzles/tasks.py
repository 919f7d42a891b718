"""The work of the factory that takes long, as tasks: find a win, prove it, compare turns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from kikashi.games import room
from kikashi.grid import Task, task_kind
from kikashi.grid.kinds import GoOn
from kikashi.grid.packing import packed
from kikashi.law import Position, needed
from kikashi.proofs import LimitError
from kikashi.puzzles.claims import themes_of
from kikashi.puzzles.judging import (
    Compared,
    Found,
    Question,
    ToCompare,
    Win,
    judge_compared,
    judge_defence,
    judge_win,
)
from kikashi.search import Certificate, Limits, solve
from kikashi.search.defences import OutOfBudgetError
from kikashi.search.first_turns import first_turns

# Budgets are nodes, never seconds, so that every machine and every number of jobs finds the same.
FIND_NODES = 30_000
"""Of 941 positions from 40 human games 1 in 100 needs more; ten times as many doubled the time."""
PROVE_NODES = 1_000_000
COMPARE_NODES = 1_000_000
CANDIDATE_NODES = 20_000
MOST_TURNS = 60
"""Wins longer than this are not looked for; naming a bound also makes every win the shortest."""
MEMORY = 1 << 28
CERTIFIED_NODES = 200_000
"""A refutation that takes more is left out: 'searched, not certified'."""
CERTIFY_NODES = 5_000_000
"""For a certificate of the answers by itself: one unique puzzle of the 1,606 of the human games
needs more than the search that also looks further leaves, 1.3 million."""
SINGLE_NODES = 2_000
DEFENCE_NODES = 200_000
MOST_SOLUTIONS = 3
"""More winning first turns make a puzzle too easy (paper 004, section 3.2.3)."""


def _position(payload: Mapping[str, Any]) -> Position:
    return room(payload["game"]).from_text(payload["position"], payload["options"])


def _shown(certificate: Certificate | None) -> bytes | None:
    """A certificate, packed, once the checker has replayed it; None where that takes too long.

    What a puzzle calls proved was replayed where it was made, and again by whoever doubts it.
    """
    if certificate is None:
        return None
    try:
        certificate.check()
    except LimitError:
        return None
    return packed(certificate)


def task(kind: str, game: str, options: Mapping[str, str], position: str, **more: object) -> Task:
    """A task about one position."""
    return Task(kind, {"game": game, "options": dict(options), "position": position, **more})


@task_kind("puzzles.find", payload=Question, value=Found)
def find(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Is there a win of the class?"""
    limits = Limits(nodes=payload["nodes"], memory=MEMORY)
    position = _position(payload)
    verdict = solve(position, payload.get("by"), limits, progress=go_on, most_turns=MOST_TURNS)
    return {"verdict": verdict.verdict, "turns": verdict.turns, "nodes": verdict.nodes}


@task_kind(
    "puzzles.prove", version=2, payload=Question, value=Win, judge=partial(judge_win, method=0)
)
def prove(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """The fastest win with its certificate, and the certificate that there is none faster."""
    position = _position(payload)
    limits = Limits(nodes=payload["nodes"], memory=MEMORY)
    verdict = solve(position, payload.get("by"), limits, progress=go_on, fastest=True)
    if verdict.verdict != "win" or verdict.certificate is None:
        return {"verdict": verdict.verdict}
    certificate = _shown(verdict.certificate)
    if certificate is None:
        return {"verdict": "unknown"}
    try:
        walker = room(position.game).resistance_prover()
        # Without one the proof itself tells which answers last longest.
        line = (
            verdict.line
            if walker is None
            else walker.longest_line(position, verdict, verdict.by, limits)
        )
    except OutOfBudgetError:
        return {"verdict": "unknown"}
    return {
        "verdict": "win",
        "turns": verdict.turns,
        "by": verdict.by,
        "line": [list(turn) for turn in line],
        "certificate": certificate,
        "refutation": _shown(verdict.refutation),
        "note": verdict.note,
        "breadth": verdict.certificate.proof.breadth(),
    }


@task_kind("puzzles.compare", version=2, payload=ToCompare, value=Compared, judge=judge_compared)
def compare(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Which first turns win, and for each later turn of the line how many do."""
    position, turns = _position(payload), int(payload["turns"])
    limits = Limits(nodes=payload["nodes"], memory=MEMORY)
    found = first_turns(
        position,
        turns,
        limits,
        reach="any",
        most=MOST_SOLUTIONS,
        candidate_nodes=CANDIDATE_NODES,
        certified_nodes=CERTIFIED_NODES,
        progress=go_on,
    )
    later: list[int] = []
    if 1 <= len(found.in_time) <= MOST_SOLUTIONS:
        line = themes_of(position.game).line_of(position, payload["line"])
        for number, step in enumerate(line.attacks[1:], start=1):
            left = turns - number
            again = first_turns(
                step.before, left, limits, candidate_nodes=CANDIDATE_NODES, progress=go_on
            )
            later.append(len(again.in_time))
    # Where no puzzle comes of it, the certificate is not worth its bytes.
    worth_it = 1 <= len(found.in_time) <= MOST_SOLUTIONS and found.reached != "none"
    shown = found
    if worth_it and found.refutation is None and found.certifiable:
        # Looking further left no budget for it.
        limits = Limits(nodes=CERTIFY_NODES, memory=MEMORY)
        shown = first_turns(
            position,
            turns,
            limits,
            candidate_nodes=0,
            certified_nodes=CERTIFIED_NODES,
            progress=go_on,
        )
    refutation = _shown(shown.refutation) if worth_it else None
    return {
        "turns": [[list(turn.stones), turn.when] for turn in found.found],
        "candidates": found.candidates,
        "unknown": found.unknown,
        "reached": found.reached,
        "cut": found.cut,
        "later": later,
        "refutation": refutation,
        "refuted_within": shown.refuted_within if refutation is not None else None,
    }


@task_kind(
    "puzzles.single-threats",
    version=2,
    payload=Question,
    value=Win,
    judge=partial(judge_win, method=1),
)
def single_threats(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """A win that leaves the defender free stones now and then, where no stronger one exists."""
    position = _position(payload)
    by = room(payload["game"]).capabilities(payload["options"]).provers[1]
    verdict = solve(position, by, Limits(nodes=payload["nodes"], memory=MEMORY), progress=go_on)
    if verdict.verdict != "win" or verdict.certificate is None:
        return {"verdict": verdict.verdict}
    certificate = _shown(verdict.certificate)
    if certificate is None:
        return {"verdict": "unknown"}
    return {
        "verdict": "win",
        "by": by,
        "turns": verdict.turns,
        "line": [list(turn) for turn in verdict.line],
        "answers": [list(verdict.line[0])],
        "certificate": certificate,
        "refutation": None,
        "breadth": verdict.certificate.proof.breadth(),
    }


@task_kind("puzzles.defence", version=2, payload=Question, value=Win, judge=judge_defence)
def defence(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """The only turn that holds against a forcing win, if there is just one."""
    limits = Limits(nodes=payload["nodes"], memory=MEMORY)
    position = _position(payload)
    prover = needed(room(position.game).defence_prover(), position.game, "puzzles of defence")
    if not prover.has_choice(position):
        return {"verdict": "plain"}
    found = prover.holding(
        position,
        limits,
        most=1,
        search_nodes=CANDIDATE_NODES,
        certified_nodes=CERTIFIED_NODES,
        progress=go_on,
    )
    if found.ending != "all-found" or len(found.turns) != 1 or found.others_lose is None:
        lost = found.ending == "all-found" and not found.turns
        return {"verdict": "lost" if lost else found.ending}
    (only,) = found.turns
    lose, holds = _shown(found.others_lose), _shown(only.certificate)
    if lose is None or holds is None:
        return {"verdict": "open"}
    return {
        "verdict": "only",
        "by": found.by,
        "turns": found.loses_within,
        "line": [list(only.stones)],
        "answers": [list(only.stones)],
        "certificate": lose,
        "refutation": holds,
        "breadth": 0.0,
    }
