"""The puzzles of the studio: laying them out, and what there is. `choosing` picks one."""

from __future__ import annotations

import hashlib
import threading
from collections import ChainMap, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary, WeakSet

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from kikashi.exam.glicko import Rating
from kikashi.exam.sitting import ASKED, place_in_pool, pool_of
from kikashi.games import room
from kikashi.puzzles import Puzzle, puzzles
from kikashi.puzzles.model import FURTHER
from kikashi.puzzles.starter import from_json, starter, starter_games
from kikashi.puzzles.tables import FurtherRow, PuzzleRow
from kikashi.studio.services.choosing import MADE, PERSON
from kikashi.studio.services.ratings import first_rating
from kikashi.studio.services.sorts import MAIN, of_sort
from kikashi.studio.store import Store, now
from kikashi.studio.store.people import KeptRow
from kikashi.studio.store.solving import CardRow, CardTagRow, MakerRow

if TYPE_CHECKING:
    from kikashi.studio.state import Studio

LAID_OUT = "starter puzzles of every sort"


@dataclass
class Shelf:
    """What there is of one game for one person."""

    game: str
    lengths: dict[int, int] = field(default_factory=dict)
    tags: dict[str, int] = field(default_factory=dict)
    own: int = 0

    @property
    def puzzles(self) -> int:
        return sum(self.lengths.values())


_ready: WeakSet[Store] = WeakSet()
_laying_out = threading.Lock()


def on_start(studio: Studio) -> None:
    """Called when the studio starts, so that the first visitor need not wait."""
    ready(studio)


def ready(studio: Studio) -> Store:
    """The store with its puzzles laid out."""
    with _laying_out:
        if studio.store not in _ready:
            lay_out(studio.store, with_starter=studio.settings.starter)
            _common.pop(studio.store.engine, None)
            _ready.add(studio.store)
    return studio.store


def lay_out(store: Store, *, with_starter: bool = True) -> int:
    """Brings the starter sets, and what the factory put into this database, to the people.

    What is there already stays, with its rating. Returns how many puzzles are new.
    """
    name = _starter_name()
    with store.session() as session:
        known = session.get(KeptRow, LAID_OUT)
    new = 0
    if with_starter and (known is None or known.value != name):
        for sort in ("", *FURTHER):
            for game in starter_games(sort):
                with store.session() as session:  # short ones: others write meanwhile
                    new += add_common(session, starter(game, sort))
        with store.session() as session:
            session.merge(KeptRow(name=LAID_OUT, value=name))
    with store.session() as session:
        laid = select(CardRow.id)
        main = session.scalar(select(func.count()).where(PuzzleRow.id.not_in(laid)))
        others = session.scalar(select(func.count()).where(FurtherRow.id.not_in(laid)))
    for sort in ([""] if main else []) + (list(FURTHER) if others else []):
        made = puzzles(store.puzzles, sort=sort)
        with store.session() as session:
            new += add_common(session, made)
    return new


def _starter_name() -> str:
    """Changes when the starter sets do."""
    folder = resources.files("kikashi.puzzles").joinpath("starter_sets")
    files = sorted(file.name for file in folder.iterdir())
    whole = b"".join(folder.joinpath(name).read_bytes() for name in files)
    return hashlib.sha256(whole).hexdigest()


def add_common(session: Session, found: Iterable[Puzzle]) -> int:
    """Puzzles for everybody; one that somebody had made before becomes everybody's."""
    rows = session.execute(select(CardRow.id, CardRow.common))
    known = {row.id: row.common for row in rows}
    new: list[Puzzle] = []
    for puzzle in found:
        if puzzle.id not in known:
            new.append(puzzle)
        elif not known[puzzle.id]:
            session.get_one(CardRow, puzzle.id).common = True
    add_cards(session, new, common=True)
    return len(new)


def add_cards(session: Session, new: Sequence[Puzzle], *, common: bool) -> None:
    """Puzzles that were not there before."""
    session.add_all(_card(puzzle, common=common) for puzzle in new)
    session.flush()  # the tags point to them
    session.add_all(CardTagRow(card_id=puzzle.id, tag=tag) for puzzle in new for tag in puzzle.tags)


def _card(puzzle: Puzzle, *, common: bool) -> CardRow:
    rating = first_rating(puzzle.difficulty)
    return CardRow(
        id=puzzle.id,
        game=puzzle.game,
        length=puzzle.length,
        quality=puzzle.quality,
        common=common,
        data=puzzle.to_json(),
        certificate=puzzle.certificate or None,
        refutation=puzzle.refutation,
        value=rating.value,
        deviation=rating.deviation,
        volatility=rating.volatility,
        attempts=0,
        solved=0,
        made=now(),
    )


def add_made(
    session: Session, puzzle: Puzzle, person: str, collection: str | None = None
) -> CardRow:
    """A puzzle that the factory made for one person."""
    if session.get(CardRow, puzzle.id) is None:
        add_cards(session, [puzzle], common=False)
    card = session.get_one(CardRow, puzzle.id)
    if session.get(MakerRow, (puzzle.id, person)) is None:
        session.add(
            MakerRow(card_id=puzzle.id, person_id=person, collection_id=collection, made=now())
        )
    return card


def puzzle_of(card: CardRow) -> Puzzle:
    """The puzzle itself, answers and all: never to be sent as it is."""
    return from_json(card.data)


def rating_of(card: CardRow) -> Rating:
    return Rating(card.value, card.deviation, card.volatility)


Counts: TypeAlias = Sequence[tuple[str, Any, int]]
"""Game, length or tag, and how many puzzles."""
_common: WeakKeyDictionary[Any, tuple[Counts, Counts]] = WeakKeyDictionary()


_OWN = (  # from the maker's side, which is short: most people had none made
    select(CardRow.game, func.count())
    .join(MakerRow, MakerRow.card_id == CardRow.id)
    .where(MakerRow.person_id == PERSON)
    .group_by(CardRow.game)
)


def shelves(session: Session, person: str) -> list[Shelf]:
    """What there is, by game."""
    found: dict[str, Shelf] = {}
    # What everybody sees is counted once: it changes only while it is laid out.
    engine = session.get_bind()
    common = _common.get(engine)
    if common is None:
        which = CardRow.common.is_(True), of_sort(MAIN)
        common = _common[engine] = _counts(session, person, *which)
    _put(found, *common)
    made = session.execute(_OWN, {"person": person}).all()
    if made:
        _put(found, *_counts(session, person, CardRow.common.is_(False), MADE))
    for game, count in made:
        found[game].own = count
    for shelf in found.values():
        most_first = sorted(shelf.tags.items(), key=lambda item: (-item[1], item[0]))
        shelf.lengths = dict(sorted(shelf.lengths.items()))
        shelf.tags = dict(most_first)
    return sorted(found.values(), key=lambda shelf: (-shelf.puzzles, shelf.game))


def _counts(session: Session, person: str, *which: ColumnElement[bool]) -> tuple[Counts, Counts]:
    asked = {"person": person}
    lengths = (
        select(CardRow.game, CardRow.length, func.count())
        .where(*which)
        .group_by(CardRow.game, CardRow.length)
    )
    tags = (
        select(CardRow.game, CardTagRow.tag, func.count())
        .join(CardTagRow, CardTagRow.card_id == CardRow.id)
        .where(*which)
        .group_by(CardRow.game, CardTagRow.tag)
    )
    return (
        [(game, length, count) for game, length, count in session.execute(lengths, asked)],
        [(game, tag, count) for game, tag, count in session.execute(tags, asked)],
    )


def _put(found: dict[str, Shelf], lengths: Counts, tags: Counts) -> None:
    for game, length, count in lengths:
        shelf = found.setdefault(game, Shelf(game))
        shelf.lengths[length] = shelf.lengths.get(length, 0) + count
    for game, tag, count in tags:
        found[game].tags[tag] = found[game].tags.get(tag, 0) + count


@cache
def tag_words(game: str) -> Mapping[str, Mapping[str, str]]:
    """A room's own words for its themes, by tag and language."""
    found = [part.WORDS for part in (room(game).themes(), room(game).questions()) if part]
    return dict(ChainMap(*map(dict, found)))


def pool_sizes(session: Session) -> dict[str, dict[int, int]]:
    """How many puzzles an exam may ask, by game and place in its pool."""
    query = (
        select(CardRow.game, CardRow.quality, CardRow.length, func.count())
        .where(CardRow.common.is_(True), CardRow.quality.in_(ASKED))
        .group_by(CardRow.game, CardRow.quality, CardRow.length)
    )
    found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for game, quality, length, size in session.execute(query):
        place = place_in_pool(quality, length)
        if place is not None:
            found[game][place] += size
    return {game: dict(sizes) for game, sizes in found.items()}


def pool(session: Session, game: str) -> dict[int, list[Puzzle]]:
    """Everybody's puzzles of a game that an exam may ask, by their place in its pool."""
    query = (
        select(CardRow)
        .where(CardRow.game == game, CardRow.common.is_(True), CardRow.quality.in_(ASKED))
        .order_by(CardRow.length, CardRow.id)
    )
    return pool_of([puzzle_of(card) for card in session.scalars(query)])
