"""Play: games against computers, at one screen, or with a friend by link; all are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import PlainTextResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from kikashi import games
from kikashi.play import Game, TimeControl
from kikashi.records.formats import format_named
from kikashi.studio import models, problems, scenes, service, streams
from kikashi.studio.models_play import (
    AnswerQuery,
    ChanceAnswer,
    ClockAnswer,
    FillQuery,
    MovesQuery,
    NewGameQuery,
    PlayAnswer,
    PlayList,
    PlaySummary,
    SeatAnswer,
)
from kikashi.studio.models_puzzles import ValuedAnswer
from kikashi.studio.people import CurrentPerson, Person
from kikashi.studio.routes.jobs import JobAnswer, describe
from kikashi.studio.services import play
from kikashi.studio.services.tables import Table, is_open, nature
from kikashi.studio.state import CurrentStudio, Studio
from kikashi.studio.store.games import GameRow, SeatRow

router = APIRouter(prefix="/api/play/games", tags=["play"], responses=problems.documented(404, 409))

Before = Annotated[float | None, Query(ge=0, le=1e12)]
Limit = Annotated[int, Query(ge=1, le=100)]


@dataclass
class Look:
    """How the position is shown."""

    language: models.Language = "en"
    threats: bool = False
    numbers: bool = False
    notation: models.Notation = ""
    at: Annotated[int | None, Query(ge=0, le=10_000)] = None
    """The position after so many of the turns that you know of; null: as it stands."""


Looking = Annotated[Look, Depends()]


@router.post("", status_code=201)
def create_game(
    query: NewGameQuery, studio: CurrentStudio, person: CurrentPerson, look: Looking
) -> PlayAnswer:
    """Opens a table. With a `friend` seat its page is the link to send."""
    control = TimeControl.from_text(query.clock) if query.clock else None
    asked = models.PositionQuery(game=query.game, options=query.options, start=query.start)
    game = service.replay(asked)
    studio.new_games.limit(person.id, "you begin games faster than anybody plays them")
    name = studio.plays.create(person, game, query.start, query.seats, control)
    return _answer(studio, name, person, look)


@router.get("")
def list_games(
    studio: CurrentStudio,
    person: CurrentPerson,
    going: bool | None = None,
    before: Before = None,
    limit: Limit = 30,
) -> PlayList:
    """Your games, the last changed first; `before` is the `changed` of the last one you have."""
    rows = studio.plays.games_of(person, going=going, before=before, limit=limit + 1)
    return PlayList(games=[_summary(row, person) for row in rows[:limit]], more=len(rows) > limit)


@router.get("/{game}")
def read_game(
    game: str,
    studio: CurrentStudio,
    person: CurrentPerson,
    look: Looking,
) -> PlayAnswer:
    """A game as it stands; of a linked one everybody who has the link may look on."""
    return _answer(studio, game, person, look)


@router.get(
    "/{game}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {streams.MEDIA_TYPE: {}}, "description": "The events"}},
)
async def follow_game(
    game: str,
    studio: CurrentStudio,
    person: CurrentPerson,
    look: Looking,
) -> StreamingResponse:
    """The game now and after every change: events `game` with what GET answers."""

    def see() -> PlayAnswer:
        return _answer(studio, game, person, look)

    await run_in_threadpool(see)  # what is not there is refused before a stream begins

    async def events() -> AsyncGenerator[dict[str, Any], None]:
        told: object = None
        quiet_since = asyncio.get_running_loop().time()
        # It listens before it looks: a change in between would wait for the next heartbeat.
        with (
            studio.channels.listen(play.channel(game)) as changed,
            studio.plays.watching(game, person),
        ):
            while not studio.channels.closed:
                changed.clear()
                try:
                    now = await run_in_threadpool(see)
                except problems.Refusal:
                    yield {"event": "gone", "data": {}}
                    return
                stands = (now.version, now.trouble, [seat.here for seat in now.seats])
                if told != stands:
                    yield {"id": now.version, "event": "game", "data": now.model_dump(mode="json")}
                    quiet_since = asyncio.get_running_loop().time()
                told = stands
                # Heartbeats go by what this person was told, not by what they may not know of:
                # a late one would say that somebody answered in secret.
                quiet = asyncio.get_running_loop().time() - quiet_since
                try:
                    await asyncio.wait_for(changed.wait(), wait(now, quiet))
                except TimeoutError:
                    yield {"event": "heartbeat", "data": {}}
                    quiet_since = asyncio.get_running_loop().time()

    return streams.stream(events(), studio.channels.counted(person.id))


@router.post("/{game}/moves")
def play_moves(
    game: str,
    query: MovesQuery,
    studio: CurrentStudio,
    person: CurrentPerson,
    look: Looking,
) -> PlayAnswer:
    """Plays moves of your turn; an illegal one is refused and nothing is played."""
    studio.plays.play(game, person, query.moves, query.after)
    return _answer(studio, game, person, look)


@router.post("/{game}/take-back")
def take_back(game: str, studio: CurrentStudio, person: CurrentPerson, look: Looking) -> PlayAnswer:
    """Takes back the last stone of your open turn, else your last turn; people are asked first."""
    studio.plays.act(game, person, lambda table: table.take_back(person))
    return _answer(studio, game, person, look)


@router.post("/{game}/take-back/answer")
def answer_take_back(
    game: str,
    query: AnswerQuery,
    studio: CurrentStudio,
    person: CurrentPerson,
    look: Looking,
) -> PlayAnswer:
    """Agrees, or not, that the other takes back."""
    studio.plays.act(
        game, person, lambda table: table.answer_take_back(person, accept=query.accept)
    )
    return _answer(studio, game, person, look)


@router.post("/{game}/resign")
def resign(game: str, studio: CurrentStudio, person: CurrentPerson, look: Looking) -> PlayAnswer:
    """Gives the game up."""
    studio.plays.act(game, person, lambda table: table.resign(person))
    return _answer(studio, game, person, look)


@router.post("/{game}/join")
def join(game: str, studio: CurrentStudio, person: CurrentPerson, look: Looking) -> PlayAnswer:
    """Takes the open seat of a game whose link you have."""
    studio.plays.act(game, person, lambda table: table.sit_down(person))
    return _answer(studio, game, person, look)


@router.post("/{game}/rematch", status_code=201)
def rematch(game: str, studio: CurrentStudio, person: CurrentPerson, look: Looking) -> PlayAnswer:
    """The game after this one, colours swapped: the first who asks makes it, the others join it."""
    studio.new_games.limit(person.id, "you begin games faster than anybody plays them")
    return _answer(studio, studio.plays.rematch(game, person), person, look)


@router.post("/{game}/fill")
def fill(
    game: str, query: FillQuery, studio: CurrentStudio, person: CurrentPerson, look: Looking
) -> PlayAnswer:
    """Seats a computer wherever nobody sits, and the game begins."""
    studio.plays.fill(game, person, query.computer)
    return _answer(studio, game, person, look)


@router.post("/{game}/hint", status_code=202)
def hint(game: str, studio: CurrentStudio, person: CurrentPerson) -> JobAnswer:
    """Asks the strongest player what it would do; the game remembers that you did.

    The result of the job has `moves`, `reason` and `why`, the reason in each language.
    """
    return describe(studio.plays.hint(game, person))


@router.post("/{game}/proposal", status_code=202)
def proposal(game: str, studio: CurrentStudio, person: CurrentPerson) -> JobAnswer:
    """Asks the computer how a game should be settled whose players agree about it: dead stones.

    The result of the job has `moves`, which are yours to play.
    """
    return describe(studio.plays.proposal(game, person))


@router.get("/{game}/leaves")
def read_leaves(game: str, studio: CurrentStudio, person: CurrentPerson) -> list[ValuedAnswer]:
    """What each of your choices leaves in your own hand, the best first; of what you know alone.

    Empty between your turns, and in games that have no such counsel.
    """
    found = studio.plays.leaves(game, person)
    return [
        ValuedAnswer(
            word=one.move,
            value=list(one.value),
            best=one.value == found[0].value,
            said=dict(one.said),
        )
        for one in found
    ]


@router.post("/{game}/claim")
def claim(game: str, studio: CurrentStudio, person: CurrentPerson, look: Looking) -> PlayAnswer:
    """Claims all that is left: accepted, and played out, only where the checker confirms it."""
    studio.plays.act(game, person, lambda table: table.claim(person))
    return _answer(studio, game, person, look)


@router.post("/{game}/decisions", status_code=202)
def read_decisions(game: str, studio: CurrentStudio, person: CurrentPerson) -> JobAnswer:
    """What each decision of a game that is over cost, and what we would have done.

    The result of the job has `decisions`: `after` (moves before it), `player`, `move`, `best`,
    `cost`, `exact`, `said`.
    """
    return describe(studio.plays.decisions(game, person))


@router.post("/{game}/go-on")
def go_on(game: str, studio: CurrentStudio, person: CurrentPerson, look: Looking) -> PlayAnswer:
    """Asks the computer again where it had trouble."""
    studio.plays.act(game, person, lambda table: table.refuse_onlookers(person))
    return _answer(studio, game, person, look)


@router.get(
    "/{game}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "The record"}},
)
def read_record(
    game: str,
    studio: CurrentStudio,
    person: CurrentPerson,
    format: Annotated[str, Query(max_length=20)] = "sgf",  # noqa: A002 - its name in the address
) -> PlainTextResponse:
    """The game as a record, SGF or another format that fits it.

    Before the end of a game that hides something it is what you saw of it, with `?` for the rest.
    """
    return PlainTextResponse(studio.plays.record(game, person, format_named(format)))


@router.delete("/{game}", status_code=204)
def delete_game(game: str, studio: CurrentStudio, person: CurrentPerson) -> None:
    """Deletes a game that you play alone."""
    studio.plays.remove(game, person)


def wait(seen: PlayAnswer, quiet: float) -> float:
    """Until the next look, after so many quiet seconds: a heartbeat, or the moment when somebody's
    time is up."""
    beat = max(0.0, streams.HEARTBEAT - quiet)
    clock = seen.clock
    if clock is None or clock.running is None:
        return beat
    return min(beat, clock.remaining[clock.running] + 0.01)


def _answer(studio: Studio, name: str, person: Person, look: Look) -> PlayAnswer:
    seen = studio.plays.see(name, person)
    table, row = seen.table, seen.table.row
    return PlayAnswer(
        id=row.id,
        version=table.version(seen.viewer),
        position=_position(seen, look),
        seats=_seats(row, person, studio.plays),
        your_turn=seen.your_turn,
        thinking=seen.thinking and not seen.trouble,
        trouble=seen.trouble,
        over=table.over,
        result=_result(row),
        clock=_clock(table, seen.viewer),
        hints=row.hints,
        chance=_chance(table),
        take_back_asked=row.asked,
        linked=row.linked,
        rematch=row.rematch,
        resumed=row.resumed,
        may=table.rights(person),
    )


def _clock(table: Table, viewer: int) -> ClockAnswer | None:
    """The clock as a viewer sees it: who is asked in secret sees their time for the answer."""
    clock = table.clock
    if clock is None:
        return None
    remaining = [clock.remaining(seat.number) for seat in table.seats]
    running, call = clock.running, table.call_left(viewer)
    if call is not None:
        running, remaining[viewer] = viewer, call
    return ClockAnswer(
        control=str(clock.control), remaining=[round(one, 3) for one in remaining], running=running
    )


def _position(seen: play.Seen, look: Look) -> models.PositionAnswer:
    """What the asker may know of the position, now or after some of its turns."""
    table, query = seen.table, _query(seen.table.row, look)
    all_shown = table.over or not table.nature.hidden
    if look.at is None:
        view = table.referee.view(seen.viewer)
        return service.answer(table.game, query, view, all_shown=all_shown)
    if all_shown:
        until = sum(len(turn.moves) for turn in table.game.turns[: look.at])
    else:
        turns = table.game.turns_seen(seen.viewer)[: look.at]
        until = turns[-1].until if turns else 0
    before = Game(table.game.start, table.game.moves[:until])
    view = before.view(seen.viewer)
    return service.answer(before, query, replace(view, legal_moves=()), all_shown=all_shown)


def _chance(table: Table) -> ChanceAnswer | None:
    if not table.nature.chance:
        return None
    seed = table.referee.reveal().hex() if table.over else None
    return ChanceAnswer(commitment=table.referee.commitment, seed=seed)


def _query(row: GameRow, look: Look) -> models.PositionQuery:
    """What is to be shown of a game, as every position is asked for."""
    return models.PositionQuery(
        game=row.game,
        options=row.options,
        start=row.start,
        language=look.language,
        threats=look.threats,
        numbers=look.numbers,
        notation=look.notation,
    )


def _summary(row: GameRow, person: Person) -> PlaySummary:
    seats = _seats(row, person)
    begun = not any(is_open(seat) for seat in row.seats)
    hides = nature(row.game, tuple(row.options.items())).hidden
    return PlaySummary(
        id=row.id,
        game=row.game,
        options=row.options,
        seats=seats,
        moves=0 if hides and not row.over else row.move_count,
        over=row.over,
        result=_result(row),
        your_turn=begun and not row.over and _asked(row, seats),
        hints=len(row.hints),
        made=row.made,
        changed=row.changed,
    )


def _asked(row: GameRow, seats: Sequence[SeatAnswer]) -> bool:
    if not row.together:
        return seats[row.to_move].you
    answered = {kept.seat for kept in row.answers}
    return any(seats[number].you for number in row.together if number not in answered)


def _result(row: GameRow) -> models.ResultAnswer | None:
    return models.ResultAnswer(**row.result) if row.over and row.result else None


def _seats(row: GameRow, person: Person, plays: play.Plays | None = None) -> list[SeatAnswer]:
    home = games.room(row.game)
    colours: Sequence[str] = home.player_names(row.options)
    far = scenes.far_players(home, tuple(sorted(row.options.items())))
    return [
        SeatAnswer(
            number=seat.number,
            colour=colours[seat.number],
            kind=_kind(seat),
            name=seat.name,
            computer=seat.computer,
            you=seat.person_id == person.id,
            far=seat.number in far,
            here=plays is not None and plays.watches(row.id, seat.person_id),
        )
        for seat in row.seats
    ]


def _kind(seat: SeatRow) -> Any:
    if seat.computer is not None:
        return "computer"
    if seat.person_id is not None:
        return "person"
    return "left" if seat.left else "open"
