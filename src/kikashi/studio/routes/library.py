"""The library: collections of records, brought as files, browsed, searched, and made puzzles of."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from kikashi.records import Record, write
from kikashi.studio import models_library as models
from kikashi.studio import problems, service
from kikashi.studio.models import GameId, PositionQuery
from kikashi.studio.models_puzzles import JobStarted
from kikashi.studio.people import CurrentPerson, Person
from kikashi.studio.routes.puzzles import themes
from kikashi.studio.services import catalogue, library, making, shelving
from kikashi.studio.state import CurrentStudio, Studio
from kikashi.studio.store.library import CollectionRow, ShelvedRow
from kikashi.studio.work import Job

router = APIRouter(
    prefix="/api/library", tags=["library"], responses=problems.documented(404, 409, 413)
)

CollectionId = Annotated[str, Path(max_length=40)]
MOST_LISTED = 50
FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.get("/collections")
def list_collections(studio: CurrentStudio, person: CurrentPerson) -> list[models.CollectionAnswer]:
    """Your collections, the newest first."""
    found = library.collections_of(studio.store, person.id)
    return [_shown(studio, person, row) for row in found]


@router.post("/collections", status_code=201, openapi_extra=FILE)
async def bring_collection(
    request: Request,
    game: Annotated[GameId, Query()],
    name: Annotated[models.FileName, Query()],
    studio: CurrentStudio,
    person: CurrentPerson,
) -> models.CollectionAnswer:
    """Brings a file of records (SGF, PSQ, CSV or lists of moves, also as gzip), read by workers."""
    file = await request.body()
    return await run_in_threadpool(_bring, studio, person, game, name, file)


def _bring(
    studio: Studio, person: Person, game: str, name: str, file: bytes
) -> models.CollectionAnswer:
    row = library.bring(studio.store, person.id, game, name, file)
    try:
        _start(studio, person, row, "library.read")
    except problems.Refusal:
        shelving.unshelve(studio.store, row.id)
        raise
    return _shown(studio, person, row)


def _start(studio: Studio, person: Person, row: CollectionRow, kind: str) -> Job:
    """Starts work on a collection, unless it runs already."""
    running = _running(studio, person, row.id)
    if running is not None:
        return running
    payload = {
        "database": studio.store.url,
        "collection": row.id,
        "person": person.id,
        "folder": str(library.workshop(studio.store)),
    }
    return studio.workers.submit(kind, payload, person)


def _running(studio: Studio, person: Person, name: str) -> Job | None:
    for job in studio.workers.jobs_of(person):
        if job.payload.get("collection") == name and not job.ended:
            return job
    return None


def _shown(studio: Studio, person: Person, row: CollectionRow) -> models.CollectionAnswer:
    job = _running(studio, person, row.id)
    return models.CollectionAnswer(
        id=row.id,
        game=row.game,
        name=row.name,
        size=row.size,
        state=row.state,
        games=row.games,
        refused=row.refused,
        note=row.note,
        made=row.made,
        job=job.id if job else None,
        working=job.kind.name.partition(".")[2] if job else None,
        funnel=row.funnel,
    )


@router.get("/collections/{collection}")
def read_collection(
    collection: CollectionId, studio: CurrentStudio, person: CurrentPerson
) -> models.CollectionAnswer:
    """One of your collections."""
    with studio.store.session() as session:
        row = library.collection(session, person.id, collection)
    return _shown(studio, person, row)


@router.post("/collections/{collection}/reading", status_code=202)
def go_on_reading(
    collection: CollectionId, studio: CurrentStudio, person: CurrentPerson
) -> JobStarted:
    """Goes on reading a collection, where it was stopped or the studio ended meanwhile."""
    with studio.store.session() as session:
        row = library.collection(session, person.id, collection)
    if row.state != shelving.WAITING:
        raise problems.Refusal(409, "read", "this collection has been read to its end")
    return JobStarted(job=_start(studio, person, row, "library.read").id)


@router.post("/collections/{collection}/factory", status_code=202)
def run_factory(
    collection: CollectionId, studio: CurrentStudio, person: CurrentPerson
) -> JobStarted:
    """Makes puzzles of a collection, or goes on with it. Stop it at /api/jobs; nothing is lost."""
    with catalogue.ready(studio).session() as session:
        row = library.collection(session, person.id, collection)
    if not row.games:
        raise problems.Refusal(409, "no-games", "no game of this collection has been read")
    refuse_without_factory(row.game)
    return JobStarted(job=_start(studio, person, row, "library.factory").id)


def refuse_without_factory(game: str) -> None:
    """Not every game has a factory for puzzles."""
    refused = making.refusal_of_game(service.playable_room(game).start())
    if refused is not None:
        raise problems.Refusal(422, refused.code, refused.detail)


@router.delete("/collections/{collection}", status_code=204)
def take_collection_away(
    collection: CollectionId, studio: CurrentStudio, person: CurrentPerson
) -> None:
    """Takes a collection away. Puzzles that were made of it stay."""
    job = _running(studio, person, collection)
    if job is not None:
        job.cancel()
    library.take_away(studio.store, person.id, collection)


@router.get("/collections/{collection}/file", response_class=Response)
def read_file(collection: CollectionId, studio: CurrentStudio, person: CurrentPerson) -> Response:
    """The file as you brought it."""
    with studio.store.session() as session:
        content = library.collection(session, person.id, collection).file
    # Never shown by a browser as a page of ours, whatever it holds.
    headers = {"Content-Disposition": 'attachment; filename="records"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


@router.get("/collections/{collection}/games")
def list_games_of(
    collection: CollectionId,
    studio: CurrentStudio,
    person: CurrentPerson,
    *,
    words: Annotated[str, Query(max_length=100)] = "",
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = MOST_LISTED,
) -> models.GamesPage:
    """Games of a collection, also those alone whose names hold some words."""
    with studio.store.session() as session:
        library.collection(session, person.id, collection)
        found, total = library.games_of(session, collection, words, offset, limit)
    return models.GamesPage(total=total, games=[_listed(row) for row in found])


def _listed(row: ShelvedRow) -> models.ShelvedAnswer:
    return models.ShelvedAnswer(
        number=row.number,
        players=row.players,
        result=row.result,
        title=row.title,
        stones=row.stones,
    )


@router.get("/collections/{collection}/games/{number}")
def read_game_of(
    collection: CollectionId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    studio: CurrentStudio,
    person: CurrentPerson,
) -> models.ShelvedGame:
    """One game of a collection."""
    with studio.store.session() as session:
        library.collection(session, person.id, collection)
        row = library.game_of(session, collection, number)
    return models.ShelvedGame(
        **_listed(row).model_dump(),
        options=row.options,
        setup=row.setup,
        moves=row.moves.split(),
    )


@router.get("/collections/{collection}/games/{number}/sgf", response_class=Response)
def read_sgf_of(
    collection: CollectionId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    studio: CurrentStudio,
    person: CurrentPerson,
) -> Response:
    """The main line of one game as SGF."""
    with studio.store.session() as session:
        game = library.collection(session, person.id, collection).game
        row = library.game_of(session, collection, number)
    record = Record(
        game,
        dict(row.options),
        setup=row.setup,
        players=tuple(row.players),
        result=row.result,
        name=row.title,
    )
    at = record.root
    for move in row.moves.split():
        at = at.add(move)
    headers = {"Content-Disposition": f'attachment; filename="game-{number}.sgf"'}
    return Response(write([record]), media_type="application/x-go-sgf", headers=headers)


@router.get("/collections/{collection}/unread")
def list_unread(
    collection: CollectionId, studio: CurrentStudio, person: CurrentPerson
) -> list[models.UnreadAnswer]:
    """The records that could not be read, each with the reason."""
    with studio.store.session() as session:
        library.collection(session, person.id, collection)
        found = library.unread_of(session, collection)
    return [models.UnreadAnswer(number=row.number, text=row.text) for row in found]


@router.get("/collections/{collection}/counts")
def read_counts(
    collection: CollectionId, studio: CurrentStudio, person: CurrentPerson
) -> models.CountsAnswer:
    """A collection in numbers, for plots."""
    with studio.store.session() as session:
        row = library.collection(session, person.id, collection)
        found = library.counts(session, person.id, collection)
    return models.CountsAnswer(
        results=found.results,
        stones=[models.BarAnswer(**vars(bar)) for bar in found.stones],
        puzzles=found.puzzles,
        themes=themes(row.game, found.tags),
    )


@router.post("/positions")
def search_position(
    query: models.SearchQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.SearchAnswer:
    """Where a position came up in your games, turned and mirrored ones too, and what followed."""
    asked = query.model_dump(exclude={"collection"})
    position = service.replay(PositionQuery(**asked)).position
    with studio.store.session() as session:
        found = library.search(session, person.id, position, query.collection)
    return models.SearchAnswer(
        games=found.games,
        continuations=[
            models.ContinuationAnswer(moves=list(one.moves), games=one.games, wins=list(one.wins))
            for one in found.continuations
        ],
        found=[
            models.FoundAnswer(collection=row.id, name=row.name, stones=stones, game=_listed(game))
            for row, game, stones in found.listed
        ],
    )
