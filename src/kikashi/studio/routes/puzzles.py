"""Puzzles: what there is, attempts at them, progress, reports, own mixes, making one."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from kikashi.games import room
from kikashi.puzzles import Puzzle, choices
from kikashi.puzzles.model import CHOICE, FURTHER
from kikashi.studio import models_puzzles as models
from kikashi.studio import problems, service
from kikashi.studio.models import GameId, Language, PositionQuery
from kikashi.studio.people import CurrentPerson
from kikashi.studio.services import catalogue, choosing, progress, solving, sorts
from kikashi.studio.services.choosing import Wish
from kikashi.studio.services.solving import Asked
from kikashi.studio.state import CurrentStudio
from kikashi.studio.store import now
from kikashi.studio.store.solving import CardRow, MakerRow, MixRow

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], responses=problems.documented(404, 409))

MOST_MIXES = 30
MOST_LISTED = 200
AttemptId = Annotated[str, Path(max_length=40)]


def wish_of(query: models.WishQuery) -> Wish:
    """A wish as services know it."""
    return Wish(
        query.game,
        query.shortest,
        query.longest,
        tuple(query.tags),
        query.every,
        tuple(query.without),
        query.own,
        query.sort,
    )


@router.get("")
def list_shelves(studio: CurrentStudio, person: CurrentPerson) -> list[models.ShelfAnswer]:
    """The games that have puzzles, with lengths, themes, and where you stand."""
    with catalogue.ready(studio).session() as session:
        failed: dict[str, int] = {}
        for card, _ in choosing.failures(session, person.id):
            failed[card.game] = failed.get(card.game, 0) + 1
        ratings = solving.ratings_of(session, person.id)
        others = sorts.further(session)
        found = catalogue.shelves(session, person.id)
        there = {shelf.game for shelf in found}
        found += [catalogue.Shelf(game) for game in sorted(others) if game not in there]
        return [
            models.ShelfAnswer(
                game=shelf.game,
                names=dict(room(shelf.game).names),
                by=sorts.class_of(shelf.game),
                method=room(shelf.game).method_names(sorts.class_of(shelf.game)),
                further=[_further(shelf.game, one) for one in others.get(shelf.game, ())],
                puzzles=shelf.puzzles,
                own=shelf.own,
                lengths=shelf.lengths,
                themes=themes(shelf.game, shelf.tags),
                rating=ratings[shelf.game].value if shelf.game in ratings else None,
                deviation=ratings[shelf.game].deviation if shelf.game in ratings else None,
                failures=failed.get(shelf.game, 0),
            )
            for shelf in found
        ]


def _further(game: str, found: sorts.Further) -> models.FurtherAnswer:
    return models.FurtherAnswer(
        sort=cast(models.Sort, found.sort),
        by=sorts.class_of(game, found.sort),
        method=room(game).method_names(sorts.class_of(game, found.sort)),
        puzzles=sum(found.lengths.values()),
        lengths=found.lengths,
        themes=themes(game, found.tags),
    )


def themes(game: str, counts: dict[str, int]) -> list[models.ThemeAnswer]:
    """Tags with the room's words for them."""
    words = catalogue.tag_words(game)
    return [
        models.ThemeAnswer(tag=tag, names=dict(words.get(tag, {})), puzzles=count)
        for tag, count in counts.items()
        if tag not in FURTHER  # what all puzzles of a sort have is no theme
    ]


@router.post("/counts")
def count_puzzles(
    query: models.WishQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.CountAnswer:
    """How many puzzles fit a wish, and how many of them are new to you."""
    with catalogue.ready(studio).session() as session:
        fitting, fresh = choosing.count(session, person.id, wish_of(query))
    return models.CountAnswer(fitting=fitting, fresh=fresh)


@router.post("/attempts", status_code=201)
def begin_attempt(
    query: models.AttemptQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.AttemptAnswer:
    """A puzzle for you, turned and coloured at random."""
    store = catalogue.ready(studio)
    purpose = query.purpose if query.puzzle is None else solving.OWN
    asked = solving.begin(store, person.id, wish_of(query), purpose, query.puzzle)
    return shown(asked, query.language)


@router.get("/attempts/{attempt}")
def read_attempt(
    attempt: AttemptId, studio: CurrentStudio, person: CurrentPerson, language: Language = "en"
) -> models.AttemptAnswer:
    """An attempt of yours, as it stands."""
    return shown(solving.read(studio.store, person.id, attempt), language)


@router.post("/attempts/{attempt}/turns")
async def play_turn(
    attempt: AttemptId, query: models.TurnQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.AttemptAnswer:
    """Plays a whole turn; it is judged, and answered with the strongest defence."""
    played = solving.Played(attempt, query.moves, query.after)
    payload = await run_in_threadpool(solving.question_for_worker, studio.store, person.id, played)
    ruling = await studio.workers.submit("puzzles.turn", payload, person).finish()
    asked = await run_in_threadpool(solving.rule, studio.store, person.id, played, ruling)
    return await run_in_threadpool(shown, asked, query.language, ruling["verdict"])


@router.post("/attempts/{attempt}/end")
def end_attempt(
    attempt: AttemptId, query: models.EndQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.AttemptAnswer:
    """Skips a puzzle, or gives it up."""
    skip = query.how == "skip"
    asked = solving.give_up(studio.store, person.id, attempt, skip=skip)
    return shown(asked, query.language)


@router.get("/attempts/{attempt}/solution")
async def read_solution(
    attempt: AttemptId, studio: CurrentStudio, person: CurrentPerson
) -> models.SolutionAnswer:
    """The solution as a tree, once the attempt is over."""
    payload = await run_in_threadpool(solving.solution_for_worker, studio.store, person.id, attempt)
    return await solution(studio, person, payload)


@router.post("/attempts/{attempt}/solution")
async def adjust_solution(
    attempt: AttemptId, query: models.AdjustQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.SolutionAnswer:
    """The values of a question's choices under what you set, once the attempt is over."""
    payload = await run_in_threadpool(solving.solution_for_worker, studio.store, person.id, attempt)
    room(payload["game"]).read_question_flags(query.flags)
    return await solution(studio, person, payload | {"flags": query.flags})


async def solution(
    studio: CurrentStudio, person: CurrentPerson, payload: dict[str, Any]
) -> models.SolutionAnswer:
    """Has a worker unfold a solution."""
    found = await studio.workers.submit("puzzles.solution", payload, person).finish()
    return models.SolutionAnswer(start=payload["start"], **found)


def shown(asked: Asked, language: Language, verdict: str = "") -> models.AttemptAnswer:
    """An attempt as its person may see it: what tells the answer waits for the end."""
    attempt, puzzle = asked.attempt, asked.puzzle
    query = PositionQuery(**solving.board_of(asked), language=language)
    game = service.replay(query)
    return models.AttemptAnswer(
        id=attempt.id,
        puzzle=asked.card.id,
        game=asked.card.game,
        state=attempt.state,
        purpose=attempt.purpose,
        rated=attempt.rated,
        sort=cast(models.Sort, sorts.sort_of(puzzle)),
        by=puzzle.by,
        method=room(puzzle.game).method_names(puzzle.by),
        length=puzzle.length,
        question=question_of(puzzle),
        key_stone=puzzle.key_stone,
        player=game.start.to_move,
        turns=attempt.turns,
        strayed=attempt.strayed,
        position=service.answer(game, query),
        verdict=verdict,
        reason=attempt.reason,
        end=_end(asked) if attempt.state in choosing.ENDED else None,
    )


def question_of(puzzle: Puzzle) -> dict[str, str]:
    """What the room asks, by language; empty where the page has words for it."""
    if puzzle.goal != CHOICE:
        return {}
    return dict(choices.questions_of(puzzle.game).ask(puzzle.start()))


def _end(asked: Asked) -> models.EndAnswer:
    card, attempt, puzzle = asked.card, asked.attempt, asked.puzzle
    return models.EndAnswer(
        difficulty=card.value,
        deviation=card.deviation,
        attempts=card.attempts,
        solved=card.solved,
        themes=themes(card.game, dict(puzzle.tags)),
        quality=puzzle.quality,
        origin=puzzle.origin,
        expected=attempt.expected,
        before=attempt.before,
        after=attempt.after,
    )


@router.get("/failures")
def list_failures(
    studio: CurrentStudio, person: CurrentPerson, game: Annotated[GameId | None, Query()] = None
) -> list[models.FailureAnswer]:
    """Puzzles whose last attempt failed, the longest ago first: to be repeated."""
    with catalogue.ready(studio).session() as session:
        wish = Wish(game) if game else None
        return [
            models.FailureAnswer(
                puzzle=card.id,
                game=card.game,
                length=card.length,
                failed=attempt.ended,
                attempt=attempt.id,
            )
            for card, attempt in choosing.failures(session, person.id, wish)[:MOST_LISTED]
        ]


@router.get("/progress")
def read_progress(
    game: GameId, studio: CurrentStudio, person: CurrentPerson
) -> models.ProgressAnswer:
    """Your rating over time, and how you do by length and theme, the weakest first."""
    with studio.store.session() as session:
        found = progress.progress(session, person.id, room(game).id, now())
    words = catalogue.tag_words(game)

    def share(one: progress.Share) -> models.ShareAnswer:
        return models.ShareAnswer(
            name=one.name,
            names=dict(words.get(one.name, {})),
            attempts=one.attempts,
            solved=one.solved,
            expected=one.expected,
            weak=one.weak,
        )

    return models.ProgressAnswer(
        game=game,
        rating=found.rating,
        deviation=found.deviation,
        attempts=found.attempts,
        solved=found.solved,
        history=list(found.history),
        days=[models.DayAnswer(**vars(day)) for day in found.days],
        lengths=[share(one) for one in found.lengths],
        themes=[share(one) for one in found.themes],
    )


@router.post("/{puzzle}/reports", status_code=204)
def report_puzzle(
    puzzle: models.PuzzleId,
    query: models.ReportQuery,
    studio: CurrentStudio,
    person: CurrentPerson,
) -> None:
    """Says that a puzzle is wrong. You will not meet it again."""
    solving.report(catalogue.ready(studio), person.id, puzzle, query.text)


@router.get("/mixes")
def list_mixes(studio: CurrentStudio, person: CurrentPerson) -> list[models.MixAnswer]:
    """Your own choices of puzzles."""
    with studio.store.session() as session:
        query = select(MixRow).where(MixRow.person_id == person.id).order_by(MixRow.made)
        return [
            models.MixAnswer(name=row.name, wish=models.WishQuery(**row.wish))
            for row in session.scalars(query)
        ]


@router.put("/mixes/{name}")
def keep_mix(
    name: models.MixName, query: models.MixQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.MixAnswer:
    """Keeps a choice of puzzles under a name."""
    with studio.store.session() as session:
        known = session.get(MixRow, (person.id, name))
        if known is None:
            _refuse_more_mixes(session, person.id)
        session.merge(
            MixRow(person_id=person.id, name=name, wish=query.wish.model_dump(), made=now())
        )
    return models.MixAnswer(name=name, wish=query.wish)


def _refuse_more_mixes(session: Session, person: str) -> None:
    kept = select(func.count()).select_from(MixRow).where(MixRow.person_id == person)
    if (session.scalar(kept) or 0) >= MOST_MIXES:
        text = f"you keep {MOST_MIXES} mixes already; drop one first"
        raise problems.Refusal(409, "too-many-mixes", text)


@router.delete("/mixes/{name}", status_code=204)
def drop_mix(name: models.MixName, studio: CurrentStudio, person: CurrentPerson) -> None:
    """Forgets a mix."""
    with studio.store.session() as session:
        session.execute(delete(MixRow).where(MixRow.person_id == person.id, MixRow.name == name))


@router.get("/made")
def list_made(studio: CurrentStudio, person: CurrentPerson) -> list[models.MadeAnswer]:
    """The puzzles that you had made, the newest first."""
    with catalogue.ready(studio).session() as session:
        query = (
            select(CardRow, MakerRow)
            .join(MakerRow, MakerRow.card_id == CardRow.id)
            .where(MakerRow.person_id == person.id)
            .order_by(MakerRow.made.desc(), CardRow.id)
            .limit(MOST_LISTED)
        )
        return [
            models.MadeAnswer(
                puzzle=card.id,
                game=card.game,
                length=card.length,
                made=maker.made,
                collection=maker.collection_id,
            )
            for card, maker in session.execute(query)
        ]


@router.post("/making", status_code=202)
def make_puzzle(
    query: models.MakeQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.JobStarted:
    """Has the factory make a puzzle of a position. Its last event says which, or why not."""
    service.replay(PositionQuery(**query.model_dump()))  # refuses nonsense before it waits in line
    payload = {
        **query.model_dump(),
        "database": catalogue.ready(studio).url,
        "person": person.id,
    }
    return models.JobStarted(job=studio.workers.submit("puzzles.make", payload, person).id)
