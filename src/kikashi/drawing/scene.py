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
    """On one cell; kind: `last`, `pending`, `number`, `threat`, `heat` or `best`."""

    kind: str
    cell: str
    x: float
    y: float
    colour: str = ""
    """The side it belongs to; of `last`, `pending` and `number` the stone it lies on, if any."""
    text: str = ""
    value: float = 0.0


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
    language: str = "en"
