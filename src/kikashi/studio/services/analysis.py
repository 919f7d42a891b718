"""Studying positions: what can be asked of a game, work that is begun, proofs that are kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from kikashi.drawing import Marks, Scene
from kikashi.drawing.svg import to_svg
from kikashi.games import room
from kikashi.law import CHANCE, Position
from kikashi.law.capabilities import LANGUAGES
from kikashi.play import Game, studying
from kikashi.play import openings as book
from kikashi.play.book import sound
from kikashi.play.lines import analyst
from kikashi.play.referee import SEED_BYTES, draw
from kikashi.studio import problems, service
from kikashi.studio.models import PositionQuery
from kikashi.studio.models_analysis import (
    AbilitiesAnswer,
    DrawAnswer,
    FlagAnswer,
    OpeningAnswer,
    OpeningsAnswer,
    OutcomeAnswer,
    PieceAnswer,
    PlaceQuery,
    ProofAnswer,
    RulesQuery,
    SetupQuery,
)
from kikashi.studio.people import Person
from kikashi.studio.services.trees import formats_for
from kikashi.studio.state import Studio
from kikashi.studio.store import now
from kikashi.studio.store.proofs import ProofRow
from kikashi.studio.work import Job
from kikashi.studio.work.job import KEPT

MOST_OUTCOMES = 16
"""Of chance, that are offered one by one: the pieces of dark chess, but no deal of cards."""
KEPT_PROOFS = 40
"""Of one person; the oldest go first."""
LINES = "analysis.lines"


def game_of(query: PlaceQuery) -> Game:
    """The game so far; a refusal names the move."""
    asked = PositionQuery.model_construct(
        game=query.game, options=query.options, start=query.start, moves=query.moves
    )
    return service.replay(asked)


def abilities(query: RulesQuery) -> AbilitiesAnswer:
    """What can be done with a game under these rules."""
    played = room(query.game)
    start = played.start(query.options)
    can = played.capabilities(start.options)
    names = played.player_names(start.options)
    study = studying.can_study(start)
    return AbilitiesAnswer(
        game=played.id,
        options=dict(start.options),
        player_names=list(names),
        provers=list(can.provers),
        flags=[
            FlagAnswer(
                name=flag.name,
                default=flag.default,
                help=dict(flag.help),
                choices=list(flag.choices),
            )
            for flag in (played.flags() if can.provers else ())
        ],
        review=bool(can.provers) or played.hindsight() is not None,
        engine=analyst(start) is not None,
        threats=_has_threats(start),
        heat=played.heat_map() is not None,
        owners=list(played.owners()),
        study=study,
        pieces=[
            PieceAnswer(key=piece.key, player=piece.player, colour=names[piece.player])
            for piece in (studying.pieces(start) if study else ())
        ],
        formats=formats_for(start),
    )


def _has_threats(position: Position) -> bool:
    return service.shows_threats(position)


def picture(query: PositionQuery, theme: str, marked: str = "", *, notes: bool = True) -> str:
    """The position as SVG text; `marked` names cells to be pointed at, with dots between them.

    Without `notes` the board stands alone: a page says in its own font what is to be said.
    """
    scene = msgspec.convert(service.position(query).scene, Scene)
    cells = tuple(cell for cell in marked.split(".") if cell)
    if cells:
        seen = service.replay(query).position.view_of_mover()
        pointed = room(query.game).scene(seen, Marks(best=cells, language=query.language))
        marks = (mark for mark in pointed.marks if mark.kind == "best")
        scene = msgspec.structs.replace(scene, marks=(*scene.marks, *marks))
    if not notes and scene.panels:
        foot = max(panel.y + panel.height for panel in scene.panels) + 2
        labels = tuple(label for label in scene.labels if label.kind != "note")
        scene = msgspec.structs.replace(scene, labels=labels, height=foot)
    return to_svg(scene, theme)


def heat(query: PlaceQuery) -> dict[str, float]:
    """Which cells matter: an opinion."""
    return studying.heat(game_of(query).position)


def openings(query: PlaceQuery) -> OpeningsAnswer:
    """What our own players chose in a position."""
    position = game_of(query).position
    home, found = room(position.game), book.openings(position)
    played = sound(found, position.to_move) if book.has_book(position.game) else ()
    return OpeningsAnswer(
        turns=[
            OpeningAnswer(
                moves=list(one.moves),
                games=one.games,
                wins=list(one.wins),
                ways=[list(home.touched(move)) for move in one.moves],
                mark=one.mark,
                by=home.method_names(one.by) if one.by else {},
                within=one.turns,
                played=one in played,
            )
            for one in found
        ]
    )


def chance(query: PlaceQuery) -> DrawAnswer:
    """What chance may do here, and what it did when it was drawn for."""
    position = game_of(query).position
    home = room(position.game)
    outcomes = position.outcomes() if position.result() is None else ()
    weights = sum(outcome.weight for outcome in outcomes)
    drawn: list[str] = []
    seed, here = secrets.token_bytes(SEED_BYTES), position
    while here.result() is None and here.to_move == CHANCE:
        drawn.append(draw(seed, len(drawn), here.outcomes()))
        here = here.play(drawn[-1])
    return DrawAnswer(
        drawn=drawn,
        outcomes=[
            OutcomeAnswer(
                move=outcome.move,
                names={language: home.move_name(outcome.move, language) for language in LANGUAGES},
                chance=float(outcome.weight / weights),
            )
            for outcome in outcomes
        ]
        if len(outcomes) <= MOST_OUTCOMES
        else [],
    )


def placed(query: PlaceQuery) -> tuple[dict[str, str], int]:
    """What lies on the board, for setting it up anew, and who moves."""
    here = game_of(query).position
    return studying.placed(here), here.to_move


def setup(query: SetupQuery) -> str:
    """The text of a board that was set up by hand."""
    start = room(query.game).start(query.options)
    return studying.arranged(start, query.placed, query.to_move).to_text()


# --- work --------------------------------------------------------------------------------------


def begin(
    studio: Studio,
    person: Person,
    kind: str,
    query: PlaceQuery,
    keep: Callable[[Job, Mapping[str, Any]], None] | None = None,
    **more: object,
) -> Job:
    """Begins work on a place. Whoever asks for something new is done with their old lines."""
    game = game_of(query)
    payload: dict[str, Any] = {
        "game": query.game,
        "options": dict(game.start.options),
        "start": query.start,
        "moves": list(game.moves),
    }
    for job in studio.workers.jobs_of(person):
        if job.kind.name == LINES and not job.ended:
            job.cancel()
    return studio.workers.submit(kind, {**payload, **more}, person, keep)


def begin_proof(
    studio: Studio, person: Person, kind: str, query: PlaceQuery, **more: object
) -> Job:
    """Begins the search for a proof; its certificate is kept here."""

    def keep(job: Job, result: Mapping[str, Any]) -> None:
        if result.get(KEPT):
            _keep(studio, job, result)

    return begin(studio, person, kind, query, keep, **more)


def _keep(studio: Studio, job: Job, result: Mapping[str, Any]) -> None:
    with studio.store.session() as session:
        mine = select(ProofRow).where(ProofRow.person_id == job.person)
        for row in session.scalars(mine.order_by(ProofRow.made.desc()).offset(KEPT_PROOFS - 1)):
            session.delete(row)
        session.add(
            ProofRow(
                id=job.id,
                person_id=job.person,
                game=job.payload["game"],
                options=job.payload["options"],
                start=result["start"],
                claim=result["claim"],
                certificate=result[KEPT],
                made=now(),
            )
        )


def certificate(studio: Studio, person: Person, proof: str) -> bytes:
    """The packed certificate of one's own proof."""
    with studio.store.session() as session:
        return _own(session, person, proof).certificate


def describe(studio: Studio, person: Person, proof: str) -> ProofAnswer:
    """What a kept proof is about."""
    with studio.store.session() as session:
        row = _own(session, person, proof)
        return ProofAnswer(
            id=row.id, game=row.game, options=row.options, start=row.start, claim=row.claim
        )


def _own(session: Session, person: Person, proof: str) -> ProofRow:
    row = session.get(ProofRow, proof)
    if row is None or row.person_id != person.id:
        raise problems.not_found("you have no such proof here any more; prove it again")
    return row


async def answer(
    studio: Studio, person: Person, packed: bytes, replies: Sequence[Sequence[str]]
) -> Mapping[str, Any]:
    """The prover's turn after these defences."""
    payload = {
        "certificate": packed,
        "replies": [list(turn) for turn in replies],
    }
    return await studio.workers.submit("analysis.answer", payload, person).finish()
