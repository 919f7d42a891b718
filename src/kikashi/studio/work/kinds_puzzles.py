"""Kinds of work of puzzles and exam: ruling on a turn, the solution of a puzzle, making one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from kikashi.exam import rule
from kikashi.games import room
from kikashi.puzzles import choices
from kikashi.puzzles.answers import SOLVED, WRONG, TurnRuling
from kikashi.puzzles.model import BEST_CHOICE
from kikashi.studio.services import catalogue, judging_pieces, making, solutions
from kikashi.studio.services.sorts import MAIN
from kikashi.studio.store import Store
from kikashi.studio.work import Emit, Stop, kind
from kikashi.studio.work.kinds import position_of


@kind("puzzles.turn", seconds=20, quick=True, heavy=False)
def turn(payload: Mapping[str, Any], _emit: Emit, _stop: Stop) -> Mapping[str, Any]:
    """What the board says to a turn of somebody who solves a puzzle."""
    position = position_of(payload)
    if payload["sort"] == BEST_CHOICE:
        chosen = (choices.must_be_choice(position, payload["turn"]),)
        right = chosen in choices.best(position)
        return asdict(TurnRuling(SOLVED, "best") if right else TurnRuling(WRONG, "not-best"))
    part = room(position.game).puzzling()
    if part is None:
        ruling = judging_pieces.judge_move(position, payload["turn"], listed=payload["listed"])
        return asdict(ruling)
    asked = {name: payload[name] for name in ("by", "turns", "listed", "sort")}
    return asdict(part.answer(position, payload["turn"], **asked))


@kind("puzzles.solution", seconds=60, quick=True, heavy=False)
def solution(payload: Mapping[str, Any], _emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """The proof of a puzzle, on the board as it was shown."""
    position = position_of(payload)
    if payload["sort"] == BEST_CHOICE:
        return choices.explained(position, payload.get("flags"))
    asked = (payload["by"], payload["turns"], payload["line"])

    def going_on(*_: Any) -> bool:
        return not stop()

    if payload["sort"] == MAIN and room(position.game).puzzling() is not None:
        return solutions.solution_tree(position, *asked, going_on)
    return solutions.main_line(position, payload["by"], payload["line"], going_on)


@kind("puzzles.make", seconds=120)
def make(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """Makes a puzzle of one position and keeps it for its maker, or says why it is none.

    The answer stays in the database: what a job gives back can be read by whoever asked for it.
    """
    made = making.make_one(position_of(payload), emit, stop)
    if isinstance(made, making.Refused):
        return {"puzzle": None, "code": made.code, "detail": made.detail}
    store = Store(payload["database"], create=False)
    try:
        with store.session() as session:
            card = catalogue.add_made(session, made, payload["person"])
            return {"puzzle": card.id, "length": card.length, "quality": card.quality}
    finally:
        store.close()


@kind("exam.turn", seconds=60, quick=True, heavy=False)
def exam_turn(payload: Mapping[str, Any], _emit: Emit, _stop: Stop) -> Mapping[str, Any]:
    """The exam's ruling on a turn."""
    found = rule(position_of(payload), payload["turn"], by=payload["by"])
    return {
        "verdict": found.verdict,
        "reason": found.reason,
        "defence": list(found.defence),
        "position": found.position.to_text() if found.position else "",
    }
