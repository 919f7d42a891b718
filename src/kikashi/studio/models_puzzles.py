"""What the puzzles' part of the API takes and gives."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kikashi.law.contract import MAX_CELLS
from kikashi.studio.models import GameId, Language, OptionText, PositionAnswer, Word
from kikashi.studio.models_analysis import FlagAnswer

Tag = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
Tags = Annotated[list[Tag], Field(max_length=20)]
Length = Annotated[int, Field(ge=1, le=99)]
PuzzleId = Annotated[str, Field(min_length=4, max_length=16, pattern=r"^[0-9a-f]+(-[a-z])?$")]
Sort = Literal["main", "single-threats", "defence", "best-choice"]
Stones = Annotated[list[Word], Field(min_length=1, max_length=16)]
MixName = Annotated[str, Field(min_length=1, max_length=40)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class WishQuery(_Strict):
    """Which puzzles are wanted."""

    game: GameId
    shortest: Length = 1
    longest: Length = 99
    tags: Tags = []
    every: bool = False
    """Whether all of the tags are wanted at once; else one of them is enough."""
    without: Tags = []
    own: bool = False
    """Only puzzles that you had made."""
    sort: Sort = "main"
    """Wins of the game's first class, of its next one, the only defence, or one best choice."""


class AttemptQuery(WishQuery):
    """Asks for a puzzle: a new one, a failure once more, an old one again, or one by its id."""

    purpose: Literal["new", "repeat", "again", "own"] = "new"
    puzzle: PuzzleId | None = None
    language: Language = "en"


class TurnQuery(_Strict):
    """A whole turn. `after` is the number of turns on the board before it."""

    moves: Stones
    after: Annotated[int, Field(ge=0, le=MAX_CELLS)]
    language: Language = "en"


class EndQuery(_Strict):
    """Ends an attempt: `skip` costs nothing and shows nothing; `give-up` is a failure."""

    how: Literal["skip", "give-up"]
    language: Language = "en"


class AdjustQuery(_Strict):
    """What a person sets about a question that is over; its solution lists what may be set."""

    flags: Annotated[
        dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=20)]],
        Field(max_length=8),
    ] = {}


class ReportQuery(_Strict):
    text: Annotated[str, Field(max_length=500)] = ""


class MixQuery(_Strict):
    wish: WishQuery


class MakeQuery(_Strict):
    """The position on somebody's board."""

    game: GameId
    options: Annotated[dict[Word, OptionText], Field(max_length=16)] = {}
    start: Annotated[str, Field(max_length=8_000)] = ""
    moves: Annotated[list[Word], Field(max_length=MAX_CELLS)] = []


class ThemeAnswer(BaseModel):
    tag: str
    names: dict[str, str]
    puzzles: int


class FurtherAnswer(BaseModel):
    """The puzzles of a further sort."""

    sort: Sort
    by: str
    """The class of wins that they are about."""
    method: dict[str, str]
    """What the game calls it, by language."""
    puzzles: int
    lengths: dict[int, int]
    themes: list[ThemeAnswer]


class ShelfAnswer(BaseModel):
    """The puzzles of one game, those of the main sort first, and where you stand in them."""

    game: str
    names: dict[str, str]
    by: str
    """The class of wins that the main sort is about."""
    method: dict[str, str]
    puzzles: int
    own: int
    lengths: dict[int, int]
    themes: list[ThemeAnswer]
    further: list[FurtherAnswer]
    rating: float | None
    deviation: float | None
    failures: int


class CountAnswer(BaseModel):
    fitting: int
    fresh: int


class EndAnswer(BaseModel):
    """What is told of a puzzle when it is over, and not before."""

    difficulty: float
    """Its rating now."""
    deviation: float
    attempts: int
    solved: int
    themes: list[ThemeAnswer]
    quality: str
    origin: str
    expected: float | None
    before: float | None
    after: float | None


class AttemptAnswer(BaseModel):
    """A puzzle as it lies before you. Nothing here tells its answer before it is over."""

    id: str
    puzzle: str
    game: str
    state: str
    """open, solved, failed or skipped."""
    purpose: str
    rated: bool
    sort: Sort
    by: str
    """The class of wins that it is about."""
    method: dict[str, str]
    length: int
    question: dict[str, str]
    """What is asked, by language, where the game says it itself: of a best choice."""
    key_stone: bool
    """One stone decides; the rest of its turn may go anywhere."""
    player: int
    """Who is to win, to hold, or to choose."""
    turns: list[list[str]]
    strayed: int
    position: PositionAnswer
    verdict: str
    """Of the turn just played: solved, goes-on, wrong, not-our-line; else empty."""
    reason: str
    end: EndAnswer | None


class SolutionTurn(BaseModel):
    parent: int
    """The turn before it in this list; -1: the position of the puzzle."""
    moves: list[str]


class SolutionClaim(BaseModel):
    """What a certificate must say: a win, or that the class `by` has none within the turns."""

    kind: str
    side: str | None
    turns: int | None
    by: str | None


class SolutionProof(BaseModel):
    """A certificate, for whoever wants to replay it: packed, in base64."""

    certificate: str
    game: str
    options: dict[str, str]
    start: str
    claim: SolutionClaim


class ValuedAnswer(BaseModel):
    """A choice with what it leads to and costs."""

    word: str
    value: list[int]
    best: bool
    said: dict[str, str]


class SolutionAnswer(BaseModel):
    """The proof as a tree: your turns, and every defence that stops what they threaten."""

    start: str
    turns: list[SolutionTurn]
    proved: bool
    cut: bool
    """Whether far ends of a large proof were left out."""
    main_line: bool = False
    """Whether only one line of the proof is here, since its defences are no whole turns."""
    proof: SolutionProof | None = None
    choices: list[ValuedAnswer] = []
    """Of a best choice: everything that could be chosen, the best first; `proved` says whether the
    value of the best has certificates that the checker replayed."""
    flags: list[FlagAnswer] = []
    """What may be set about the question, such as ko threats; the values are told anew then."""
    grounds: dict[str, str] = {}
    """What the values rest on, by language."""
    fastest: SolutionProof | None = None
    """That no win of its class takes fewer turns."""


class FailureAnswer(BaseModel):
    puzzle: str
    game: str
    length: int
    failed: float
    attempt: str


class DayAnswer(BaseModel):
    day: str
    solved: int
    failed: int


class ShareAnswer(BaseModel):
    name: str
    names: dict[str, str]
    attempts: int
    solved: int
    expected: float
    weak: bool


class ProgressAnswer(BaseModel):
    game: str
    rating: float | None
    deviation: float | None
    attempts: int
    solved: int
    history: list[tuple[float, float]]
    days: list[DayAnswer]
    lengths: list[ShareAnswer]
    themes: list[ShareAnswer]


class MixAnswer(BaseModel):
    name: str
    wish: WishQuery


class MadeAnswer(BaseModel):
    """A puzzle that you had made."""

    puzzle: str
    game: str
    length: int
    made: float
    collection: str | None


class JobStarted(BaseModel):
    """Follow it at /api/jobs/{job}/events."""

    job: str
