"""What the analysis page takes and gives. Every list and text that comes in is bounded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from kikashi.studio.models import (
    GameId,
    Language,
    OptionText,
    PositionQuery,
    Strict,
    Word,
)

MOST_MOVES = 1_000
MOST_NODES = 5_000
MOST_TEXT = 500_000
"""Characters of a record that is pasted or opened; larger collections belong into the library."""

Moves = Annotated[list[Word], Field(max_length=MOST_MOVES)]
Options = Annotated[dict[Word, OptionText], Field(max_length=16)]
Comment = Annotated[str, Field(max_length=20_000)]
PropertyName = Annotated[str, Field(max_length=20)]
PropertyValues = Annotated[list[Annotated[str, Field(max_length=4_000)]], Field(max_length=400)]


class RulesQuery(Strict):
    """A game under some rules."""

    game: GameId
    options: Options = {}


class PlaceQuery(RulesQuery):
    """A place in a game: its rules, a start (empty: the first position), the moves to it."""

    start: Annotated[str, Field(max_length=8_000)] = ""
    moves: Moves = []


class LinesQuery(PlaceQuery):
    """Asks for engine lines."""

    lines: Annotated[int, Field(ge=1, le=5)] = 3


class ProveQuery(PlaceQuery):
    """Asks for a proof that the side to move wins (or, of a threat, would win after a pass)."""

    seconds: Annotated[float, Field(gt=0, le=120)] = 30.0
    flags: Annotated[
        dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=200)]],
        Field(max_length=16),
    ] = {}
    """What only this game's searches take; the game's abilities list them."""


class ThreatQuery(PlaceQuery):
    """Asks what the opponent would do if the side to move passed."""

    seconds: Annotated[float, Field(gt=0, le=30)] = 8.0


class ReviewQuery(PlaceQuery):
    """Asks for a review of a line; `seconds` holds for each search."""

    seconds: Annotated[float, Field(gt=0, le=10)] = 0.5


class DefenceQuery(Strict):
    """The defender's turns so far; the answer is the prover's next one."""

    replies: Annotated[
        list[Annotated[list[Word], Field(min_length=1, max_length=16)]], Field(max_length=200)
    ] = []


class SetupQuery(RulesQuery):
    """A board that was set up by hand."""

    placed: Annotated[dict[Word, Word], Field(max_length=800)] = {}
    to_move: Annotated[int, Field(ge=0, le=7)] = 0


class ReadQuery(Strict):
    """Records as text: SGF, a list of moves, a position text, CSV or PSQ."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT)]
    game: GameId | None = None
    """Where the text does not say it; it never overrides a record that does."""
    options: Options = {}


class NodeModel(Strict):
    """One move of a tree with what is said about it."""

    parent: Annotated[int, Field(ge=-1, lt=MOST_NODES)]
    """The number of the node before it; -1 for the root, which comes first and has no move."""
    move: Annotated[str, Field(max_length=16)] = ""
    comment: Comment = ""
    properties: Annotated[dict[PropertyName, PropertyValues], Field(max_length=64)] = {}
    player: Annotated[int, Field(ge=-1, le=7)] | None = None
    """Who made the move: the server says it, and does not ask for it."""
    turn: Annotated[int, Field(ge=0)] = 0
    """The number of the turn that the move belongs to, likewise."""


class TreeModel(Strict):
    """A game or a position with lines of play: parents come before their children."""

    game: GameId
    options: Options = {}
    start: Annotated[str, Field(max_length=8_000)] = ""
    players: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=8)] = []
    result: Annotated[str, Field(max_length=20)] = ""
    how: Annotated[str, Field(max_length=200)] = ""
    name: Annotated[str, Field(max_length=500)] = ""
    nodes: Annotated[list[NodeModel], Field(min_length=1, max_length=MOST_NODES)]


class WriteQuery(Strict):
    """A tree to be written in a record format; `lossy` allows what the format cannot hold."""

    tree: TreeModel
    format: Annotated[str, Field(max_length=20)] = "sgf"
    lossy: bool = False


class PieceAnswer(BaseModel):
    key: str
    player: int
    colour: str


class FormatAnswer(BaseModel):
    id: str
    help: str
    suffix: str


class FlagAnswer(BaseModel):
    """Something that only this game's searches take."""

    name: str
    default: str
    help: dict[str, str]
    choices: list[str]


class AbilitiesAnswer(BaseModel):
    """What can be done with a game under these rules: what is not there is greyed out."""

    game: str
    options: dict[str, str]
    player_names: list[str]
    provers: list[str]
    flags: list[FlagAnswer]
    review: bool
    """Whether turns can be judged after the end: by proofs, or by what they cost."""
    engine: bool
    """Whether lines are searched by a player; else they come from counting or from proofs."""
    threats: bool
    """Whether threats can be marked on the board."""
    heat: bool
    owners: list[str]
    """The sides whose points are 0 and 1 on the heat map; none where it shows what matters."""
    study: bool
    """Whether a turn can be passed and a position set up."""
    pieces: list[PieceAnswer]
    formats: list[FormatAnswer]


class OutcomeAnswer(BaseModel):
    """One thing that chance may do."""

    move: str
    names: dict[str, str]
    chance: float


class DrawAnswer(BaseModel):
    """What chance may do in a position where it moves; both empty where a player does."""

    drawn: list[str]
    """Moves of chance, by lot, up to where a player is asked or the game is over."""
    outcomes: list[OutcomeAnswer]
    """What may come next; empty where that is too much for a row of buttons."""


class OpeningAnswer(BaseModel):
    """A turn that was played here in games of our own players."""

    moves: list[str]
    games: int
    wins: list[int]
    """By player; what is missing to `games` nobody won."""
    ways: list[list[str]]
    """The cells that its moves touch."""
    mark: Literal["", "certified", "refuted", "doubted"]
    """What was found when the book was made: a forced win of the mover, or of the opponent, whose
    certificate the checker replayed then; or that the strongest player likes another much better.
    """
    by: dict[str, str]
    """The class of that win in each language; empty where there is none."""
    within: int
    """Within how many turns of the winner; 0 where there is no such win."""
    played: bool
    """Whether strong levels play it from the book."""


class OpeningsAnswer(BaseModel):
    turns: list[OpeningAnswer]


class HeatAnswer(BaseModel):
    """An opinion: how much each cell matters, from 0 to 1."""

    kind: Literal["opinion"] = "opinion"
    cells: dict[str, float]


class PlacedAnswer(BaseModel):
    placed: dict[str, str]
    to_move: int


class SetupAnswer(BaseModel):
    start: str


class StartedAnswer(BaseModel):
    """Work that has begun: follow it at /api/jobs/{job}/events."""

    job: str


class ProvedTurnAnswer(BaseModel):
    """The prover's turn, from the certificate."""

    kind: Literal["proved"] = "proved"
    moves: list[str]
    turns: int
    """The prover's turns to go at most, this one included."""
    line: list[list[str]]
    over: bool


class ProofAnswer(BaseModel):
    id: str
    game: str
    options: dict[str, str]
    start: str
    claim: dict[str, str]


class ReadAnswer(BaseModel):
    """The games of a text, and why others were not read."""

    trees: list[TreeModel]
    refused: list[str]
    more: bool
    """Whether there was more than is given here."""


class WriteAnswer(BaseModel):
    text: str
    file: str
    """A name to save it under."""
    lost: list[str]
    """What the format could not hold."""


class PictureQuery(Strict):
    """What a picture shows, as an address says it."""

    game: GameId
    o: Annotated[list[Annotated[str, Field(max_length=20_000)]], Field(max_length=16)] = []
    """Rule options: `size=9x9`."""
    start: Annotated[str, Field(max_length=8_000)] = ""
    moves: Annotated[str, Field(max_length=12_000)] = ""
    """Words with dots between them."""
    marked: Annotated[str, Field(max_length=1_000)] = ""
    """Cells to be pointed at, with dots between them."""
    language: Language = "en"
    theme: Literal["light", "dark"] = "light"
    numbers: bool = False
    threats: bool = False
    notes: bool = True
    """Whether the sentences under the board are in the picture."""
    download: bool = False

    def position(self) -> PositionQuery:
        """The same as a question about a position."""
        pairs = (text.partition("=") for text in self.o)
        return PositionQuery.model_construct(
            game=self.game,
            options={name: value for name, _, value in pairs},
            start=self.start,
            moves=[word for word in self.moves.split(".") if word][:MOST_MOVES],
            language=self.language,
            numbers=self.numbers,
            threats=self.threats,
        )
