"""The rows of games: made for a table or a rematch, listed, and given up with their people."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from secrets import randbelow
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session, selectinload

from kikashi.law import Position
from kikashi.play import TimeControl
from kikashi.play.referee import SEED_BYTES
from kikashi.studio import problems
from kikashi.studio.people import Person, new_id
from kikashi.studio.services.tables import new_row
from kikashi.studio.store.games import GameRow, SeatRow

ME, FRIEND = "me", "friend"
MOST_GAMES = 2_000
"""Of one person; the oldest that are over give way."""


def opened(
    person: Person,
    position: Position,
    setup: str,
    seats: Sequence[str],
    control: TimeControl | None,
) -> GameRow:
    """A new game with its seats: each is `me`, `friend` or a computer player."""
    row = _new(
        game=position.game,
        options=dict(position.options),
        start=setup,
        to_move=position.to_move,
        control=str(control) if control else None,
        clock=[control.whole] * len(seats) if control else None,
        linked=FRIEND in seats,
    )
    row.seats = [_seat(number, seat, person) for number, seat in enumerate(seats)]
    return row


def swapped(row: GameRow) -> GameRow:
    """A new game like this one; everybody moves on by a seat."""
    count = len(row.seats)
    made = _new(
        game=row.game,
        options=dict(row.options),
        start=row.start,
        to_move=0,
        control=row.control,
        clock=[TimeControl.from_text(row.control).whole] * count if row.control else None,
        linked=row.linked,
    )
    for seat in row.seats:
        made.seats.append(
            SeatRow(
                number=(seat.number + 1) % count,
                person_id=seat.person_id,
                computer=seat.computer,
                name=seat.name,
                left=seat.left,
            )
        )
    made.seats.sort(key=lambda seat: seat.number)
    return made


def of_person(
    session: Session, person: Person, *, going: bool | None, before: float | None, limit: int
) -> list[GameRow]:
    """A person's games, the last changed first."""
    query = (
        select(GameRow)
        .where(GameRow.id.in_(_ids_of(person)))
        .order_by(GameRow.changed.desc(), GameRow.id)
        .limit(limit)
        .options(selectinload(GameRow.answers))  # the rows are read after the session
    )
    if going is not None:
        # JSON null and SQL NULL are two things: the end of a game is told by its columns.
        query = query.where(GameRow.over.is_(not going))
    if before is not None:
        query = query.where(GameRow.changed < before)
    return list(session.scalars(query))


def make_space(session: Session, person: Person) -> None:
    """Before a new game: the oldest that are over are deleted where there would be too many."""
    query = (
        select(GameRow)
        .where(GameRow.id.in_(_ids_of(person)))
        .order_by(GameRow.changed.desc())
        .offset(MOST_GAMES - 1)
    )
    for row in session.scalars(query):
        if not row.over:
            raise problems.Refusal(
                403, "too-many-games", f"you have {MOST_GAMES} games going; end some of them first"
            )
        if all(seat.person_id in (None, person.id) for seat in row.seats):
            session.delete(row)


def forget(session: Session, person: Person) -> None:
    """Before a person leaves for good: games that were theirs alone go with them."""
    for row in session.scalars(select(GameRow).where(GameRow.id.in_(_ids_of(person)))):
        if all(seat.person_id in (None, person.id) for seat in row.seats):
            session.delete(row)
    session.flush()
    session.execute(update(SeatRow).where(SeatRow.person_id == person.id).values(left=True))


def _new(**values: Any) -> GameRow:
    return new_row(
        id=new_id(),
        seed=randbelow(2**31),
        secret=secrets.token_hex(SEED_BYTES),
        answers=[],
        together=None,
        **values,
    )


def _seat(number: int, seat: str, person: Person) -> SeatRow:
    mine = seat == ME
    return SeatRow(
        number=number,
        person_id=person.id if mine else None,
        computer=None if seat in (ME, FRIEND) else seat,
        name=person.name if mine else "",
        left=False,
    )


def _ids_of(person: Person) -> Any:
    return select(SeatRow.game_id).where(SeatRow.person_id == person.id)
