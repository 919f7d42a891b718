"""The stages that need no search: gather, take, thin, publish. Each does what is still undone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from kikashi.games import room
from kikashi.law import Options, Position
from kikashi.puzzles.claims import themes_of
from kikashi.puzzles.grade import difficulty
from kikashi.puzzles.normal import digest, normal_form
from kikashi.puzzles.store import Store
from kikashi.puzzles.tables import (
    AnswerRow,
    FurtherRow,
    OccurrenceRow,
    PositionRow,
    ProofRow,
    PuzzleRow,
    RecordRow,
    RefusalRow,
    SourceRow,
)
from kikashi.records import Record, Refusal, read_collection

BATCH = 100
"""Records or results between two commits: what a kill can cost."""
MOST_NAMES = 500
"""In one question to the database: old SQLite takes at most 999 values."""
GENERATOR = "1"
"""Raised when the same records would give other puzzles; stored with each one."""
DEFENCE = "defence"
FURTHER_IDS = {"single-threats": "-s", DEFENCE: "-d"}
"""How the ids of further puzzles end: a position may make one of each sort."""
QUALITIES = ("best", "good", "fair", "several")
"""One answer without limit; none other within one turn more; none other in time; two or three."""

Report = Callable[[str, int, int], None]
"""Told the stage, how much of it is done, and how much there is (0: not known yet)."""


def gather(
    store: Store,
    files: Iterable[Path],
    game: str,
    report: Report,
    *,
    games: int | None = None,
    options: Options | None = None,
) -> None:
    """Reads record files. A file that was read before, by content, is passed over."""
    for path in files:
        with store.session() as session:
            source = _source(session, path, game)
        if source.done:
            continue
        _gather_one(store, source, path, game, report, games=games, options=options)


def _source(session: Session, path: Path, game: str) -> SourceRow:
    name = hashlib.sha256(path.read_bytes()).hexdigest()
    found = session.scalar(
        select(SourceRow).where(SourceRow.digest == name, SourceRow.game == game)
    )
    if found is None:
        found = SourceRow(digest=name, game=game, name=path.name, next_game=0, done=False)
        session.add(found)
        session.flush()
    return found


def _gather_one(
    store: Store,
    source: SourceRow,
    path: Path,
    game: str,
    report: Report,
    *,
    games: int | None,
    options: Options | None,
) -> None:
    batch: list[tuple[int, Record | Refusal]] = []
    number, whole = -1, True
    for number, record in enumerate(read_collection(path, game, options=options)):
        if games is not None and number >= games:
            whole = False
            break
        if number >= source.next_game:
            batch.append((number, record))
        if len(batch) >= BATCH:
            _save_records(store, source, batch, done=False)
            batch = []
        report("gather", number + 1, 0)
    _save_records(store, source, batch, done=whole)


def _save_records(
    store: Store, source: SourceRow, batch: list[tuple[int, Record | Refusal]], *, done: bool
) -> None:
    with store.session() as session:
        for number, record in batch:
            if isinstance(record, Refusal):
                where = f"{source.name}, game {record.game}, move {record.move}"
                session.add(RefusalRow(source_id=source.id, text=f"{where}: {record.reason}"))
                continue
            session.add(
                RecordRow(
                    source_id=source.id,
                    number=number + 1,
                    options=dict(record.options),
                    setup=record.setup,
                    moves=" ".join(record.moves),
                    taken=False,
                )
            )
        if batch:
            source.next_game = batch[-1][0] + 1
        source.done = done
        session.merge(source)


def take(store: Store, report: Report) -> None:
    """Replays each record and keeps every position at the start of a turn, merged by symmetry."""
    with store.session() as session:
        total = session.scalar(select(func.count()).where(RecordRow.taken.is_(False))) or 0
    done = 0
    while True:
        with store.session() as session:
            query = (
                select(RecordRow, SourceRow.game)
                .join(SourceRow, SourceRow.id == RecordRow.source_id)
                .where(RecordRow.taken.is_(False))
                .order_by(RecordRow.id)
                .limit(BATCH)
            )
            rows = session.execute(query).all()
            if not rows:
                return
            _take(session, [(row, game) for row, game in rows])
            done += len(rows)
        report("take", done, total)


def _take(session: Session, rows: list[tuple[RecordRow, str]]) -> None:
    """All positions of a batch of records: what is new is added, in the order of the records."""
    met: list[tuple[RecordRow, int, str]] = []
    seen: dict[str, tuple[RecordRow, str, Position]] = {}
    for row, game in rows:
        for turn, position in starts_of_turns(game, row.options, row.setup, row.moves):
            normal = normal_form(position)
            name = digest(normal)
            met.append((row, turn, name))
            seen.setdefault(name, (row, game, normal))
        row.taken = True
    known = _known(session, list(seen))
    for name, (row, game, normal) in seen.items():
        if name in known:
            continue
        made = PositionRow(
            digest=name,
            game=game,
            options=row.options,
            text=normal.to_text(),
            side=room(game).player_names(row.options)[normal.to_move],
            published=False,
        )
        session.add(made)
    session.flush()
    known = _known(session, list(seen))
    session.add_all(
        OccurrenceRow(record_id=row.id, turn=turn, position_id=known[name])
        for row, turn, name in met
    )


def _known(session: Session, names: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for first in range(0, len(names), MOST_NAMES):
        chunk = names[first : first + MOST_NAMES]
        query = select(PositionRow.digest, PositionRow.id).where(PositionRow.digest.in_(chunk))
        found.update((name, number) for name, number in session.execute(query))
    return found


def starts_of_turns(
    game: str, options: Mapping[str, str], setup: str, moves: str
) -> Iterator[tuple[int, Position]]:
    """The positions in which somebody begins a turn, numbered; the first one is left out."""
    position = room(game).from_text(setup, options) if setup else room(game).start(options)
    turn, mover = 0, position.to_move
    if setup and not moves and position.result() is None:
        yield 0, position  # a collection of positions: each is its own record
    for move in moves.split():
        position = position.play(move)
        if position.result() is not None:
            return
        if position.to_move != mover:
            turn, mover = turn + 1, position.to_move
            yield turn, position


def thin(store: Store, report: Report) -> None:
    """Marks the wins that are a later step of a longer one in the same game.

    A chain is a run of turns of one side, all of them won, whose length never grows; its first is
    its longest. A position that is a later step in any record is contained.
    """
    with store.session() as session:
        query = (
            select(OccurrenceRow.record_id, OccurrenceRow.turn, PositionRow.id, PositionRow.turns)
            .join(PositionRow, PositionRow.id == OccurrenceRow.position_id)
            .where(PositionRow.verdict == "win")
            .order_by(OccurrenceRow.record_id, OccurrenceRow.turn)
        )
        rows = session.execute(query).all()
        contained: set[int] = set()
        for _, steps in groupby(rows, key=lambda row: row[0]):
            wins = {turn: (position, turns or 0) for _, turn, position, turns in steps}
            for turn, (position, turns) in wins.items():
                before = wins.get(turn - 2)
                if before is not None and before[0] != position and turns <= before[1]:
                    contained.add(position)
        session.execute(
            update(PositionRow).where(PositionRow.verdict == "win").values(contained=False)
        )
        for position in sorted(contained):
            session.execute(
                update(PositionRow).where(PositionRow.id == position).values(contained=True)
            )
        # Records that came later may hold a longer form of a puzzle: then that one takes its place.
        gone = select(PositionRow.id).where(PositionRow.contained.is_(True))
        session.execute(delete(PuzzleRow).where(PuzzleRow.position_id.in_(gone)))
        session.execute(
            update(PositionRow).where(PositionRow.contained.is_(True)).values(published=False)
        )
    report("thin", len(rows), len(rows))


def quality_of(turns: list[list[object]], reached: str) -> str:
    """How unique the answer is; `many` and `open` make no puzzle."""
    whens = [when for _, when in turns]
    in_time = whens.count("in-time")
    if in_time > 3:
        return "many"
    if reached == "none" or in_time == 0:
        return "open"
    if in_time > 1:
        return "several"
    return {"in-time": "fair", "one-later": "good", "any": "best"}[reached]


def publish(store: Store, report: Report, origins: Mapping[str, str] | None = None) -> None:
    """Tags and grades every position that has one to three answers, and makes it a puzzle."""
    with store.session() as session:
        query = (
            select(PositionRow.id)
            .where(PositionRow.answer.in_(QUALITIES))
            .where(PositionRow.contained.is_(False))
            .where(PositionRow.published.is_(False))
            .order_by(PositionRow.id)
        )
        waiting = list(session.scalars(query))
    for first in range(0, len(waiting), BATCH):
        with store.session() as session:
            for number in waiting[first : first + BATCH]:
                _publish_one(session, number, origins or {})
        report("publish", min(first + BATCH, len(waiting)), len(waiting))


def _publish_one(session: Session, number: int, origins: Mapping[str, str]) -> None:
    row = session.get_one(PositionRow, number)
    proof, answer = session.get_one(ProofRow, number), session.get_one(AnswerRow, number)
    position = room(row.game).from_text(row.text, row.options)
    in_time = [stones for stones, when in answer.turns if when == "in-time"]
    tags = tags_of(row.game, position, proof.line)
    length = proof.turns - completing(row.game)
    key_stone = len(in_time) == 1 and len(in_time[0]) < position.moves_left  # type: ignore[arg-type]
    sure = [1.0 if row.answer != "several" else 0.0, *(float(n == 1) for n in answer.later)]
    session.merge(
        PuzzleRow(
            id=row.digest[:12],
            position_id=row.id,
            game=row.game,
            by=_class(row.game, row.options),
            length=length,
            quality=row.answer,
            key_stone=key_stone,
            exactness=round(sum(sure) / len(sure), 3),
            difficulty=difficulty(
                length,
                proof.breadth,
                answer.candidates - len(in_time),
                len(in_time),
                key_stone=key_stone,
                tags=tags,
            ),
            tags=tags,
            origin=origins.get(row.digest[:12]) or _origin(session, row.id),
            generator=GENERATOR,
        )
    )
    row.published = True


def further_row(
    session: Session, row: PositionRow, sort: str, value: Mapping[str, Any]
) -> FurtherRow:
    """What a further question about a position found, tagged and graded if it is a puzzle."""
    made = FurtherRow(position_id=row.id, sort=sort, verdict=value["verdict"])
    if "certificate" not in value:
        return made
    position = room(row.game).from_text(row.text, row.options)
    made.id = f"{row.digest[:12]}{FURTHER_IDS[sort]}"
    made.by, made.turns, made.breadth = value["by"], value["turns"], value["breadth"]
    made.answers, made.line = value["answers"], value["line"]
    made.certificate, made.refutation = value["certificate"], value["refutation"]
    attack = sort != DEFENCE
    made.tags = tags_of(row.game, position, value["line"]) if attack else {DEFENCE: 1}
    made.difficulty = difficulty(
        value["turns"] - 1,
        value["breadth"],
        0,
        1,
        key_stone=len(value["answers"][0]) < position.moves_left,
        tags=made.tags,
    )
    made.origin, made.generator = _origin(session, row.id), GENERATOR
    return made


def _class(game: str, options: Options) -> str:
    return room(game).capabilities(options).provers[0]


def completing(game: str) -> int:
    """Turns that only complete a win, and do not count in a puzzle's length: one, or none."""
    return themes_of(game).COMPLETING


def tags_of(game: str, position: Position, turns: list[list[str]]) -> dict[str, int]:
    """The tags of a solution that apply, by the room's own themes."""
    themes = themes_of(game)
    line = themes.line_of(position, turns)
    counts = {name: int(tag(line)) for name, tag in themes.TAGS.items()}
    return {name: count for name, count in counts.items() if count}


def attacks_in(position: Position, turns: Sequence[Sequence[str]]) -> int:
    """How many turns of the attacker a solution has, as a puzzle's length counts them."""
    return len(themes_of(position.game).line_of(position, turns).attacks)


def _origin(session: Session, position: int) -> str:
    query = (
        select(SourceRow.name, RecordRow.number, OccurrenceRow.turn)
        .join(RecordRow, RecordRow.source_id == SourceRow.id)
        .join(OccurrenceRow, OccurrenceRow.record_id == RecordRow.id)
        .where(OccurrenceRow.position_id == position)
        .order_by(OccurrenceRow.record_id, OccurrenceRow.turn)
        .limit(1)
    )
    found = session.execute(query).first()
    if found is None:
        return "starter set"  # laid out without a record
    name, number, turn = found
    return f"{name}, game {number}, turn {turn + 1}"
