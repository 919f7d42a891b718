"""One sitting of the exam: plain data and pure steps, so that it can be stored and gone on with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from random import Random
from typing import Any

from kikashi.exam.ladder import BEYOND, PAPER, Level, Score, after_answer, kyu_of
from kikashi.exam.ruling import GOES_ON, OPEN, SOLVED, WRONG, Ruling, rule
from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.puzzles import Puzzle
from kikashi.puzzles.model import CHOICE, FURTHER, UNIQUE

SINGLE = FURTHER["single-threats"]
"""The quality of puzzles of single threats."""
BY_LENGTH = (*UNIQUE, CHOICE)
"""The qualities of puzzles that a step asks by their length."""
ASKED = (*BY_LENGTH, SINGLE)
"""The qualities of puzzles that an exam may ask."""


class ExamError(GameError):
    """An exam that cannot be held or gone on with."""


@dataclass(frozen=True)
class Question:
    """A puzzle as it lies before the player: turned, colours perhaps changed, perhaps begun."""

    puzzle: str
    game: str
    options: dict[str, str]
    position: str
    by: str = ""
    """The class of the puzzle, where it is not the game's first."""

    def board(self) -> Position:
        return room(self.game).from_text(self.position, self.options)


@dataclass(frozen=True)
class Sitting:
    """Everything about one sitting."""

    player: str
    seed: int
    score: Score = field(default_factory=Score)
    question: Question | None = None
    asked: tuple[str, ...] = ()
    """Ids in the order they were asked, replaced ones too."""
    wrong: tuple[str, ...] = ()
    """The puzzles answered wrong in the level that ended the exam."""
    replaced: tuple[str, ...] = ()
    """Puzzles that the search could not decide; they count neither way."""
    first: int = 0
    """The step of the whole ladder that this sitting began with."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sitting:
        """Reads what `to_json` wrote; ExamError if it is something else."""
        try:
            question = Question(**data["question"]) if data["question"] else None
            lists = {name: tuple(data[name]) for name in ("asked", "wrong", "replaced")}
            score, first = Score(**data["score"]), int(data.get("first", 0))
            return cls(data["player"], data["seed"], score, question, **lists, first=first)
        except (KeyError, TypeError) as problem:
            raise ExamError(f"this is no stored sitting: {problem!r}") from None


Pool = Mapping[int, Sequence[Puzzle]]
"""Puzzles by `Level.pool`: those with one answer by length, those of single threats below 0."""


def pool_of(found: Sequence[Puzzle]) -> dict[int, list[Puzzle]]:
    """The puzzles that an exam may ask: one answer in time, a proved win by single threats, or one
    best choice."""
    pool: dict[int, list[Puzzle]] = {}
    for puzzle in found:
        place = place_in_pool(puzzle.quality, puzzle.length)
        if place is not None:
            pool.setdefault(place, []).append(puzzle)
    return pool


def place_in_pool(quality: str, length: int) -> int | None:
    """Where a puzzle lies in a pool; None if no step of the ladder asks such puzzles."""
    if quality in BY_LENGTH:
        return length
    steps = [level for level in BEYOND if level.single and length >= level.length]
    return steps[-1].pool if quality == SINGLE and steps else None


def begin(
    player: str,
    seed: int,
    pool: Pool,
    *,
    seen: Sequence[str] = (),
    ladder: Sequence[Level] = PAPER,
) -> Sitting:
    """A new sitting with its first question. `seen`: ids this player met, the longest ago first."""
    for level in ladder:
        there = len(pool.get(level.pool, ()))
        if there < level.puzzles:
            sort = "by single threats" if level.single else "with one answer"
            raise ExamError(
                f"kyu {level.kyu} asks {level.puzzles} puzzles of length {level.length} {sort}; "
                f"there are {there}"
            )
    whole = PAPER + BEYOND
    first = whole.index(ladder[0]) if ladder[0] in whole else 0
    return _ask(Sitting(player, seed, first=first), pool, seen, ladder)


def answer(
    sitting: Sitting,
    turn: Sequence[Move],
    pool: Pool,
    *,
    seen: Sequence[str] = (),
    ladder: Sequence[Level] = PAPER,
) -> tuple[Sitting, Ruling]:
    """The sitting after a turn of the player, and what was ruled."""
    question = sitting.question
    if question is None or sitting.score.over:
        raise ExamError("this exam is over")
    ruling = rule(question.board(), turn, by=question.by)
    return ruled(sitting, ruling, pool, seen=seen, ladder=ladder), ruling


def ruled(
    sitting: Sitting,
    ruling: Ruling,
    pool: Pool,
    *,
    seen: Sequence[str] = (),
    ladder: Sequence[Level] = PAPER,
) -> Sitting:
    """The sitting after a ruling that was made elsewhere: `answer` without its search."""
    question = sitting.question
    if question is None or sitting.score.over:
        raise ExamError("this exam is over")
    if ruling.verdict == GOES_ON and ruling.position is not None:
        return replace(sitting, question=replace(question, position=ruling.position.to_text()))
    if ruling.verdict == OPEN:
        sitting = replace(sitting, replaced=(*sitting.replaced, question.puzzle))
        return _ask(sitting, pool, seen, ladder)
    right = ruling.verdict == SOLVED
    if ruling.verdict == WRONG:
        sitting = replace(sitting, wrong=(*sitting.wrong, question.puzzle))
    score = after_answer(sitting.score, ladder, right=right)
    if not score.over and score.level != sitting.score.level:
        sitting = replace(sitting, wrong=())
    sitting = replace(sitting, score=score, question=None)
    return sitting if score.over else _ask(sitting, pool, seen, ladder)


def result(sitting: Sitting, ladder: Sequence[Level] = PAPER) -> int | None:
    """The kyu reached so far; None below the first."""
    return kyu_of(sitting.score, ladder)


def _ask(sitting: Sitting, pool: Pool, seen: Sequence[str], ladder: Sequence[Level]) -> Sitting:
    level = ladder[sitting.score.level]
    # A sitting draws by its own seed and the number of questions so far: it can be stored and go
    # on elsewhere, and the same sitting asks the same puzzles.
    random = Random(f"{sitting.seed}/{len(sitting.asked)}")
    chosen = _draw(pool.get(level.pool, ()), sitting.asked, seen, random)
    board = disguised(chosen.start(), random)
    by = chosen.by if level.single or chosen.goal == CHOICE else ""
    question = Question(chosen.id, chosen.game, dict(chosen.options), board.to_text(), by)
    return replace(sitting, question=question, asked=(*sitting.asked, chosen.id))


def _draw(
    found: Sequence[Puzzle], asked: Sequence[str], seen: Sequence[str], random: Random
) -> Puzzle:
    """An unseen puzzle; when all are seen, the one met longest ago.

    Many replacements can use up a small pool: then what this sitting asked first comes again.
    """
    if not found:
        raise ExamError("there is no puzzle of this length")
    ids = {puzzle.id: puzzle for puzzle in found if puzzle.id not in asked}
    if not ids:
        order = {name: number for number, name in enumerate(asked)}
        return min(found, key=lambda puzzle: order[puzzle.id])
    fresh = [puzzle for name, puzzle in sorted(ids.items()) if name not in set(seen)]
    if fresh:
        return random.choice(fresh)
    last = {name: number for number, name in enumerate(seen)}
    return min(ids.values(), key=lambda puzzle: last[puzzle.id])


def disguised(position: Position, random: Random) -> Position:
    """The same problem in a random symmetry, with colours changed half of the time."""
    turned = position.transform(random.choice(position.symmetries()))
    other = turned.recoloured()
    return other if other is not None and random.random() < 0.5 else turned
