"""What the exam's part of the API takes and gives."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from kikashi.law.contract import MAX_CELLS
from kikashi.studio.models import GameId, Language, PositionAnswer
from kikashi.studio.models_puzzles import PuzzleId, Stones


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SittingQuery(_Strict):
    """Begins a sitting, or goes on with the one that is open in this game."""

    game: GameId
    name: Annotated[str, Field(min_length=1, max_length=60)]
    """As it will stand on the certificate."""
    beyond: bool = False
    """Whether to go on past the paper's top, kyu 4, with longer puzzles and further sorts."""
    language: Language = "en"


class ExamTurnQuery(_Strict):
    """A whole turn in answer to the question that `puzzle` names, `after` turns on its board."""

    puzzle: PuzzleId
    moves: Stones
    after: Annotated[int, Field(ge=0, le=MAX_CELLS)]
    language: Language = "en"


class StopQuery(_Strict):
    language: Language = "en"


class LevelAnswer(BaseModel):
    """One step of the ladder."""

    kyu: int
    length: int
    puzzles: int
    needed: int
    wrong_ends: int
    beyond: bool
    """Not in the paper, whose top is kyu 4."""
    single: bool
    """By puzzles of a further sort, of this length or longer."""
    kind: dict[str, str]
    """What the room calls the further sort, by language; empty where it is not one of it."""
    pool: int
    """Puzzles here that may be asked at this step."""


class StandAnswer(BaseModel):
    """A game in which an exam can be sat, with the steps that its puzzles reach."""

    game: str
    names: dict[str, str]
    rules: list[dict[str, str]]
    """What is asked of every turn, by language, in the words of the game."""
    choices: bool
    """Whether it asks for best choices, and not for wins by force."""
    levels: list[LevelAnswer]


class SittingSummary(BaseModel):
    id: str
    game: str
    name: str
    over: bool
    kyu: int | None
    certificate: str | None
    asked: int
    made: float
    ended: float | None


class LastAnswer(BaseModel):
    """What was ruled on the question before this one."""

    puzzle: str
    verdict: str
    """solved, wrong, or open: it could not be decided and does not count."""
    reason: str
    told: dict[str, str]
    """What was wrong, by language, where the game has words of its own for it."""
    position: PositionAnswer


class QuestionAnswer(BaseModel):
    """The question as it lies there; nothing here tells its answer."""

    puzzle: str
    player: int
    turns: list[list[str]]
    position: PositionAnswer
    question: dict[str, str]
    """What is asked, by language, where the game says it itself: of a best choice."""


class PastAnswer(BaseModel):
    """A question that is over; its solution can be asked for when the sitting is."""

    puzzle: str
    kyu: int
    verdict: str
    reason: str
    told: dict[str, str]
    start: str
    options: dict[str, str]
    turns: list[list[str]]
    choice: bool = False
    """Whether it was one of a best choice: then what was chosen does not go on the board."""


class SittingAnswer(BaseModel):
    """A sitting as it stands."""

    id: str
    game: str
    name: str
    levels: list[LevelAnswer]
    level: int
    """The step it stands at, counted from 0."""
    right: int
    wrong: int
    passed: int
    over: bool
    kyu: int | None
    certificate: str | None
    made: float
    ended: float | None
    question: QuestionAnswer | None
    last: LastAnswer | None
    past: list[PastAnswer]
    """Empty until the sitting is over."""
    asked: int
    replaced: int
    demand: dict[str, str]
    """What is asked of every turn at this step, by language."""


class CertificateAnswer(BaseModel):
    """Who has reached what, for whoever is shown the certificate."""

    code: str
    name: str
    game: str
    names: dict[str, str]
    kyu: int
    beyond: bool
    single: bool
    """Whether its last step was one of a further sort."""
    kind: dict[str, str]
    """What the room calls that sort, by language."""
    choices: bool
    """Whether it asked for best choices."""
    length: int
    """The turns of the longest puzzles that were solved."""
    right: int
    asked: int
    ended: float
