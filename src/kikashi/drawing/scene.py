"""What a picture is made of: plain data in pixel-like units, y downwards, nothing about games.

These are structs and not dataclasses because a page asks for hundreds of them at every move: they
are made faster, and what has its usual value is left out of the JSON.
"""

from __future__ import annotations

from typing import Literal, Self, TypeAlias

import msgspec

ChoiceKind: TypeAlias = Literal[
    "place", "move", "drop", "promote", "pass", "flip", "call", "card", "mark"
]
TrayKind: TypeAlias = Literal["hand", "reserve", "captured", "discards", "meld", "table", "stock"]
Side: TypeAlias = Literal["south", "east", "north", "west"]


class Plain(msgspec.Struct, frozen=True, omit_defaults=True):
    """Data that goes over the wire as it is; `changed` gives one that differs."""

    def changed(self, **fields: object) -> Self:
        """The same with other values in some fields."""
        return msgspec.structs.replace(self, **fields)


class Panel(Plain, frozen=True):
    """One board, or one layer of a board in space."""

    x: float
    y: float
    width: float
    height: float
    caption: str = ""


class Line(Plain, frozen=True):
    """A line of the board; kind: `grid`, `edge` (the rim) or `link` (between cells of a set)."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "grid"


class Disc(Plain, frozen=True):
    """A dot of the board; kind: `star` or `cell` (a cell of a board without lines)."""

    x: float
    y: float
    radius: float
    kind: str = "star"


class Point(Plain, frozen=True):
    """A cell where something can lie, with its place in pixels and in its panel's text grid.

    `row` 0 is the lowest.
    """

    cell: str
    x: float
    y: float
    panel: int
    column: int
    row: int


class Stone(Plain, frozen=True):
    """A stone or piece: one without text and face is a plain stone of its colour."""

    cell: str
    x: float
    y: float
    colour: str
    text: str = ""
    """A character or two that stand on it."""
    face: str = ""
    """The id of a `Face` of the scene, whose picture, texts and names then count."""


class Label(Plain, frozen=True):
    """Words; kind: `column`, `row`, `caption`, `note` or `cell`."""

    x: float
    y: float
    text: str
    kind: str = "note"


class Trail(Plain, frozen=True):
    """A way through places; kind: `threat`, `win` or `arrow`; the colour of a side, if any."""

    kind: str
    places: tuple[tuple[float, float], ...]
    colour: str = ""


class Mark(Plain, frozen=True):
    """On one cell; kind: `last`, `pending`, `number`, `threat`, `heat`, `best`, `territory` (of the
    side of its colour), `dead` or `ko`."""

    kind: str
    cell: str
    x: float
    y: float
    colour: str = ""
    """The side it belongs to; of `last`, `pending` and `number` the stone it lies on, if any."""
    text: str = ""
    value: float = 0.0


class Choice(Plain, frozen=True):
    """Something that the viewer may do now; its `word` is the move that is then played.

    Boards offer it by its places: first `start`, where it has one, then `end`. Where several
    choices share both, as with and without promotion, the person is asked by their labels. A choice
    without places (pass, a bid, a call) is a button. A word may be offered at several places.
    """

    word: str
    label: str = ""
    """What people read and hear, in the scene's language; empty: the word itself."""
    kind: ChoiceKind = "place"
    start: str = ""
    """Where it is taken from: a cell of the board, or a place in a tray."""
    end: str = ""
    """Where it goes: a cell of the board, or a place in a tray."""
    names: tuple[str, ...] = ()
    """The move in the notations of the game, where it has any beside the word: all can be typed."""


class Face(Plain, frozen=True):
    """How a kind of piece, card or tile looks, once for the whole scene, and what it is called."""

    id: str
    names: dict[str, str]
    """By language; read out, and shown on request."""
    text: str = ""
    """A character or two, for terminals and where there is no picture."""
    icon: str = ""
    """Markup inside an SVG of `width` x `height`; made by the room, never from outside.

    `currentColor` in it is the ink of the side. No styles and no references: the page forbids them.
    """
    width: float = 20.0
    height: float = 20.0
    colour: str = ""
    """Of the side that owns it, or of the suit: black, red, white, green, blue."""
    bare: bool = False
    """Whether the icon is the whole thing: no disc or card is drawn under it."""
    forms: dict[str, str] = {}
    """Other texts by piece set (see `Scene.pieces`): `character`, `letter`."""


class Item(Plain, frozen=True):
    """Something in a tray: `count` equal pieces, cards or tiles at one place."""

    place: str
    """The name that choices use; empty where it cannot be taken."""
    face: str
    """The id of a `Face`; empty where the viewer sees only a back."""
    count: int = 1
    turned: bool = False
    """Laid sideways or apart, as a claimed tile is."""
    marked: str = ""
    """As the kind of a `Mark`: `last`, `pending`, `best` ...; empty for none."""


class Tray(Plain, frozen=True):
    """A row of things beside the board; the page decides where it stands."""

    id: str
    kind: TrayKind
    """`table` lies open before all; `stock` is what is drawn from."""
    player: int
    """Whose it is; -1 for nobody's."""
    label: str
    """In the scene's language."""
    items: tuple[Item, ...] = ()


class Seat(Plain, frozen=True):
    """A player at the table, as everybody sees them."""

    player: int
    label: str
    place: Side
    """From the viewer, who sits in the south."""
    to_move: bool = False
    counts: tuple[tuple[str, str], ...] = ()
    """Named figures, already in words: captured 3, tricks 5, points 120."""


def seat_place(player: int, viewer: int, players: int) -> Side:
    """Where a player sits as the viewer sees it, in order of play; the public sits with player 0.

    Two face each other; of more, the next one sits in the east.
    """
    around: dict[int, tuple[Side, ...]] = {2: ("south", "north"), 3: ("south", "east", "west")}
    places = around.get(players, ("south", "east", "north", "west"))
    return places[(player - max(viewer, 0)) % players]


class Scene(Plain, frozen=True, omit_defaults=False):
    """A whole picture; `title` and `description` say it in words."""

    width: float
    height: float
    title: str
    description: str
    unit: float = 40.0
    """The distance of neighbouring cells: stones and letters are sized by it."""
    panels: tuple[Panel, ...] = ()
    lines: tuple[Line, ...] = ()
    discs: tuple[Disc, ...] = ()
    points: tuple[Point, ...] = ()
    stones: tuple[Stone, ...] = ()
    labels: tuple[Label, ...] = ()
    trails: tuple[Trail, ...] = ()
    marks: tuple[Mark, ...] = ()
    choices: tuple[Choice, ...] = ()
    faces: tuple[Face, ...] = ()
    trays: tuple[Tray, ...] = ()
    seats: tuple[Seat, ...] = ()
    asked: str = ""
    """What is to be done now where it is no plain move: a sentence that a page shows."""
    pieces: str = ""
    """The piece set that is shown unless a person wants another: `character`, `letter`, `figure`
    (the icons); empty where the faces have one look only."""
    language: str = "en"
    faces_of: str = ""
    """The game whose standing faces complete `faces`; said by who leaves them out of an answer."""

    def face(self, id: str) -> Face | None:  # noqa: A002 - as the field is called
        """The face of that id."""
        return next((face for face in self.faces if face.id == id), None)
