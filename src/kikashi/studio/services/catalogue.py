"""The puzzles of the studio: laying them out, what there is, and choosing one for a person."""

from __future__ import annotations

import hashlib
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary, WeakSet

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session, aliased

from kikashi.exam.glicko import Rating
from kikashi.exam.sitting import ASKED, place_in_pool, pool_of
from kikashi.games import room
from kikashi.puzzles import Puzzle, puzzles
from kikashi.puzzles.model import FURTHER
from kikashi.puzzles.starter import from_json, starter, starter_games
from kikashi.puzzles.tables import FurtherRow, PuzzleRow
from kikashi.studio.services.ratings import first_rating
from kikashi.studio.services.sorts import MAIN, of_sort
from kikashi.studio.store import Store, now
from kikashi.studio.store.people import KeptRow
from kikashi.studio.store.solving import AttemptRow, CardRow, CardTagRow, MakerRow, ReportRow

if TYPE_CHECKING:
    from kikashi.studio.state import Studio

LAID_OUT = "starter puzzles of every sort"
NEAR = 24
"""One of so many puzzles closest to the person's rating is drawn."""
ENDED = ("solved", "failed")


@dataclass(frozen=True)
class Wish:
    """Which puzzles a person wants."""

    game: str
    shortest: int = 1
    longest: int = 99
    tags: tuple[str, ...] = ()
    every: bool = False
    """All of the tags at once, not one of them."""
    without: tuple[str, ...] = ()
    own: bool = False
    """Only those this person had made."""
    sort: str = ""
    """The main sort or a further one; empty: any."""


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
            for game in starter_games():
                every = chain.from_iterable(starter(game, sort) for sort in ("", *FURTHER))
                new += add_common(session, every)
            session.merge(KeptRow(name=LAID_OUT, value=name))
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


def made_by(person: str) -> ColumnElement[bool]:
    """Did this person have it made?"""
    return (
        select(MakerRow.card_id)
        .where(MakerRow.card_id == CardRow.id, MakerRow.person_id == person)
        .exists()
    )


def visible(person: str) -> ColumnElement[bool]:
    """May this person meet it?"""
    return or_(CardRow.common.is_(True), made_by(person))


Counts: TypeAlias = Sequence[tuple[str, Any, int]]
"""Game, length or tag, and how many puzzles."""
_common: WeakKeyDictionary[Any, tuple[Counts, Counts]] = WeakKeyDictionary()


def shelves(session: Session, person: str) -> list[Shelf]:
    """What there is, by game."""
    found: dict[str, Shelf] = {}
    # What everybody sees is counted once: it changes only while it is laid out.
    engine = session.get_bind()
    common = _common.get(engine)
    if common is None:
        common = _common[engine] = _counts(session, CardRow.common.is_(True), of_sort(MAIN))
    _put(found, *common)
    own = select(CardRow.game, func.count()).where(made_by(person)).group_by(CardRow.game)
    made = session.execute(own).all()
    if made:
        _put(found, *_counts(session, CardRow.common.is_(False), made_by(person)))
    for game, count in made:
        found[game].own = count
    for shelf in found.values():
        most_first = sorted(shelf.tags.items(), key=lambda item: (-item[1], item[0]))
        shelf.lengths = dict(sorted(shelf.lengths.items()))
        shelf.tags = dict(most_first)
    return sorted(found.values(), key=lambda shelf: (-shelf.puzzles, shelf.game))


def _counts(session: Session, *which: ColumnElement[bool]) -> tuple[Counts, Counts]:
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
        [(game, length, count) for game, length, count in session.execute(lengths)],
        [(game, tag, count) for game, tag, count in session.execute(tags)],
    )


def _put(found: dict[str, Shelf], lengths: Counts, tags: Counts) -> None:
    for game, length, count in lengths:
        shelf = found.setdefault(game, Shelf(game))
        shelf.lengths[length] = shelf.lengths.get(length, 0) + count
    for game, tag, count in tags:
        found[game].tags[tag] = found[game].tags.get(tag, 0) + count


def tag_words(game: str) -> Mapping[str, Mapping[str, str]]:
    """A room's own words for its themes, by tag and language."""
    if not room(game).has_part("themes"):
        return {}
    words: Mapping[str, Mapping[str, str]] = getattr(room(game).part("themes"), "WORDS", {})
    return words


def matching(person: str, wish: Wish) -> list[ColumnElement[bool]]:
    """The conditions of a wish."""
    found: list[ColumnElement[bool]] = [
        CardRow.game == wish.game,
        CardRow.length.between(wish.shortest, wish.longest),
        of_sort(wish.sort),
        made_by(person) if wish.own else visible(person),
    ]

    def has(*tags: str) -> ColumnElement[bool]:
        return (
            select(CardTagRow.card_id)
            .where(CardTagRow.card_id == CardRow.id, CardTagRow.tag.in_(tags))
            .exists()
        )

    if wish.tags:
        found += [has(tag) for tag in wish.tags] if wish.every else [has(*wish.tags)]
    if wish.without:
        found.append(~has(*wish.without))
    return found


def count(session: Session, person: str, wish: Wish) -> tuple[int, int]:
    """How many puzzles fit a wish, and how many of them this person has not met."""
    fitting = select(func.count()).select_from(CardRow).where(*matching(person, wish))
    fresh = fitting.where(~_met(person), ~_reported(person))
    return session.scalar(fitting) or 0, session.scalar(fresh) or 0


def choose_new(
    session: Session, person: str, wish: Wish, target: float, random: Random
) -> CardRow | None:
    """A puzzle this person has never met, near their rating; None if there is none left."""
    query = (
        select(CardRow.id)
        .where(*matching(person, wish), ~_met(person), ~_reported(person))
        .order_by(func.abs(CardRow.value - target), CardRow.id)
        .limit(NEAR)
    )
    near = session.scalars(query).all()
    return session.get_one(CardRow, random.choice(near)) if near else None


def choose_again(session: Session, person: str, wish: Wish) -> CardRow | None:
    """The puzzle that this person met longest ago."""
    last = (
        select(AttemptRow.card_id, func.max(AttemptRow.made).label("last"))
        .where(AttemptRow.person_id == person)
        .group_by(AttemptRow.card_id)
        .subquery()
    )
    query = (
        select(CardRow)
        .join(last, last.c.card_id == CardRow.id)
        .where(*matching(person, wish), ~_reported(person))
        .order_by(last.c.last, CardRow.id)
        .limit(1)
    )
    return session.scalar(query)


def failures(session: Session, person: str, wish: Wish | None = None) -> list[tuple[CardRow, Any]]:
    """Puzzles whose last attempt failed, the longest ago first, with that attempt."""
    failed = select(AttemptRow.id).where(
        AttemptRow.person_id == person, AttemptRow.state == "failed"
    )
    if session.scalar(failed.limit(1)) is None:
        return []  # most people, at most times; the question below is not cheap to ask
    order = func.row_number().over(
        partition_by=AttemptRow.card_id, order_by=AttemptRow.ended.desc()
    )
    ended = (
        select(AttemptRow, order.label("place"))
        .where(AttemptRow.person_id == person, AttemptRow.state.in_(ENDED))
        .subquery()
    )
    last = aliased(AttemptRow, ended)
    query = (
        select(CardRow, last)
        .join(last, last.card_id == CardRow.id)
        .where(ended.c.place == 1, last.state == "failed", ~_reported(person))
        .order_by(last.ended)
    )
    if wish is not None:
        query = query.where(*matching(person, wish))
    return [(card, attempt) for card, attempt in session.execute(query)]


def _met(person: str) -> ColumnElement[bool]:
    return (
        select(AttemptRow.id)
        .where(AttemptRow.card_id == CardRow.id, AttemptRow.person_id == person)
        .exists()
    )


def _reported(person: str) -> ColumnElement[bool]:
    """Whoever called a puzzle wrong does not meet it again."""
    return (
        select(ReportRow.card_id)
        .where(ReportRow.card_id == CardRow.id, ReportRow.person_id == person)
        .exists()
    )


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
