"""One person before one puzzle: beginning, turns and their rulings, the end and what it changes.

Whatever a puzzle's answer is made of stays in this module until the attempt is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from kikashi.exam.glicko import Rating
from kikashi.games import room
from kikashi.puzzles import Puzzle
from kikashi.puzzles.answers import GOES_ON, NOT_OURS, SOLVED, WRONG, listed
from kikashi.puzzles.model import CHOICE
from kikashi.studio import problems
from kikashi.studio.people import new_id
from kikashi.studio.services import catalogue, choosing
from kikashi.studio.services.choosing import PERSON, Wish
from kikashi.studio.services.disguises import Disguise, draw
from kikashi.studio.services.ratings import meet, rested
from kikashi.studio.services.sorts import sort_of
from kikashi.studio.store import Store, now
from kikashi.studio.store.sittings import SittingRow
from kikashi.studio.store.solving import (
    AttemptRow,
    CardRow,
    MakerRow,
    ReportRow,
    SolverRow,
    StrayRow,
)

NEW, REPEAT, AGAIN, OWN = "new", "repeat", "again", "own"
OPEN, FAILED, SKIPPED = "open", "failed", "skipped"
EXAM_SECONDS = 24 * 3600.0
"""How long after its beginning an open exam keeps its question from everybody."""
FIRST_PUZZLES = 3
"""Rated puzzles of a game that somebody meets before longer ones come."""
MOST_OPEN = 50
"""Attempts of one person that may lie unfinished; the oldest are then called skipped."""


@dataclass(frozen=True)
class Asked:
    """An attempt with its puzzle: for the studio's own eyes."""

    attempt: AttemptRow
    card: CardRow

    @property
    def puzzle(self) -> Puzzle:
        return catalogue.puzzle_of(self.card)

    @property
    def disguise(self) -> Disguise:
        return Disguise(self.attempt.symmetry, self.attempt.swapped)

    @property
    def over(self) -> bool:
        return self.attempt.state != OPEN

    @property
    def moves(self) -> list[str]:
        return [move for turn in self.attempt.turns for move in turn]


def begin(store: Store, person: str, wish: Wish, purpose: str, card: str | None = None) -> Asked:
    """Gives a puzzle to a person; problems.Refusal says what there is none of."""
    with store.session() as session:
        chosen = _choose(session, person, wish, purpose, card)
        if card is not None or purpose != NEW:  # a new one was never met
            going_on = _still_rated(session, person, chosen.id)
            if going_on is not None:
                return Asked(going_on, chosen)
        _tidy(session, person)
        puzzle = catalogue.puzzle_of(chosen)
        start = puzzle.start()
        disguise = draw(start, Random(secrets.randbits(64)))
        attempt = AttemptRow(
            id=new_id(),
            person_id=person,
            card_id=chosen.id,
            game=chosen.game,
            symmetry=disguise.symmetry,
            swapped=disguise.swapped,
            start=disguise.dress(start).to_text(),
            turns=[],
            state=OPEN,
            reason="",
            strayed=0,
            purpose=purpose,
            # Only the first meeting says something about strength, and only with a puzzle that
            # somebody else chose: a new one is one that this person never met.
            rated=card is None and purpose == NEW and not _own(session, person, chosen.id),
            made=now(),
        )
        session.add(attempt)
        session.flush()
        return Asked(attempt, chosen)


def _choose(session: Session, person: str, wish: Wish, purpose: str, name: str | None) -> CardRow:
    if name is not None:
        return _named(session, person, name)
    if purpose == REPEAT:
        failed = choosing.failures(session, person, replace(wish, sort=""))
        if not failed:
            raise problems.Refusal(404, "no-failures", "there is no failed puzzle to repeat here")
        return failed[0][0]
    if purpose == AGAIN:
        found = choosing.choose_again(session, person, wish)
        if found is None:
            raise problems.Refusal(404, "none-met", "you have not met a puzzle of this kind yet")
        return found
    solver = session.execute(_SOLVER, {"person": person, "game": wish.game}).first()
    value, attempts = solver or (Rating().value, 0)
    random = Random(secrets.randbits(64))
    for narrow in _first_wishes(attempts, wish):
        found = choosing.choose_new(session, person, narrow, value, random)
        if found is not None:
            return found
    fitting, _ = choosing.count(session, person, wish)
    if fitting:
        text = f"you have met all {fitting} puzzles of this kind; you may go over them again"
        raise problems.Refusal(404, "none-left", text)
    raise problems.Refusal(404, "none-fit", "no puzzle fits this choice; make it wider")


_SOLVER = select(SolverRow.value, SolverRow.attempts).where(
    SolverRow.person_id == PERSON, SolverRow.game == bindparam("game")
)


def _first_wishes(attempts: int, wish: Wish) -> tuple[Wish, ...]:
    """Newcomers who do not say otherwise begin with puzzles of one turn."""
    if attempts >= FIRST_PUZZLES or wish.shortest > 1:
        return (wish,)
    return (replace(wish, longest=1), wish)


def _named(session: Session, person: str, name: str) -> CardRow:
    query = select(CardRow).where(CardRow.id == name, choosing.VISIBLE)
    card = session.scalar(query, {"person": person})
    if card is None:
        raise problems.not_found(f"there is no puzzle {name[:20]!r} for you")
    return card


_MAKERS = select(MakerRow.made).where(
    MakerRow.card_id == bindparam("card"), MakerRow.person_id == PERSON
)


def _own(session: Session, person: str, card: str) -> bool:
    return session.scalar(_MAKERS, {"person": person, "card": card}) is not None


_STILL_RATED = select(AttemptRow).where(
    AttemptRow.person_id == PERSON,
    AttemptRow.card_id == bindparam("card"),
    AttemptRow.state == OPEN,
    AttemptRow.rated.is_(True),
)


def _still_rated(session: Session, person: str, card: str) -> AttemptRow | None:
    """The open attempt that counts: beside it there is no second one to learn the answer from."""
    return session.scalars(_STILL_RATED, {"person": person, "card": card}).first()


_FORGOTTEN = (
    select(AttemptRow)
    .where(AttemptRow.person_id == PERSON, AttemptRow.state == OPEN)
    .order_by(AttemptRow.made.desc())
    .offset(MOST_OPEN - 1)
)


def _tidy(session: Session, person: str) -> None:
    for old in session.scalars(_FORGOTTEN, {"person": person}):
        old.state, old.ended = SKIPPED, now()


def read(store: Store, person: str, name: str) -> Asked:
    """An attempt of this person."""
    with store.session() as session:
        return _read(session, person, name)


_ASKED = (
    select(AttemptRow, CardRow)
    .join(CardRow, CardRow.id == AttemptRow.card_id)
    .where(AttemptRow.id == bindparam("attempt"), AttemptRow.person_id == PERSON)
)


def _read(session: Session, person: str, name: str) -> Asked:
    found = session.execute(_ASKED, {"attempt": name, "person": person}).one_or_none()
    if found is None:
        raise problems.not_found("you have no such attempt at a puzzle")
    return Asked(*found)


@dataclass(frozen=True)
class Played:
    """A whole turn that somebody plays, and how many turns they saw on the board before it."""

    attempt: str
    turn: Sequence[str]
    after: int


def question_for_worker(store: Store, person: str, played: Played) -> dict[str, Any]:
    """What a worker needs to rule on a turn; refuses what is over or out of date."""
    asked = read(store, person, played.attempt)
    _refuse_stale(asked, played.after)
    puzzle = asked.puzzle
    own_words = asked.disguise.undress_turn(puzzle.start(), played.turn)
    first = not asked.attempt.turns
    return {
        **board_of(asked),
        "turn": list(played.turn),
        "by": puzzle.by,
        "turns": max(puzzle.turns - len(asked.attempt.turns) // 2, 0),
        "listed": first and listed(puzzle, own_words),
        "sort": sort_of(puzzle),
    }


def board_of(asked: Asked) -> dict[str, Any]:
    """The board before the solver, as workers read it."""
    return {
        "game": asked.card.game,
        "options": asked.card.data["options"],
        "start": asked.attempt.start,
        # What was chosen stands in the attempt: the board of a choice stays as it was asked.
        "moves": [] if asked.puzzle.goal == CHOICE else asked.moves,
    }


def _refuse_stale(asked: Asked, after: int) -> None:
    if asked.over:
        raise problems.Refusal(409, "over", "this puzzle is over")
    if len(asked.attempt.turns) != after:
        text = f"this puzzle stands after {len(asked.attempt.turns)} turns, not after {after}"
        raise problems.Refusal(409, "changed", text)


def rule(store: Store, person: str, played: Played, ruling: Mapping[str, Any]) -> Asked:
    """Writes down what a worker ruled on a turn."""
    with store.session() as session:
        asked = _read(session, person, played.attempt)
        _refuse_stale(asked, played.after)
        points = room(asked.puzzle.start().game).on_points()
        words = [move.lower() for move in played.turn] if points else list(played.turn)
        attempt, verdict = asked.attempt, ruling["verdict"]
        attempt.reason = f"{ruling['reason']}"[:20]
        if verdict == NOT_OURS:
            attempt.strayed += 1
            session.add(_stray(asked, words))
            return asked
        attempt.turns = [*attempt.turns, words]
        if ruling["defence"]:
            attempt.turns = [*attempt.turns, list(ruling["defence"])]
        if verdict in (SOLVED, WRONG):
            _end(session, asked, solved=verdict == SOLVED)
        elif verdict != GOES_ON:
            raise ValueError(f"a worker ruled {verdict!r}")
        session.flush()
        return asked


def _stray(asked: Asked, words: list[str]) -> StrayRow:
    start, disguise = asked.puzzle.start(), asked.disguise
    turns = [*asked.attempt.turns, words]
    own = [list(disguise.undress_turn(start, turn)) for turn in turns]
    return StrayRow(card_id=asked.card.id, person_id=asked.attempt.person_id, turns=own, made=now())


def give_up(store: Store, person: str, name: str, *, skip: bool) -> Asked:
    """Ends an attempt: skipped costs nothing and shows nothing, giving up is a failure."""
    with store.session() as session:
        asked = _read(session, person, name)
        if asked.over:
            return asked
        if skip:
            asked.attempt.state, asked.attempt.ended = SKIPPED, now()
        else:
            asked.attempt.reason = "gave-up"
            _end(session, asked, solved=False)
        session.flush()
        return asked


def _end(session: Session, asked: Asked, *, solved: bool) -> None:
    attempt, card = asked.attempt, asked.card
    attempt.state, attempt.ended = SOLVED if solved else FAILED, now()
    if not attempt.rated:
        return
    solver = session.get(SolverRow, (attempt.person_id, attempt.game))
    if solver is None:
        fresh = Rating()
        solver = SolverRow(
            person_id=attempt.person_id,
            game=attempt.game,
            value=fresh.value,
            deviation=fresh.deviation,
            volatility=fresh.volatility,
            attempts=0,
            last=attempt.ended,
        )
        session.add(solver)
    mine = rested(_rating(solver), _time(solver.last), _time(attempt.ended))
    meeting = meet(mine, catalogue.rating_of(card), solved=solved)
    attempt.before, attempt.after = solver.value, meeting.person.value
    attempt.expected = meeting.expected
    _take(solver, meeting.person)
    _take(card, meeting.puzzle)
    solver.attempts += 1
    solver.last = attempt.ended
    card.attempts += 1
    card.solved += int(solved)


def _rating(row: SolverRow | CardRow) -> Rating:
    return Rating(row.value, row.deviation, row.volatility)


def _take(row: SolverRow | CardRow, rating: Rating) -> None:
    row.value, row.deviation, row.volatility = rating.value, rating.deviation, rating.volatility


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


_RATINGS = select(SolverRow.game, SolverRow.value, SolverRow.deviation, SolverRow.volatility).where(
    SolverRow.person_id == PERSON
)


def ratings_of(session: Session, person: str) -> dict[str, Rating]:
    """A person's ratings in the games whose puzzles they have tried."""
    found = session.execute(_RATINGS, {"person": person})
    return {game: Rating(*numbers) for game, *numbers in found}


def solution_for_worker(store: Store, person: str, name: str) -> dict[str, Any]:
    """What a worker needs to show the solution of an attempt that is over."""
    with store.session() as session:
        asked = _read(session, person, name)
        if not asked.over or asked.attempt.state == SKIPPED:
            text = "the solution is shown when the puzzle is solved, failed or given up"
            raise problems.Refusal(409, "not-over", text)
        if _still_rated(session, person, asked.card.id) is not None:
            text = "another attempt of yours at this puzzle counts and is not over; end it first"
            raise problems.Refusal(409, "not-over", text)
        refuse_in_exam(session, asked.card)
        puzzle = asked.puzzle
        return {
            **board_of(asked),
            "moves": [],
            "by": puzzle.by,
            "turns": puzzle.turns,
            "line": asked.disguise.dress_turns(puzzle.start(), puzzle.line),
            "sort": sort_of(puzzle),
        }


def refuse_in_exam(session: Session, card: CardRow) -> None:
    """A puzzle that an exam asks these days is explained to nobody: whoever sits the exam may be
    a second guest beside it."""
    sittings = session.scalars(
        select(SittingRow).where(
            SittingRow.game == card.game,
            SittingRow.over.is_(False),
            SittingRow.made > now() - EXAM_SECONDS,
        )
    )
    for sitting in sittings:
        question = sitting.data.get("question") or {}
        if question.get("puzzle") == card.id:
            text = "an exam asks this puzzle now; its solution is shown after the exam"
            raise problems.Refusal(409, "in-exam", text)


def report(store: Store, person: str, card: str, text: str) -> None:
    """Somebody calls a puzzle wrong: it is written down, and they do not meet it again."""
    with store.session() as session:
        found = _named(session, person, card)
        session.merge(ReportRow(card_id=found.id, person_id=person, text=text, made=now()))
