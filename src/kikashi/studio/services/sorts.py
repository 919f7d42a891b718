"""Sorts of puzzles: the main one of each game, and what there is of the further ones.

A puzzle's quality tells its sort, so that no column of its own has to agree with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, func, select, true
from sqlalchemy.orm import Session

from kikashi.games import room
from kikashi.puzzles import Puzzle
from kikashi.puzzles.model import BEST_CHOICE, CHOICE, FURTHER
from kikashi.studio.store.solving import CardRow, CardTagRow

MAIN = "main"
"""The sort of puzzles that is no further one."""
QUALITY_SORTS = {quality: sort for sort, quality in FURTHER.items()}


@dataclass
class Further:
    """The puzzles of one further sort of a game."""

    sort: str
    lengths: dict[int, int] = field(default_factory=dict)
    tags: dict[str, int] = field(default_factory=dict)


def sort_of(puzzle: Puzzle) -> str:
    """The sort of a puzzle."""
    return puzzle.sort or MAIN


def of_sort(sort: str) -> ColumnElement[bool]:
    """Is a puzzle of this sort? An empty one means any."""
    if not sort:
        return true()
    if sort == MAIN:
        return CardRow.quality.not_in(QUALITY_SORTS)
    return CardRow.quality == FURTHER[sort]


@cache
def class_of(game: str, sort: str = MAIN) -> str:
    """The class of wins that a sort is about; a defence holds against that of the main sort."""
    if sort == BEST_CHOICE:
        return CHOICE
    here = room(game)
    provers = here.capabilities(here.normal_options(None)).provers
    if sort == "single-threats":
        return provers[1]
    return provers[0] if provers else ""


_kept: WeakKeyDictionary[Any, Mapping[str, list[Further]]] = WeakKeyDictionary()


def further(session: Session) -> Mapping[str, list[Further]]:
    """Everybody's puzzles of further sorts, by game. Counted once: people make none of them."""
    engine = session.get_bind()
    if engine not in _kept:
        _kept[engine] = _counted(session)
    return _kept[engine]


def _counted(session: Session) -> Mapping[str, list[Further]]:
    which = CardRow.common.is_(True), CardRow.quality.in_(QUALITY_SORTS)
    found: dict[tuple[str, str], Further] = {}
    lengths = (
        select(CardRow.game, CardRow.quality, CardRow.length, func.count())
        .where(*which)
        .group_by(CardRow.game, CardRow.quality, CardRow.length)
        .order_by(CardRow.length)
    )
    for game, quality, length, count in session.execute(lengths):
        one = found.setdefault((game, quality), Further(QUALITY_SORTS[quality]))
        one.lengths[length] = count
    tags = (
        select(CardRow.game, CardRow.quality, CardTagRow.tag, func.count().label("puzzles"))
        .join(CardTagRow, CardTagRow.card_id == CardRow.id)
        .where(*which)
        .group_by(CardRow.game, CardRow.quality, CardTagRow.tag)
        .order_by(func.count().desc(), CardTagRow.tag)
    )
    for game, quality, tag, count in session.execute(tags):
        found[game, quality].tags[tag] = count
    order = list(FURTHER)
    by_game: dict[str, list[Further]] = {}
    for (game, _), one in sorted(found.items(), key=lambda item: order.index(item[1].sort)):
        by_game.setdefault(game, []).append(one)
    return by_game
