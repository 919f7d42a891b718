"""A person's collections of records: bringing, browsing, searching, counting."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from kikashi.games import room
from kikashi.law import Position
from kikashi.play.position_keys import key_of
from kikashi.records.files import unpacked_over
from kikashi.studio import problems
from kikashi.studio.people import new_id
from kikashi.studio.services.shelving import WAITING, unshelve
from kikashi.studio.settings import usual_database
from kikashi.studio.store import Store, now
from kikashi.studio.store.library import CollectionRow, MetRow, ShelvedRow, UnreadRow
from kikashi.studio.store.solving import CardRow, CardTagRow, MakerRow

MOST_COLLECTIONS = 40
MOST_BYTES = 64 << 20
"""Of one person, all files together."""
MOST_UNPACKED = 32 << 20
"""Of one file: gzip of a few kilobytes can hold hundreds of megabytes."""
MOST_FOUND = 50
"""Games that a search by position lists."""
MOST_TURNS = 12
"""Continuations that it lists."""
BARS = 12


def bring(store: Store, person: str, game: str, name: str, file: bytes) -> CollectionRow:
    """Keeps a file; it is read afterwards. problems.Refusal where it is too much."""
    known = room(game).id
    if not file:
        raise problems.Refusal(422, "empty-file", "the file is empty; choose one with records")
    if unpacked_over(file, MOST_UNPACKED):
        text = f"the file is larger than {MOST_UNPACKED >> 20} MiB when unpacked; split it first"
        raise problems.Refusal(413, "too-large", text)
    with store.session() as session:
        count, size = session.execute(
            select(func.count(), func.coalesce(func.sum(CollectionRow.size), 0)).where(
                CollectionRow.person_id == person
            )
        ).one()
        if count >= MOST_COLLECTIONS or size + len(file) > MOST_BYTES:
            text = (
                f"a library holds {MOST_COLLECTIONS} files of together {MOST_BYTES >> 20} MiB at "
                "most; take one away first"
            )
            raise problems.Refusal(409, "library-full", text)
        row = CollectionRow(
            id=new_id(),
            person_id=person,
            game=known,
            name=name,
            file=file,
            size=len(file),
            state=WAITING,
            read=0,
            games=0,
            refused=0,
            note="",
            funnel=None,
            made=now(),
        )
        session.add(row)
        session.flush()
        return row


def collections_of(store: Store, person: str) -> list[CollectionRow]:
    """A person's collections, the newest first."""
    with store.session() as session:
        query = (
            select(CollectionRow)
            .where(CollectionRow.person_id == person)
            .order_by(CollectionRow.made.desc())
        )
        return list(session.scalars(query))


def collection(session: Session, person: str, name: str) -> CollectionRow:
    """One collection of this person."""
    row = session.get(CollectionRow, name)
    if row is None or row.person_id != person:
        raise problems.not_found("you have no such collection")
    return row


def take_away(store: Store, person: str, name: str) -> None:
    """Forgets a collection; puzzles that were made of it stay."""
    with store.session() as session:
        collection(session, person, name)
    unshelve(store, name)
    shutil.rmtree(workshop(store) / name, ignore_errors=True)


def workshop(store: Store) -> Path:
    """Where the factory keeps what is half done: beside the database."""
    database = store.engine.url.database
    sqlite = store.engine.dialect.name == "sqlite"
    home = Path(database) if sqlite and database else usual_database()
    return home.parent / "factory"


def games_of(
    session: Session, name: str, words: str, offset: int, limit: int
) -> tuple[list[ShelvedRow], int]:
    """Games of a collection, those whose names hold every word; and how many there are."""
    where = [ShelvedRow.collection_id == name]
    where += [ShelvedRow.words.contains(word, autoescape=True) for word in words.lower().split()]
    total = session.scalar(select(func.count()).select_from(ShelvedRow).where(*where)) or 0
    query = select(ShelvedRow).where(*where).order_by(ShelvedRow.number).offset(offset).limit(limit)
    return list(session.scalars(query)), total


def game_of(session: Session, name: str, number: int) -> ShelvedRow:
    """One game of a collection."""
    query = select(ShelvedRow).where(ShelvedRow.collection_id == name, ShelvedRow.number == number)
    row = session.scalar(query)
    if row is None:
        raise problems.not_found(f"this collection has no game {number}")
    return row


def unread_of(session: Session, name: str) -> list[UnreadRow]:
    """The records of a collection that could not be read."""
    query = select(UnreadRow).where(UnreadRow.collection_id == name).order_by(UnreadRow.number)
    return list(session.scalars(query))


@dataclass(frozen=True)
class Continuation:
    """A turn that was played in a position, and how those games ended."""

    moves: tuple[str, ...]
    games: int
    wins: tuple[int, ...]
    """By player."""


@dataclass(frozen=True)
class Found:
    """Where a position came up."""

    games: int
    continuations: tuple[Continuation, ...]
    listed: tuple[tuple[CollectionRow, ShelvedRow, int], ...]


def search(session: Session, person: str, position: Position, within: str | None) -> Found:
    """The games of a person in which a position, or a picture of it, came up."""
    key = key_of(position)
    where = [MetRow.key == key.text, CollectionRow.person_id == person]
    if within is not None:
        where.append(CollectionRow.id == collection(session, person, within).id)
    sides = room(position.game).player_names(position.options)
    wins = [func.sum(case((ShelvedRow.result == side, 1), else_=0)) for side in sides]

    def joined(query: Any) -> Any:
        return (
            query.join(ShelvedRow, ShelvedRow.id == MetRow.shelved_id)
            .join(CollectionRow, CollectionRow.id == ShelvedRow.collection_id)
            .where(*where)
        )

    total = session.scalar(joined(select(func.count(MetRow.shelved_id.distinct()))))
    turns = session.execute(
        joined(select(MetRow.next, func.count(), *wins))
        .where(MetRow.next != "")
        .group_by(MetRow.next)
        .order_by(func.count().desc(), MetRow.next)
        .limit(MOST_TURNS)
    )
    games = session.execute(
        joined(select(CollectionRow, ShelvedRow, MetRow.stones))
        .order_by(CollectionRow.made.desc(), ShelvedRow.number, MetRow.stones)
        .limit(MOST_FOUND)
    )
    return Found(
        total or 0,
        tuple(
            Continuation(key.back(position, turn), count, tuple(int(won) for won in wons))
            for turn, count, *wons in turns
        ),
        tuple((one, game, stones) for one, game, stones in games),
    )


@dataclass(frozen=True)
class Bar:
    """A column of a plot: from `low` to `high`, both counted in."""

    low: int
    high: int
    count: int


@dataclass(frozen=True)
class Counts:
    """What a collection holds, for plots."""

    results: dict[str, int]
    stones: tuple[Bar, ...]
    puzzles: dict[int, int]
    """Made of it, by length."""
    tags: dict[str, int]


def counts(session: Session, person: str, name: str) -> Counts:
    """Counts a collection's games and the puzzles made of it."""
    results = session.execute(
        select(ShelvedRow.result, func.count())
        .where(ShelvedRow.collection_id == name)
        .group_by(ShelvedRow.result)
        .order_by(func.count().desc())
    )
    stones = session.execute(
        select(ShelvedRow.stones, func.count())
        .where(ShelvedRow.collection_id == name)
        .group_by(ShelvedRow.stones)
    )
    made = (MakerRow.person_id == person, MakerRow.collection_id == name)
    lengths = session.execute(
        select(CardRow.length, func.count())
        .join(MakerRow, MakerRow.card_id == CardRow.id)
        .where(*made)
        .group_by(CardRow.length)
        .order_by(CardRow.length)
    )
    tags = session.execute(
        select(CardTagRow.tag, func.count())
        .join(MakerRow, MakerRow.card_id == CardTagRow.card_id)
        .where(*made)
        .group_by(CardTagRow.tag)
        .order_by(func.count().desc(), CardTagRow.tag)
    )
    return Counts(
        {row[0]: row[1] for row in results},
        bars([(int(n), int(count)) for n, count in stones]),
        {row[0]: row[1] for row in lengths},
        {row[0]: row[1] for row in tags},
    )


def bars(counted: Sequence[tuple[int, int]]) -> tuple[Bar, ...]:
    """Numbers in at most `BARS` columns of a round width."""
    if not counted:
        return ()
    low, high = min(n for n, _ in counted), max(n for n, _ in counted)
    width = next(w for w in (1, 2, 5, 10, 20, 25, 50, 100, 1000) if (high - low) / w < BARS)
    first = low // width
    found = [0] * (high // width - first + 1)
    for number, count in counted:
        found[number // width - first] += count
    return tuple(
        Bar((first + n) * width, (first + n + 1) * width - 1, count)
        for n, count in enumerate(found)
    )
