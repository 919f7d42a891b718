"""The exam: its ladder, sittings that can be gone on with, results and certificates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool

from kikashi.exam import Level, Sitting
from kikashi.exam.ruling import OPEN, SOLVED, demand
from kikashi.exam.sitting import Question
from kikashi.games import room
from kikashi.law.capabilities import LANGUAGES
from kikashi.puzzles import choices
from kikashi.puzzles.model import CHOICE
from kikashi.studio import models_exam as models
from kikashi.studio import problems, service
from kikashi.studio.models import Language, PositionAnswer, PositionQuery
from kikashi.studio.models_puzzles import PuzzleId, SolutionAnswer
from kikashi.studio.people import CurrentPerson
from kikashi.studio.routes.puzzles import solution
from kikashi.studio.services import catalogue, sittings
from kikashi.studio.state import CurrentStudio
from kikashi.studio.store.sittings import SittingRow
from kikashi.studio.work import JobFailure

router = APIRouter(prefix="/api/exam", tags=["exam"], responses=problems.documented(404, 409))

SittingId = Annotated[str, Path(max_length=40)]
UNDECIDED = ("too-long", "out-of-memory", "crashed")
"""How a ruling may fail without anybody's fault: then the question counts neither way."""


@router.get("/ladders")
def list_ladders(studio: CurrentStudio) -> list[models.StandAnswer]:
    """The games that have an exam, each with the steps of its ladder."""
    with catalogue.ready(studio).session() as session:
        found = sittings.stands(session)
    return [
        models.StandAnswer(
            game=stand.game,
            names=dict(room(stand.game).names),
            rules=_rules(stand.game, stand.levels),
            choices=room(stand.game).examiner() is None,
            levels=levels(stand.game, stand.levels, stand.pool),
        )
        for stand in found
    ]


def _demand(game: str, level: Level) -> dict[str, str]:
    single = level.single
    return {language: demand(room(game), language, single=single) for language in LANGUAGES}


def _rules(game: str, ladder: Sequence[Level]) -> list[dict[str, str]]:
    """What is asked of turns, on the way up the ladder."""
    told = [_demand(game, level) for level in ladder]
    return [one for number, one in enumerate(told) if one not in told[:number]]


def _told(game: str, reason: str) -> dict[str, str]:
    return dict(room(game).words().get(f"exam.{reason}", {}))


def _kind(game: str, level: Level) -> dict[str, str]:
    return _told(game, "single") if level.single else {}


def levels(game: str, ladder: Sequence[Level], pool: Mapping[int, int]) -> list[models.LevelAnswer]:
    """The steps of a game's ladder."""
    return [
        models.LevelAnswer(
            kyu=level.kyu,
            length=level.length,
            puzzles=level.puzzles,
            needed=level.needed,
            wrong_ends=level.wrong_ends,
            beyond=level.beyond,
            single=level.single,
            kind=_kind(game, level),
            pool=pool.get(level.pool, 0),
        )
        for level in ladder
    ]


@router.get("/sittings")
def list_sittings(studio: CurrentStudio, person: CurrentPerson) -> list[models.SittingSummary]:
    """Your sittings, the newest first."""
    return [
        models.SittingSummary(
            id=row.id,
            game=row.game,
            name=row.name,
            over=row.over,
            kyu=row.kyu,
            certificate=row.code,
            asked=len(row.data["asked"]),
            made=row.made,
            ended=row.ended,
        )
        for row in sittings.sittings_of(studio.store, person.id)
    ]


@router.post("/sittings", status_code=201)
def begin_sitting(
    query: models.SittingQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.SittingAnswer:
    """Begins a sitting, or goes on with the one that is open in this game."""
    store = catalogue.ready(studio)
    game = room(query.game).id
    name = " ".join(query.name.split()) or "?"
    row = sittings.begin(store, person.id, game, name, beyond=query.beyond)
    return shown(row, query.language)


@router.get("/sittings/{sitting}")
def read_sitting(
    sitting: SittingId, studio: CurrentStudio, person: CurrentPerson, language: Language = "en"
) -> models.SittingAnswer:
    """A sitting of yours, as it stands."""
    return shown(sittings.read(studio.store, person.id, sitting), language)


@router.post("/sittings/{sitting}/turns")
async def answer_question(
    sitting: SittingId,
    query: models.ExamTurnQuery,
    studio: CurrentStudio,
    person: CurrentPerson,
) -> models.SittingAnswer:
    """Plays a whole turn. It is ruled on by the exam's rule, and answered by the best defence."""
    played = sittings.Played(sitting, query.puzzle, query.moves, query.after)
    payload = await run_in_threadpool(sittings.question_for_worker, studio.store, person.id, played)
    ruling = await _ruling(studio, person, payload)
    row = await run_in_threadpool(sittings.answer, studio.store, person.id, played, ruling)
    return await run_in_threadpool(shown, row, query.language)


async def _ruling(
    studio: CurrentStudio, person: CurrentPerson, payload: Mapping[str, Any]
) -> Mapping[str, Any]:
    try:
        return await studio.workers.submit("exam.turn", payload, person).finish()
    except JobFailure as failure:
        if failure.code not in UNDECIDED:
            raise
        return {"verdict": OPEN, "reason": "", "defence": [], "position": ""}


@router.post("/sittings/{sitting}/end")
def end_sitting(
    sitting: SittingId, query: models.StopQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.SittingAnswer:
    """Ends a sitting before its time; the kyu reached so far is yours."""
    return shown(sittings.stop(studio.store, person.id, sitting), query.language)


@router.get("/sittings/{sitting}/puzzles/{puzzle}/solution")
async def read_exam_solution(
    sitting: SittingId, puzzle: PuzzleId, studio: CurrentStudio, person: CurrentPerson
) -> SolutionAnswer:
    """The solution of a question, once the sitting is over."""
    payload = await run_in_threadpool(
        sittings.solution_for_worker, studio.store, person.id, sitting, puzzle
    )
    return await solution(studio, person, payload)


@router.get("/certificates/{code}")
def read_certificate(code: SittingId, studio: CurrentStudio) -> models.CertificateAnswer:
    """A certificate, for whoever has its code."""
    row = sittings.certificate(studio.store, code)
    ladder = sittings.ladder_of(row)
    step = next(level for level in ladder if level.kyu == row.kyu)
    return models.CertificateAnswer(
        code=code,
        name=row.name,
        game=row.game,
        names=dict(room(row.game).names),
        kyu=step.kyu,
        beyond=step.beyond,
        single=step.single,
        kind=_kind(row.game, step),
        choices=any(entry.get("choice") for entry in row.past),
        length=step.length,
        right=sum(entry["verdict"] == SOLVED for entry in row.past),
        asked=sum(entry["verdict"] != OPEN for entry in row.past),
        ended=row.ended or row.made,
    )


def shown(row: SittingRow, language: Language) -> models.SittingAnswer:
    """A sitting as its person may see it: nothing that tells an answer before the end."""
    sitting = Sitting.from_json(row.data)
    ladder = sittings.ladder_of(row)
    return models.SittingAnswer(
        id=row.id,
        game=row.game,
        name=row.name,
        levels=levels(row.game, ladder, {}),
        level=sitting.score.level,
        right=sitting.score.right,
        wrong=sitting.score.wrong,
        passed=sitting.score.passed,
        over=row.over,
        kyu=row.kyu if row.over else None,
        certificate=row.code,
        made=row.made,
        ended=row.ended,
        question=None if row.over else _question(row, sitting, language),
        last=_last(row, language),
        past=[_past(row.game, entry) for entry in row.past] if row.over else [],
        asked=len(sitting.asked),
        replaced=sittings.replaced_of(row),
        demand=_demand(row.game, ladder[sitting.score.level]),
    )


def _question(row: SittingRow, sitting: Sitting, language: Language) -> models.QuestionAnswer:
    question = sitting.question
    assert question is not None
    return models.QuestionAnswer(
        puzzle=question.puzzle,
        player=question.board().to_move,
        turns=row.turns,
        position=_board(row.game, question.options, row.shown, row.turns, language),
        question=question_text(question),
    )


def question_text(question: Question) -> dict[str, str]:
    """What the room asks, by language; empty where the page has words for it."""
    if question.by != CHOICE:
        return {}
    return dict(choices.questions_of(question.game).ask(question.board()))


def _last(row: SittingRow, language: Language) -> models.LastAnswer | None:
    # While a question is being played, its own board is what counts.
    if not row.past or (row.turns and not row.over):
        return None
    entry = row.past[-1]
    turns = [] if entry.get("choice") else entry["turns"]
    return models.LastAnswer(
        puzzle=entry["puzzle"],
        verdict=entry["verdict"],
        reason=entry["reason"],
        told=_told(row.game, entry["reason"]),
        position=_board(row.game, entry["options"], entry["start"], turns, language),
    )


def _board(
    game: str,
    options: dict[str, str],
    start: str,
    turns: Sequence[Sequence[str]],
    language: Language,
) -> PositionAnswer:
    moves = [move for turn in turns for move in turn]
    query = PositionQuery(game=game, options=options, start=start, moves=moves, language=language)
    return service.position(query)


def _past(game: str, entry: Mapping[str, Any]) -> models.PastAnswer:
    fields = models.PastAnswer.model_fields
    kept = {name: entry[name] for name in fields if name in entry}
    return models.PastAnswer(**kept, told=_told(game, entry["reason"]))
