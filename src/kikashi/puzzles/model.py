"""A puzzle as everybody else sees it, and reading puzzles from a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.puzzles.store import Store
from kikashi.puzzles.tables import AnswerRow, PositionRow, ProofRow, PuzzleRow

UNIQUE = ("best", "good", "fair")
"""Qualities with one answer within the puzzle's length."""


class PuzzleError(GameError):
    """A puzzle that is not there, or that is not what it says."""


@dataclass(frozen=True)
class Puzzle:
    """A position with a proved fastest win, and everything known about its answers."""

    id: str
    game: str
    options: Mapping[str, str]
    position: str
    side: str
    by: str
    length: int
    """D: the attacker's turns up to and including the one that cannot be stopped."""
    quality: str
    key_stone: bool
    """One stone alone is the answer; the rest of its turn is free."""
    answers: tuple[tuple[Move, ...], ...]
    """Every first turn that wins within the length; one stone of two means 'with any other'."""
    exactness: float
    """The share of the attacker's turns that have one answer only."""
    difficulty: float
    tags: Mapping[str, int]
    line: tuple[tuple[Move, ...], ...]
    """The solution against the longest resistance, to the completed set."""
    origin: str
    generator: str
    candidates: int = 0
    certificate: bytes = field(default=b"", repr=False)
    refutation: bytes | None = field(default=None, repr=False)
    note: str = ""

    @property
    def turns(self) -> int:
        """The attacker's turns with the one that completes the win, where that is another one."""
        themes = room(self.game).part("themes") if room(self.game).has_part("themes") else None
        return self.length + int(getattr(themes, "COMPLETING", 1))

    @property
    def unique(self) -> bool:
        return self.quality in UNIQUE

    def start(self) -> Position:
        """The position, by the law."""
        return room(self.game).from_text(self.position, self.options)

    def to_json(self) -> dict[str, Any]:
        """The stable fields of exports and of `--json`; see docs/reference/puzzles.md."""
        return {
            "id": self.id,
            "game": self.game,
            "options": dict(self.options),
            "position": self.position,
            "side": self.side,
            "by": self.by,
            "length": self.length,
            "quality": self.quality,
            "key_stone": self.key_stone,
            "answers": [list(turn) for turn in self.answers],
            "exactness": self.exactness,
            "difficulty": self.difficulty,
            "tags": dict(self.tags),
            "line": [list(turn) for turn in self.line],
            "origin": self.origin,
            "generator": self.generator,
        }


def puzzles(
    store: Store,
    *,
    game: str | None = None,
    length: int | None = None,
    quality: str | None = None,
    tag: str | None = None,
    limit: int | None = None,
) -> Iterator[Puzzle]:
    """Puzzles in their fixed order: by length, then by id. `unique` asks for one answer."""
    query = (
        select(PuzzleRow, PositionRow, ProofRow, AnswerRow)
        .join(PositionRow, PositionRow.id == PuzzleRow.position_id)
        .join(ProofRow, ProofRow.position_id == PuzzleRow.position_id)
        .join(AnswerRow, AnswerRow.position_id == PuzzleRow.position_id)
        .order_by(PuzzleRow.length, PuzzleRow.id)
    )
    if game is not None:
        query = query.where(PuzzleRow.game == game)
    if length is not None:
        query = query.where(PuzzleRow.length == length)
    if quality == "unique":
        query = query.where(PuzzleRow.quality.in_(UNIQUE))
    elif quality is not None:
        query = query.where(PuzzleRow.quality == quality)
    count = 0
    with store.session() as session:
        for rows in session.execute(query.execution_options(yield_per=200)):
            if limit is not None and count >= limit:
                return
            found = _puzzle(*rows)
            if tag is None or tag in found.tags:
                count += 1
                yield found


def puzzle(store: Store, name: str) -> Puzzle:
    """One puzzle by its id, or by the beginning of it."""
    with store.session() as session:
        query = (
            select(PuzzleRow, PositionRow, ProofRow, AnswerRow)
            .join(PositionRow, PositionRow.id == PuzzleRow.position_id)
            .join(ProofRow, ProofRow.position_id == PuzzleRow.position_id)
            .join(AnswerRow, AnswerRow.position_id == PuzzleRow.position_id)
            .where(PuzzleRow.id.startswith(name, autoescape=True))
            .limit(2)
        )
        found = session.execute(query).all()
        if not found:
            raise PuzzleError(f"there is no puzzle {name!r} in this database")
        if len(found) > 1:
            raise PuzzleError(f"several puzzles begin with {name!r}; give more of the id")
        return _puzzle(*found[0])


def _puzzle(row: PuzzleRow, position: PositionRow, proof: ProofRow, answer: AnswerRow) -> Puzzle:
    in_time = [stones for stones, when in answer.turns if when == "in-time"]
    return Puzzle(
        id=row.id,
        game=row.game,
        options=position.options,
        position=position.text,
        side=position.side,
        by=row.by,
        length=row.length,
        quality=row.quality,
        key_stone=row.key_stone,
        answers=tuple(sorted(tuple(map(str, s)) for s in in_time if isinstance(s, list))),
        exactness=row.exactness,
        difficulty=row.difficulty,
        tags=row.tags,
        line=tuple(tuple(turn) for turn in proof.line),
        origin=row.origin,
        generator=row.generator,
        candidates=answer.candidates,
        certificate=proof.certificate,
        refutation=proof.refutation,
        note=proof.note,
    )
