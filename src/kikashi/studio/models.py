"""What the API takes and gives. Every list and text that comes in is bounded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kikashi.law.contract import MAX_CELLS
from kikashi.studio.scenes import FaceAnswer, SceneAnswer

GameId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]
Word = Annotated[str, Field(min_length=1, max_length=16)]
OptionText = Annotated[str, Field(max_length=20_000)]
Language = Literal["en", "zh-Hant"]
Notation = Literal["", "en", "zh-Hant", "words"]
"""How moves are written: as is usual in a language (empty: in the one that is asked for), or by
the words of the API."""
MAX_LINES = 64


class Strict(BaseModel):
    """What comes in: a field that nobody knows is refused, not passed over."""

    model_config = ConfigDict(extra="forbid")


class PositionQuery(Strict):
    """A game so far: rules, a start (empty: the first position) and the moves from there."""

    game: GameId
    options: Annotated[dict[Word, OptionText], Field(max_length=16)] = {}
    start: Annotated[str, Field(max_length=8_000)] = ""
    moves: Annotated[list[Word], Field(max_length=MAX_CELLS)] = []
    language: Language = "en"
    threats: bool = False
    """Whether the threats of both sides are marked on the board."""
    numbers: bool = False
    """Whether the stones carry the numbers of their turns."""
    notation: Notation = ""


class NamesQuery(Strict):
    """Asks how people write moves: whole lines from the start of a game."""

    game: GameId
    options: Annotated[dict[Word, OptionText], Field(max_length=16)] = {}
    start: Annotated[str, Field(max_length=8_000)] = ""
    lines: Annotated[
        list[Annotated[list[Word], Field(max_length=MAX_CELLS)]], Field(max_length=MAX_LINES)
    ]
    language: Language = "en"


class NamesAnswer(BaseModel):
    """The moves of every line as they are written; what is no move is left as it was."""

    lines: list[list[str]]


class ReplyQuery(PositionQuery):
    """Asks a computer player for the rest of this turn."""

    player: Annotated[str, Field(max_length=40)] = "simple"
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


class ChoiceAnswer(BaseModel):
    value: str
    names: dict[str, str]


class OptionAnswer(BaseModel):
    name: str
    default: str
    help: dict[str, str]
    choices: list[ChoiceAnswer]
    """All values, where they are a few words; else empty."""


class ComputerAnswer(BaseModel):
    """A computer player: `simple`, or `level:7`, with its name for people in each language."""

    id: str
    names: dict[str, str]
    book: bool
    """Whether it plays its first turns from a book; `level:10/no-book` does not."""


class GameAnswer(BaseModel):
    """A game as its room describes it, with its usual options."""

    id: str
    names: dict[str, str]
    options: list[OptionAnswer]
    player_names: list[str]
    sides: dict[str, dict[str, str]]
    """What people call each of them, in each language."""
    computers: list[ComputerAnswer]
    """Weakest first; with other options there may be fewer: see a position's `computers`."""
    provers: list[str]
    """Methods that can prove a win."""
    completing: int
    """Turns that only complete a win: a puzzle's length leaves them out."""
    threats: bool
    """Whether threats can be shown on its board."""
    named: bool
    """Whether people write its moves otherwise than by their words."""


class GamesAnswer(BaseModel):
    games: list[GameAnswer]


class PageAnswer(BaseModel):
    name: str
    title: str
    text: str


class RulesAnswer(BaseModel):
    game: str
    language: str
    text: str
    pages: list[PageAnswer]
    """What else the room has to tell, in order: a course, say."""


class FacesAnswer(BaseModel):
    faces: list[FaceAnswer]


class TurnAnswer(BaseModel):
    player: int
    """-1: chance."""
    moves: list[str]
    names: list[str]
    """The moves as people write them, where the game has a notation of its own; else the same."""
    complete: bool


class ResultAnswer(BaseModel):
    reason: str
    payoffs: list[int]
    winner: int | None


class ThreatsAnswer(BaseModel):
    player: int
    level: int
    sets: int
    cells: list[str]
    told: str
    """The same for people, in the language asked for."""


class PositionAnswer(BaseModel):
    """A position with all that a page needs to show it and to go on."""

    game: str
    options: dict[str, str]
    start: str
    moves: list[str]
    text: str
    player_names: list[str]
    sides: list[str]
    """The players' names for people, in the language that was asked for."""
    to_move: int | None
    """Null where the asker may not know who is asked; -1: chance."""
    moves_left: int
    computers: list[str]
    """The computer players for these options, weakest first."""
    turns: list[TurnAnswer]
    result: ResultAnswer | None
    ending: str
    """Why the game ended, in words; empty while it goes on."""
    threats: list[ThreatsAnswer]
    scene: SceneAnswer
    """What the asker sees and may do now: its `choices`."""


class ReplyAnswer(BaseModel):
    """An opinion: what the player does, and its reason as a key. It proves nothing."""

    kind: Literal["opinion"] = "opinion"
    moves: list[str]
    reason: str
    position: PositionAnswer
