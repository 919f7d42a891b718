"""Reading an uploaded file into the library: games, refusals and the positions in them.

For workers only. What was read stays read: a stop costs the last few games at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from kikashi.law import GameError
from kikashi.play.position_keys import met_positions
from kikashi.records import Record, Refusal, read_collection
from kikashi.records.formats import by_suffix
from kikashi.studio.store import Store
from kikashi.studio.store.library import CollectionRow, MetRow, ShelvedRow, UnreadRow
from kikashi.studio.work import Emit, Stop

BATCH = 20
"""Games between two commits."""
MOST_GAMES = 20_000
MOST_REFUSALS = 500
"""Refused records that are kept with their sentence; more are counted."""
WAITING, READY, BROKEN = "waiting", "ready", "broken"


def shelve(store: Store, name: str, emit: Emit, stop: Stop) -> dict[str, Any]:
    """Reads what is still unread of a collection."""
    with store.session() as session:
        row = row_of(session, name)
        data, game, begun = row.file, row.game, row.read
        form = by_suffix(row.name)
    try:
        records = read_collection(data, game, form.id if form else None)
        rest = islice(enumerate(records, start=1), begun, MOST_GAMES + 1)
        while True:
            if stop():
                return _told(store, name, whole=False)
            batch = list(islice(rest, BATCH))
            if not batch:
                break
            _save(store, name, batch)
            emit("progress", _told(store, name, whole=False))
    except GameError as refusal:
        _close(store, name, f"{refusal}")
    else:
        _close(store, name, "")
    return _told(store, name, whole=True)


def row_of(session: Session, name: str) -> CollectionRow:
    """A collection that somebody may have taken away while it was being worked on."""
    row = session.get(CollectionRow, name)
    if row is None:
        raise GameError("the collection was taken away")
    return row


def _save(store: Store, name: str, batch: list[tuple[int, Record | Refusal]]) -> None:
    with store.session() as session:
        row = row_of(session, name)
        for number, record in batch:
            if number > MOST_GAMES:
                row.note = f"only the first {MOST_GAMES} games were read"
                break
            row.read = number
            if isinstance(record, Refusal):
                row.refused += 1
                if row.refused <= MOST_REFUSALS:
                    text = _sentence(record)
                    session.add(UnreadRow(collection_id=name, number=number, text=text))
                continue
            row.games += 1
            game = _shelved(name, number, record)
            session.add(game)
            session.flush()
            session.add_all(
                MetRow(shelved_id=game.id, stones=stones, key=key, next=turn)
                for stones, key, turn in met_positions(record.start(), record.moves)
            )


def _sentence(refusal: Refusal) -> str:
    where = [f"line {refusal.line}"] if refusal.line else []
    where += [f"game {refusal.game}"] if refusal.game else []
    where += [f"move {refusal.move}"] if refusal.move else []
    return f"{', '.join(where) or 'the file'}: {refusal.reason}"[:500]


def _shelved(collection: str, number: int, record: Record) -> ShelvedRow:
    players = [player[:80] for player in record.players]
    title = record.name[:200]
    return ShelvedRow(
        collection_id=collection,
        number=number,
        options=dict(record.options),
        setup=record.setup,
        moves=" ".join(record.moves),
        stones=len(record.moves),
        players=players,
        result=record.result[:20],
        title=title,
        words=" ".join((*players, title)).lower(),
    )


def _close(store: Store, name: str, problem: str) -> None:
    with store.session() as session:
        row = row_of(session, name)
        row.state = READY if row.games else BROKEN
        row.note = problem or row.note


def _told(store: Store, name: str, *, whole: bool) -> dict[str, Any]:
    with store.session() as session:
        row = row_of(session, name)
        counts: Mapping[str, Any] = {
            "state": row.state,
            "games": row.games,
            "refused": row.refused,
            "whole": whole,
        }
        return dict(counts)


def unshelve(store: Store, name: str) -> None:
    """Takes a collection with all its games and positions away."""
    with store.session() as session:
        session.execute(delete(CollectionRow).where(CollectionRow.id == name))
