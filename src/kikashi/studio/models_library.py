"""What the library's part of the API takes and gives."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from kikashi.law.contract import MAX_CELLS
from kikashi.studio.models import GameId, OptionText, Word
from kikashi.studio.models_puzzles import ThemeAnswer

FileName = Annotated[str, Field(min_length=1, max_length=100)]


class SearchQuery(BaseModel):
    """A position, to be found in your collections under every symmetry of the board."""

    model_config = ConfigDict(extra="forbid")

    game: GameId
    options: Annotated[dict[Word, OptionText], Field(max_length=16)] = {}
    start: Annotated[str, Field(max_length=8_000)] = ""
    moves: Annotated[list[Word], Field(max_length=MAX_CELLS)] = []
    collection: Annotated[str | None, Field(max_length=40)] = None
    """Only in this one; none: in all of yours."""


class CollectionAnswer(BaseModel):
    """A file that you brought, and what was read of it."""

    id: str
    game: str
    name: str
    size: int
    state: str
    """waiting (being read), ready, or broken: no game could be read."""
    games: int
    refused: int
    note: str
    made: float
    job: str | None
    """The work that runs on it now, at /api/jobs/{job}/events."""
    working: str | None
    """What that work is: read or factory."""
    funnel: dict[str, Any] | None
    """What the factory has made of it so far: `whole`, and its `stats`."""


class ShelvedAnswer(BaseModel):
    """A game of a collection."""

    number: int
    players: list[str]
    result: str
    title: str
    stones: int


class ShelvedGame(ShelvedAnswer):
    options: dict[str, str]
    setup: str
    moves: list[str]


class GamesPage(BaseModel):
    total: int
    games: list[ShelvedAnswer]


class UnreadAnswer(BaseModel):
    number: int
    text: str


class ContinuationAnswer(BaseModel):
    moves: list[str]
    """Empty where the turn was not whole, or does not fit this board."""
    games: int
    wins: list[int]


class FoundAnswer(BaseModel):
    collection: str
    name: str
    stones: int
    """Moves played before the position."""
    game: ShelvedAnswer


class SearchAnswer(BaseModel):
    games: int
    continuations: list[ContinuationAnswer]
    found: list[FoundAnswer]
    """The first of them."""


class BarAnswer(BaseModel):
    low: int
    high: int
    count: int


class CountsAnswer(BaseModel):
    """A collection in numbers."""

    results: dict[str, int]
    stones: list[BarAnswer]
    puzzles: dict[int, int]
    themes: list[ThemeAnswer]
