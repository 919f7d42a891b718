"""Analysis: positions, work on them, proofs played through, records in and out, pictures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from kikashi.games import room
from kikashi.studio import models_analysis as models
from kikashi.studio import problems
from kikashi.studio.people import CurrentPerson
from kikashi.studio.services import analysis as service
from kikashi.studio.services import trees
from kikashi.studio.state import CurrentStudio

router = APIRouter(prefix="/api/analysis", tags=["analysis"], responses=problems.documented())

SVG = "image/svg+xml"


@router.post("/abilities")
def read_abilities(query: models.RulesQuery) -> models.AbilitiesAnswer:
    """What can be done with a game under these rules."""
    return service.abilities(query)


@router.post("/heat")
async def read_heat(query: models.PlaceQuery, studio: CurrentStudio) -> models.HeatAnswer:
    """Which cells matter: an opinion. Empty where the game has no such map."""
    # A map may be played out in hundreds of games: whoever asks for many waits without a thread.
    async with studio.maps:
        return models.HeatAnswer(cells=await run_in_threadpool(service.heat, query))


@router.post("/openings")
def read_openings(query: models.PlaceQuery) -> models.OpeningsAnswer:
    """What our own players chose here, and how those games ended. Empty where no book goes."""
    return service.openings(query)


@router.post("/chance")
def draw_chance(query: models.PlaceQuery) -> models.DrawAnswer:
    """What chance may do where it moves, and a draw up to the next player's move."""
    return service.chance(query)


@router.post("/placed")
def read_placed(query: models.PlaceQuery) -> models.PlacedAnswer:
    """What lies on the board, for setting it up anew."""
    placed, to_move = service.placed(query)
    return models.PlacedAnswer(placed=placed, to_move=to_move)


@router.post("/setups")
def set_up(query: models.SetupQuery) -> models.SetupAnswer:
    """The text of a board that was set up by hand; what the law does not allow is refused."""
    return models.SetupAnswer(start=service.setup(query))


@router.post("/lines", status_code=202)
def find_lines(
    query: models.LinesQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.StartedAnswer:
    """Begins engine lines: events `lines`, better and better. They are opinions, unless proved."""
    job = service.begin(studio, person, service.LINES, query, lines=query.lines)
    return models.StartedAnswer(job=job.id)


@router.post("/threats", status_code=202)
def show_threat(
    query: models.ThreatQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.StartedAnswer:
    """Begins to look what the opponent would win by if the side to move passed."""
    job = service.begin_proof(studio, person, "analysis.threat", query, seconds=query.seconds)
    return models.StartedAnswer(job=job.id)


@router.post("/proofs", status_code=202)
def prove(
    query: models.ProveQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.StartedAnswer:
    """Begins a proof that the side to move wins. The job's id is the proof's, once it is done."""
    room(query.game).read_flags(query.flags)  # refused at once, not by the job
    more = {"seconds": query.seconds, "flags": query.flags}
    job = service.begin_proof(studio, person, "analysis.prove", query, **more)
    return models.StartedAnswer(job=job.id)


@router.get("/proofs/{proof}", responses=problems.documented(404))
def read_proof(proof: str, studio: CurrentStudio, person: CurrentPerson) -> models.ProofAnswer:
    """What one of your proofs is about."""
    return service.describe(studio, person, proof)


@router.post("/proofs/{proof}/answers", responses=problems.documented(404))
async def answer_defence(
    proof: str, query: models.DefenceQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.ProvedTurnAnswer:
    """The winner's turn after some turns of the defender, from the certificate."""
    packed = await run_in_threadpool(service.certificate, studio, person, proof)
    found = await service.answer(studio, person, packed, query.replies)
    return models.ProvedTurnAnswer(**found)


@router.get(
    "/proofs/{proof}/certificate",
    response_class=Response,
    responses=problems.documented(404)
    | {200: {"content": {"application/gzip": {}}, "description": "The certificate, packed"}},
)
def download_certificate(proof: str, studio: CurrentStudio, person: CurrentPerson) -> Response:
    """The certificate of one of your proofs: `kikashi check` replays it with the law alone."""
    packed = service.certificate(studio, person, proof)
    name = 'attachment; filename="kikashi-proof.cert.gz"'
    return Response(packed, media_type="application/gzip", headers={"Content-Disposition": name})


@router.post("/reviews", status_code=202)
def review(
    query: models.ReviewQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.StartedAnswer:
    """Begins a review of the whole line: where was a proved win missed or allowed?"""
    job = service.begin(studio, person, "analysis.review", query, seconds=query.seconds)
    return models.StartedAnswer(job=job.id)


@router.post("/graphs", status_code=202)
def draw_graph(
    query: models.PlaceQuery, studio: CurrentStudio, person: CurrentPerson
) -> models.StartedAnswer:
    """Begins the evaluation graph of the whole line: an opinion after every turn."""
    return models.StartedAnswer(job=service.begin(studio, person, "analysis.graph", query).id)


@router.post("/records/read")
def read_records(query: models.ReadQuery) -> models.ReadAnswer:
    """Reads games from text: SGF in its dialects, lists of moves, position texts, CSV, PSQ."""
    return trees.read(query)


@router.post("/records/write")
def write_record(query: models.WriteQuery) -> models.WriteAnswer:
    """Writes a tree in a record format; what would be lost is named."""
    return trees.write_text(query)


@router.get(
    "/picture.svg",
    response_class=Response,
    responses={200: {"content": {SVG: {}}, "description": "The picture"}},
)
def draw_picture(query: Annotated[models.PictureQuery, Query()]) -> Response:
    """A picture of a position, for pages and papers."""
    headers = {}
    if query.download:
        headers["Content-Disposition"] = f'attachment; filename="kikashi-{query.game}.svg"'
    picture = service.picture(query.position(), query.theme, query.marked, notes=query.notes)
    return Response(picture, media_type=SVG, headers=headers)
