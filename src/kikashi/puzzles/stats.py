"""The funnel of a database and its tables by length, as paper 004 shows them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select

from kikashi.puzzles.model import UNIQUE
from kikashi.puzzles.stages import completing
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
)

REFUSALS = 20
"""So many are told; a file of another format has one for each of its lines."""


@dataclass(frozen=True)
class Stats:
    """Counts of everything the factory did."""

    records: int
    refused: int
    occurrences: int
    positions: int
    verdicts: dict[str, int]
    contained: int
    proved: int
    """Wins left after thinning whose fastest form was proved."""
    certified: int
    """Of these, how many have a certificate that nothing is faster."""
    by_length: dict[int, int]
    answers: dict[str, int]
    puzzles: int
    unique: int
    unique_by_length: dict[int, int]
    classes: dict[str, dict[str, int]]
    """By length: counts of the classes of paper 004's appendix, for unique puzzles."""
    key_stones: int
    unique_certified: int = 0
    """Unique puzzles with a certificate that no other first turn wins in time."""
    further: dict[str, int] = field(default_factory=dict)
    """Puzzles of further sorts."""
    refusals: tuple[str, ...] = ()
    """Why records were refused: the first of them."""

    def to_json(self) -> dict[str, Any]:
        return {
            **{k: v for k, v in vars(self).items() if not isinstance(v, dict)},
            "refusals": list(self.refusals),
            "verdicts": self.verdicts,
            "by_length": {str(k): v for k, v in self.by_length.items()},
            "unique_by_length": {str(k): v for k, v in self.unique_by_length.items()},
            "answers": self.answers,
            "further": self.further,
            "classes": self.classes,
        }


def stats(store: Store, game: str | None = None) -> Stats:
    """Counts what the database holds, for one game or for all."""
    with store.session() as session:
        position = PositionRow.game == game if game else PositionRow.id > 0
        wins = (position, PositionRow.verdict == "win", PositionRow.turns > 1)
        verdicts = _counted(
            session.execute(
                select(PositionRow.verdict, func.count())
                .where(position)
                .group_by(PositionRow.verdict)
            )
        )
        answers = _counted(
            session.execute(
                select(PositionRow.answer, func.count())
                .where(position, PositionRow.answer.is_not(None))
                .where(PositionRow.contained.is_(False))
                .group_by(PositionRow.answer)
            )
        )
        proofs = session.execute(
            select(ProofRow.turns, ProofRow.refutation.is_not(None), PositionRow.game)
            .join(PositionRow, PositionRow.id == ProofRow.position_id)
            .where(position, PositionRow.contained.is_(False))
        ).all()
        rows = list(
            session.scalars(
                select(PuzzleRow).where(PuzzleRow.game == game if game else PuzzleRow.length > 0)
            )
        )

        def count(*where: Any) -> int:
            return session.scalar(select(func.count()).select_from(PositionRow).where(*where)) or 0

        occurrences = session.scalar(
            select(func.count())
            .select_from(OccurrenceRow)
            .join(PositionRow, PositionRow.id == OccurrenceRow.position_id)
            .where(position)
        )
        unique = [row for row in rows if row.quality in UNIQUE]
        return Stats(
            records=session.scalar(select(func.count()).select_from(RecordRow)) or 0,
            refused=session.scalar(select(func.count()).select_from(RefusalRow)) or 0,
            refusals=tuple(
                session.scalars(select(RefusalRow.text).order_by(RefusalRow.id).limit(REFUSALS))
            ),
            occurrences=occurrences or 0,
            positions=count(position),
            verdicts={**verdicts, "win in more than one turn": count(*wins)},
            contained=count(*wins, PositionRow.contained.is_(True)),
            proved=len(proofs),
            certified=sum(bool(has) or turns < 2 for turns, has, _ in proofs),
            by_length=dict(
                sorted(Counter(turns - completing(of) for turns, _, of in proofs).items())
            ),
            answers=answers,
            puzzles=len(rows),
            unique=len(unique),
            unique_by_length=dict(sorted(Counter(row.length for row in unique).items())),
            classes=_classes(unique),
            key_stones=sum(row.key_stone for row in rows),
            unique_certified=session.scalar(
                select(func.count())
                .select_from(PuzzleRow)
                .join(AnswerRow, AnswerRow.position_id == PuzzleRow.position_id)
                .where(PuzzleRow.game == game if game else PuzzleRow.length > 0)
                .where(PuzzleRow.quality.in_(UNIQUE), AnswerRow.refutation.is_not(None))
            )
            or 0,
            further=_counted(
                session.execute(
                    select(FurtherRow.sort, func.count())
                    .join(PositionRow, PositionRow.id == FurtherRow.position_id)
                    .where(position, FurtherRow.id.is_not(None))
                    .group_by(FurtherRow.sort)
                )
            ),
        )


def _counted(rows: Any) -> dict[str, int]:
    return {str(name): number for name, number in sorted(rows, key=lambda row: str(row[0]))}


def _classes(rows: list[PuzzleRow]) -> dict[str, dict[str, int]]:
    """Counter-threat or not, three single threats or not: the columns of the appendix."""
    table: dict[str, Counter[str]] = {}
    for row in sorted(rows, key=lambda row: row.length):
        counter = "counter" if row.tags.get("counter-threat") else "plain"
        singles = "singles" if row.tags.get("three-singles") else "double"
        table.setdefault(str(row.length), Counter())[f"{counter}-{singles}"] += 1
    return {length: dict(sorted(found.items())) for length, found in table.items()}
