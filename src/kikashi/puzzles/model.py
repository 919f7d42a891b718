"""A puzzle as everybody else sees it, and reading puzzles from a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from sqlalchemy import select

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.puzzles.claims import themes_of
from kikashi.puzzles.store import Store
from kikashi.puzzles.tables import AnswerRow, FurtherRow, PositionRow, ProofRow, PuzzleRow

UNIQUE = ("best", "good", "fair")
"""Qualities with one answer within the puzzle's length."""
CHOICE = "choice"
"""Goal, class and quality of puzzles of one best choice."""
BEST_CHOICE = "best-choice"
FURTHER = {"single-threats": "found", "defence": "only", BEST_CHOICE: CHOICE}
"""The quality that puzzles of a further sort have, and no others."""


class PuzzleError(GameError):
    """A puzzle that is not there, or that is not what it says."""


@dataclass(frozen=True)
class Puzzle:
    """A position with a proved fastest win, or with a best choice, and what is known of answers."""

    id: str
    game: str
    options: Mapping[str, str]
    position: str
    side: str
    by: str
    length: int
    """D: the attacker's turns up to and including the one that cannot be stopped; of a best choice,
    the step of the ladder that asks it."""
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
    goal: str = "win"
    """`win`; `defence`: hold where everything else loses to a forcing win; `choice`: the best."""
    uniqueness: bytes | None = field(default=None, repr=False)
    """The certificate that no other first turn wins within `unique_within` turns."""
    unique_within: int | None = None

    @property
    def turns(self) -> int:
        """The attacker's turns with the one that completes the win, where that is another one."""
        if self.goal == CHOICE:
            return 1
        return self.length + themes_of(self.game).COMPLETING

    @property
    def sort(self) -> str:
        """The further sort it belongs to: `single-threats`, `defence`, `best-choice`; or none."""
        return next((sort for sort, quality in FURTHER.items() if quality == self.quality), "")

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
            "goal": self.goal,
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
    sort: str = "",
) -> Iterator[Puzzle]:
    """Puzzles in their fixed order: by length, then by id. `unique` asks for one answer.

    `sort` asks for a further sort instead: `single-threats`, `defence` or `best-choice`.
    """
    found = _further(store, sort, game, length) if sort else _all(store, game, length, quality)
    tagged = (puzzle for puzzle in found if tag is None or tag in puzzle.tags)
    yield from islice(tagged, limit)


def _further(store: Store, sort: str, game: str | None, length: int | None) -> Iterator[Puzzle]:
    query = (
        select(FurtherRow, PositionRow)
        .join(PositionRow, PositionRow.id == FurtherRow.position_id)
        .where(FurtherRow.sort == sort, FurtherRow.id.is_not(None))
        .order_by(FurtherRow.turns, FurtherRow.id)
    )
    if game is not None:
        query = query.where(PositionRow.game == game)
    if length is not None:
        query = query.where(FurtherRow.turns == length + 1)
    with store.session() as session:
        for row, position in session.execute(query.execution_options(yield_per=200)):
            yield _further_puzzle(row, position)


def _further_puzzle(row: FurtherRow, position: PositionRow) -> Puzzle:
    assert row.id is not None
    assert row.answers is not None
    assert row.turns is not None
    defence, choice = row.sort == "defence", row.sort == BEST_CHOICE
    stones = room(position.game).from_text(position.text, position.options).moves_left
    return Puzzle(
        id=row.id,
        game=position.game,
        options=position.options,
        position=position.text,
        side=position.side,
        by=row.by or "",
        length=row.turns - 1,
        quality=FURTHER[row.sort],
        key_stone=defence and len(row.answers[0]) < stones,
        answers=tuple(tuple(turn) for turn in row.answers),
        exactness=float(defence or choice),
        difficulty=row.difficulty or 0.0,
        tags=row.tags or {},
        line=tuple(tuple(turn) for turn in row.line or ()),
        origin=row.origin or "",
        generator=row.generator or "",
        certificate=row.certificate or b"",
        refutation=row.refutation,
        goal=CHOICE if choice else "defence" if defence else "win",
    )


def _all(
    store: Store, game: str | None, length: int | None, quality: str | None
) -> Iterator[Puzzle]:
    query = _joined().order_by(PuzzleRow.length, PuzzleRow.id)
    if game is not None:
        query = query.where(PuzzleRow.game == game)
    if length is not None:
        query = query.where(PuzzleRow.length == length)
    if quality == "unique":
        query = query.where(PuzzleRow.quality.in_(UNIQUE))
    elif quality is not None:
        query = query.where(PuzzleRow.quality == quality)
    with store.session() as session:
        for rows in session.execute(query.execution_options(yield_per=200)):
            yield _puzzle(*rows)


def puzzle(store: Store, name: str) -> Puzzle:
    """One puzzle by its id, or by the beginning of it."""
    with store.session() as session:
        main = session.execute(
            _joined().where(PuzzleRow.id.startswith(name, autoescape=True)).limit(2)
        ).all()
        others = session.execute(
            select(FurtherRow, PositionRow)
            .join(PositionRow, PositionRow.id == FurtherRow.position_id)
            .where(FurtherRow.id.startswith(name, autoescape=True))
            .limit(2)
        ).all()
        found = [_puzzle(*rows) for rows in main] + [_further_puzzle(*rows) for rows in others]
    if not found:
        raise PuzzleError(f"there is no puzzle {name!r} in this database")
    exact = [one for one in found if one.id == name]
    if len(exact or found) > 1:
        raise PuzzleError(f"several puzzles begin with {name!r}; give more of the id")
    return (exact or found)[0]


def _joined() -> Any:  # what a query is a type of differs between versions
    return (
        select(PuzzleRow, PositionRow, ProofRow, AnswerRow)
        .join(PositionRow, PositionRow.id == PuzzleRow.position_id)
        .join(ProofRow, ProofRow.position_id == PuzzleRow.position_id)
        .join(AnswerRow, AnswerRow.position_id == PuzzleRow.position_id)
    )


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
        uniqueness=answer.refutation,
        unique_within=answer.refuted_within,
    )
