"""Sittings of the exam as the studio keeps them: begun, ruled on, ended, certified."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from kikashi import exam
from kikashi.exam import BEYOND, PAPER, Level, Ruling, Sitting, reachable
from kikashi.exam.ruling import GOES_ON, OPEN
from kikashi.exam.sitting import ruled
from kikashi.games import room
from kikashi.puzzles.model import CHOICE
from kikashi.studio import problems
from kikashi.studio.people import new_id
from kikashi.studio.services import catalogue
from kikashi.studio.services.sorts import sort_of
from kikashi.studio.store import Store, now
from kikashi.studio.store.sittings import SittingRow
from kikashi.studio.store.solving import AttemptRow, CardRow

MOST_KEPT = 500
"""Sittings of one person that are listed."""


@dataclass(frozen=True)
class Stand:
    """A ladder that can be climbed here, and how far the puzzles of the game reach."""

    game: str
    levels: tuple[Level, ...]
    pool: Mapping[int, int]
    """Puzzles that it may ask, by `Level.pool`."""


def stands(session: Session) -> list[Stand]:
    """Every game that has puzzles enough for the first step at least."""
    found = []
    for game, counts in catalogue.pool_sizes(session).items():
        if room(game).examiner() is None and room(game).questions() is None:
            continue
        levels = reachable(counts, PAPER + BEYOND)
        if levels:
            found.append(Stand(game, levels, counts))
    return sorted(found, key=lambda stand: (-len(stand.levels), stand.game))


def ladder_of(row: SittingRow) -> tuple[Level, ...]:
    """The steps of this sitting."""
    first = int(row.data.get("first", 0))
    return (PAPER + BEYOND)[first : first + row.levels]


def begin(store: Store, person: str, game: str, name: str, *, beyond: bool) -> SittingRow:
    """A new sitting, or the one that this person has open in this game."""
    with store.session() as session:
        going_on = session.scalar(
            select(SittingRow).where(
                SittingRow.person_id == person,
                SittingRow.game == game,
                SittingRow.over.is_(False),
            )
        )
        if going_on is not None:
            return going_on
        pool = catalogue.pool(session, game)
        counts = {length: len(found) for length, found in pool.items()}
        levels = reachable(counts, PAPER + BEYOND)
        if not levels:
            raise exam.ExamError(f"there are too few puzzles of {game} with one answer for an exam")
        ladder = levels if beyond else tuple(level for level in levels if not level.beyond)
        sitting = exam.begin(
            name, secrets.randbits(48), pool, seen=seen(session, person), ladder=ladder
        )
        row = SittingRow(
            id=new_id(),
            person_id=person,
            game=game,
            name=name,
            levels=len(ladder),
            data=sitting.to_json(),
            shown=_position(sitting),
            turns=[],
            past=[],
            over=False,
            made=now(),
        )
        session.add(row)
        session.flush()
        return row


def _position(sitting: Sitting) -> str:
    return sitting.question.position if sitting.question else ""


def seen(session: Session, person: str) -> list[str]:
    """The puzzles that this person has met here, the longest ago first."""
    met: list[tuple[float, str]] = [
        (made, card)
        for made, card in session.execute(
            select(AttemptRow.made, AttemptRow.card_id).where(AttemptRow.person_id == person)
        )
    ]
    for row in session.scalars(select(SittingRow).where(SittingRow.person_id == person)):
        met += [(row.made, card) for card in row.data["asked"]]
    last: dict[str, None] = {}
    for _, card in sorted(met):
        last.pop(card, None)
        last[card] = None
    return list(last)


def read(store: Store, person: str, name: str) -> SittingRow:
    """A sitting of this person."""
    with store.session() as session:
        return _read(session, person, name)


def _read(session: Session, person: str, name: str) -> SittingRow:
    row = session.get(SittingRow, name)
    if row is None or row.person_id != person:
        raise problems.not_found("you have no such sitting of the exam")
    return row


def sittings_of(store: Store, person: str) -> list[SittingRow]:
    """All sittings of a person, the newest first."""
    with store.session() as session:
        query = (
            select(SittingRow)
            .where(SittingRow.person_id == person)
            .order_by(SittingRow.made.desc())
            .limit(MOST_KEPT)
        )
        return list(session.scalars(query))


@dataclass(frozen=True)
class Played:
    """A whole turn; `after` is the number of turns that lay on the question's board."""

    sitting: str
    puzzle: str
    turn: Sequence[str]
    after: int


def question_for_worker(store: Store, person: str, played: Played) -> dict[str, Any]:
    """What a worker needs to rule on a turn."""
    row = read(store, person, played.sitting)
    _refuse_stale(row, played)
    question = row.data["question"]
    return {
        "game": question["game"],
        "options": question["options"],
        "start": question["position"],
        "moves": [],
        "turn": list(played.turn),
        "by": question.get("by", ""),
    }


def _refuse_stale(row: SittingRow, played: Played) -> None:
    if row.over:
        raise problems.Refusal(409, "over", "this sitting is over")
    asked = row.data["question"]["puzzle"]
    if asked != played.puzzle or len(row.turns) != played.after:
        text = f"the exam asks puzzle {asked} after {len(row.turns)} turns now"
        raise problems.Refusal(409, "changed", text)


def answer(store: Store, person: str, played: Played, ruling: Mapping[str, Any]) -> SittingRow:
    """Writes down a ruling and what follows from it: the next question, or the end."""
    with store.session() as session:
        row = _read(session, person, played.sitting)
        _refuse_stale(row, played)
        sitting = Sitting.from_json(row.data)
        question = sitting.question
        assert question is not None
        position = None
        if ruling["position"]:
            text = ruling["position"]
            position = room(question.game).from_text(text, question.options)
        found = Ruling(ruling["verdict"], ruling["reason"], tuple(ruling["defence"]), position)
        points = room(question.game).on_points()
        words = [move.lower() for move in played.turn] if points else list(played.turn)
        turns = [*row.turns, words, *([list(found.defence)] if found.defence else [])]
        pool = catalogue.pool(session, row.game)
        after = ruled(sitting, found, pool, seen=seen(session, person), ladder=ladder_of(row))
        if found.verdict != GOES_ON:
            row.past = [*row.past, _entry(row, sitting, found, turns)]
            turns = []
        row.data, row.turns = after.to_json(), turns
        if after.question is not None and found.verdict != GOES_ON:
            row.shown = after.question.position
        if after.score.over:
            _end(row, after)
        session.flush()
        return row


def _entry(
    row: SittingRow, sitting: Sitting, found: Ruling, turns: list[list[str]]
) -> dict[str, Any]:
    question = sitting.question
    assert question is not None
    return {
        "puzzle": question.puzzle,
        "kyu": ladder_of(row)[sitting.score.level].kyu,
        "options": question.options,
        "start": row.shown,
        "turns": turns,
        "choice": question.by == CHOICE,
        "verdict": found.verdict,
        "reason": found.reason,
    }


def _end(row: SittingRow, sitting: Sitting) -> None:
    row.over, row.ended = True, now()
    row.kyu = exam.result(sitting, ladder_of(row))
    row.code = new_id() if row.kyu is not None else None


def stop(store: Store, person: str, name: str) -> SittingRow:
    """Ends a sitting before its time: what was passed stays passed."""
    with store.session() as session:
        row = _read(session, person, name)
        if not row.over:
            _end(row, Sitting.from_json(row.data))
            session.flush()
        return row


def replaced_of(row: SittingRow) -> int:
    """How many questions could not be decided and counted neither way."""
    return sum(entry["verdict"] == OPEN for entry in row.past)


def solution_for_worker(store: Store, person: str, name: str, puzzle: str) -> dict[str, Any]:
    """What a worker needs to show the solution of a question, once the sitting is over."""
    with store.session() as session:
        row = _read(session, person, name)
        if not row.over:
            text = "the solutions are shown when the sitting is over"
            raise problems.Refusal(409, "not-over", text)
        entry = next((one for one in row.past if one["puzzle"] == puzzle), None)
        card = session.get(CardRow, puzzle)
        if entry is None or card is None:
            raise problems.not_found("this sitting did not ask that puzzle to its end")
        asked = catalogue.puzzle_of(card)
        return {
            "game": row.game,
            "options": entry["options"],
            "start": entry["start"],
            "moves": [],
            "by": asked.by,
            "turns": asked.turns,
            "line": [],
            "sort": sort_of(asked),
        }


def certificate(store: Store, code: str) -> SittingRow:
    """The sitting behind a certificate, for whoever has its code."""
    with store.session() as session:
        row = session.scalar(select(SittingRow).where(SittingRow.code == code))
        if row is None:
            raise problems.not_found("there is no such certificate")
        return row
