"""What a picture is made of: plain data in pixel-like units, y downwards, nothing about games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Panel:
    """One board, or one layer of a board in space."""

    x: float
    y: float
    width: float
    height: float
    caption: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the board; kind: `grid`, `edge` (the rim) or `link` (between cells of a set)."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "grid"


@dataclass(frozen=True)
class Disc:
    """A dot of the board; kind: `star` or `cell` (a cell of a board without lines)."""

    x: float
    y: float
    radius: float
    kind: str = "star"


@dataclass(frozen=True)
class Point:
    """A cell where something can lie, with its place in pixels and in its panel's text grid.

    `row` 0 is the lowest.
    """

    cell: str
    x: float
    y: float
    panel: int
    column: int
    row: int
    playable: bool = False
    """Whether the side to move may move here."""


@dataclass(frozen=True)
class Stone:
    """A stone or piece; `text` is a character that stands on it, `icon` a picture instead of it.

    An icon is the data of an SVG path in a square from -10 to 10, the piece's middle at 0,0.
    """

    cell: str
    x: float
    y: float
    colour: str
    text: str = ""
    forms: Mapping[str, str] = field(default_factory=dict)
    """How else it can be shown, for piece sets: `character`, `letter`, `figure` (its name)."""
    icon: str = ""
    face: str = ""
    """The id of a `Face` of the scene, whose picture and names then count."""


@dataclass(frozen=True)
class Label:
    """Words; kind: `column`, `row`, `caption`, `note` or `cell`."""

    x: float
    y: float
    text: str
    kind: str = "note"


@dataclass(frozen=True)
class Trail:
    """A way through places; kind: `threat`, `win` or `arrow`; the colour of a side, if any."""

    kind: str
    places: tuple[tuple[float, float], ...]
    colour: str = ""


@dataclass(frozen=True)
class Mark:
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


@dataclass(frozen=True)
class Choice:
    """Something that the viewer may do now; its `word` is the move that is then played.

    Boards offer it by its places: first `start`, where it has one, then `end`. Where several
    choices share both, as with and without promotion, the person is asked by their labels. A choice
    without places (pass, a bid, a call) is a button.
    """

    word: str
    label: str
    """What people read and hear, in the scene's language."""
    kind: str
    """`place`, `move`, `drop`, `promote`, `pass`, `flip`, `call` or `card`."""
    start: str = ""
    """Where it is taken from: a cell of the board, or a place in a tray."""
    end: str = ""
    """Where it goes: a cell of the board, or a place in a tray."""


@dataclass(frozen=True)
class Face:
    """How a kind of piece, card or tile looks, once for the whole scene, and what it is called."""

    id: str
    names: Mapping[str, str]
    """By language; read out, and shown on request."""
    text: str = ""
    """A character or two, for terminals and where there is no picture."""
    icon: str = ""
    """Markup inside an SVG of `width` x `height`; made by the room, never from outside."""
    width: float = 20.0
    height: float = 20.0
    colour: str = ""
    """Of the side that owns it, or of the suit."""


@dataclass(frozen=True)
class Item:
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


@dataclass(frozen=True)
class Tray:
    """A row of things beside the board; the page decides where it stands."""

    id: str
    kind: str
    """`hand`, `reserve`, `captured`, `discards`, `meld`, `table` (open to all) or `stock`."""
    player: int
    """Whose it is; -1 for nobody's."""
    label: str
    """In the scene's language."""
    items: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Seat:
    """A player at the table, as everybody sees them."""

    player: int
    label: str
    place: str
    """From the viewer: `south` (the viewer), `east`, `north` or `west`."""
    to_move: bool = False
    counts: tuple[tuple[str, str], ...] = ()
    """Named figures, already in words: captured 3, tricks 5, points 120."""


@dataclass(frozen=True)
class Scene:
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
    language: str = "en"
