"""What the play routes take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from kikashi.law.contract import MAX_CELLS
from kikashi.studio.models import (
    GameId,
    OptionText,
    PositionAnswer,
    ResultAnswer,
    Strict,
    Word,
)
from kikashi.studio.services.tables import Right

MoveNumber = Annotated[int, Field(ge=0, le=10_000)]


class NewGameQuery(Strict):
    """A table: rules, where to begin, who sits where, and the clock."""

    game: GameId
    options: Annotated[dict[Word, OptionText], Field(max_length=16)] = {}
    start: Annotated[str, Field(max_length=8_000)] = ""
    """A position to play from; empty: the first one of the game."""
    seats: Annotated[list[Annotated[str, Field(max_length=20)]], Field(min_length=1, max_length=8)]
    """In order of play: `me`, `friend` (whoever opens the link first) or a computer's id."""
    clock: Annotated[str, Field(max_length=20)] | None = None
    """`300+5`: seconds for the game, and more for each turn; null: no clock."""


class MovesQuery(Strict):
    """Moves of your turn: all of it, or its next stone."""

    moves: Annotated[list[Word], Field(min_length=1, max_length=MAX_CELLS)]
    after: MoveNumber
    """How many moves the game had when you decided; it is refused if there are others by now."""


class AnswerQuery(Strict):
    accept: bool


class FillQuery(Strict):
    computer: Annotated[str, Field(max_length=20)]
    """The player for every open seat."""


class SeatAnswer(BaseModel):
    number: int
    colour: str
    """A glossary word: black, white ..."""
    kind: Literal["person", "computer", "open", "left"]
    name: str
    """A person's name; empty for a guest without one."""
    computer: str | None
    you: bool
    far: bool = False
    """Whether its pieces begin on the far side of the board, which it is then shown turned."""
    here: bool = False
    """Whether this person has the page of the game open now."""


class ClockAnswer(BaseModel):
    control: str
    remaining: list[float]
    """Seconds of each seat, at the moment of the answer; of your own, while you are asked what
    others may not know (whether you claim a discard), those that are left for your answer."""
    running: int | None
    """The seat whose time runs; null before the first turn is made and after the end."""


class ChanceAnswer(BaseModel):
    """How anybody can check that chance was not bent: docs/reference/chance.md."""

    commitment: str
    """SHA-256 of the seed, told before the first draw."""
    seed: str | None
    """The seed in hexadecimal; null while the game goes on."""


class PlayAnswer(BaseModel):
    """A game as you see it."""

    id: str
    version: int
    """Grows with every change."""
    position: PositionAnswer
    seats: list[SeatAnswer]
    your_turn: bool
    thinking: bool
    """Whether a computer is to move."""
    trouble: str
    """Why the computer does not move; POST .../go-on asks it again."""
    over: bool
    result: ResultAnswer | None
    clock: ClockAnswer | None
    hints: list[int]
    """Numbers of moves played when a hint was used."""
    chance: ChanceAnswer | None
    """Null where nothing is drawn by chance."""
    take_back_asked: int | None
    """The seat that asks to take back its last turn."""
    linked: bool
    """Whether others may come by its link."""
    rematch: str | None
    """The game that somebody has made to be played after this one; null: nobody has yet."""
    resumed: bool
    """Whether the game was over once and its end was taken back."""
    may: list[Right]
    """What you can do now."""


class PlaySummary(BaseModel):
    """A game in a list."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[SeatAnswer]
    moves: int
    """0 while a game goes on that hides something."""
    over: bool
    result: ResultAnswer | None
    your_turn: bool
    hints: int
    made: float
    changed: float
    """Seconds since 1970; `before` of the next page."""


class PlayList(BaseModel):
    games: list[PlaySummary]
    more: bool
