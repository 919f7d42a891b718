"""Where cells lie in a picture: boxes of lines (in space: layers side by side), or free places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, dist, prod

from kikashi.drawing.scene import Disc, Label, Line, Panel, Point
from kikashi.law.grid import LETTERS
from kikashi.words import say

UNIT = 40.0
EDGE = 46.0
"""From the rim of a panel to its first line: half a stone and the coordinates."""
GAP = 22.0
CAPTION = 30.0
LINKED_SETS = 60
"""Sets whose cells are joined on a free board; more would only be a tangle."""

Place = tuple[float, float]


@dataclass
class Layout:
    """The empty board of a picture."""

    width: float
    height: float
    unit: float = UNIT
    panels: list[Panel] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    discs: list[Disc] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """Pixel places of the cells, in cell order."""
    spots: list[tuple[int, int, int]] = field(default_factory=list)
    """Panel, column and row of the cells."""
    points: tuple[Point, ...] = ()

    def name_points(self, cells: Sequence[str]) -> None:
        """Makes the points, once for all pictures of this board."""
        self.points = tuple(
            Point(cell, *place, *spot)
            for cell, place, spot in zip(cells, self.places, self.spots, strict=True)
        )


def box_size(coordinates: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The size of the box that the cells fill from 0 on, or None where they leave holes."""
    size = tuple(max(c[axis] for c in coordinates) + 1 for axis in range(len(coordinates[0])))
    filled = prod(size) == len(coordinates) and len(set(coordinates)) == len(coordinates)
    return size if filled and max(size) <= len(LETTERS) else None


def panels_across(layers: int) -> int:
    """How many layers stand in one row of the picture."""
    if layers <= 5:
        return layers
    return 3 if layers == 9 else ceil(layers / 2)


def box_layout(
    coordinates: Sequence[tuple[int, ...]],
    size: tuple[int, ...],
    language: str = "en",
    least_width: float = 0.0,
) -> Layout:
    """Lines and coordinates of a box; the layers of a box in space are panels with captions."""
    columns, rows = size[:2]
    layers = size[2] if len(size) > 2 else 1
    across = panels_across(layers)
    width = (columns - 1) * UNIT + 2 * EDGE
    height = (rows - 1) * UNIT + 2 * EDGE
    over = CAPTION if layers > 1 else 0.0
    natural = GAP + across * (width + GAP)
    layout = Layout(max(natural, least_width), GAP + ceil(layers / across) * (height + over + GAP))
    aside = (layout.width - natural) / 2
    for layer in range(layers):
        x = GAP + aside + (layer % across) * (width + GAP)
        y = GAP + over + (layer // across) * (height + over + GAP)
        caption = say("board.layer", language, name=LETTERS[layer]) if layers > 1 else ""
        layout.panels.append(Panel(x, y, width, height, caption))
        if caption:
            layout.labels.append(Label(x + width / 2, y - CAPTION / 2, caption, "caption"))
        _draw_lines(layout, x + EDGE, y + EDGE, columns, rows)
    for point in coordinates:
        panel = point[2] if len(point) > 2 else 0
        home = layout.panels[panel]
        layout.places.append(
            (home.x + EDGE + point[0] * UNIT, home.y + EDGE + (rows - 1 - point[1]) * UNIT)
        )
        layout.spots.append((panel, point[0], point[1]))
    return layout


def _draw_lines(layout: Layout, x: float, y: float, columns: int, rows: int) -> None:
    right, bottom = x + (columns - 1) * UNIT, y + (rows - 1) * UNIT
    for column in range(columns):
        at = x + column * UNIT
        kind = "edge" if column in (0, columns - 1) else "grid"
        layout.lines.append(Line(at, y, at, bottom, kind))
        layout.labels.append(Label(at, bottom + EDGE - 12, LETTERS[column], "column"))
    for row in range(rows):
        at = bottom - row * UNIT
        kind = "edge" if row in (0, rows - 1) else "grid"
        layout.lines.append(Line(x, at, right, at, kind))
        layout.labels.append(Label(x - EDGE + 13, at, str(row + 1), "row"))
    for column in star_lines(columns):
        for row in star_lines(rows):
            layout.discs.append(Disc(x + column * UNIT, bottom - row * UNIT, 0.085 * UNIT))


def star_lines(side: int) -> tuple[int, ...]:
    """The lines that carry star points, as on Go boards: middles of odd sides, 3-3 or 4-4 lines."""
    if side < 7:
        return ()
    inset = 2 if side < 12 else 3
    middle = (side // 2,) if side % 2 and side > 8 else ()
    return tuple(sorted({inset, side - 1 - inset, *middle}))


def free_layout(
    coordinates: Sequence[tuple[int, ...]],
    cells: Sequence[str],
    sets: Sequence[Sequence[int]],
    least_width: float = 0.0,
) -> Layout:
    """Cells as discs with their names, the cells of a set joined by lines."""
    layer = UNIT / 2  # in space a cell is moved aside for each layer, as a shelf seen from above
    flat = [
        (c[0] + (0.37 * c[2] if len(c) > 2 else 0), c[1] + (0.29 * c[2] if len(c) > 2 else 0))
        for c in coordinates
    ]
    nearest = min((dist(a, b) for a, b in pairwise(sorted(flat))), default=1.0)
    nearest = min([nearest, *(dist(a, b) for i, a in enumerate(flat[:200]) for b in flat[:i])])
    span = max(max(x for x, _ in flat) - min(x for x, _ in flat), 1.0)
    scale = min(2 * UNIT / max(nearest, 1e-9), max(900.0 / span, UNIT * 0.6 / max(nearest, 1e-9)))
    left, low = min(x for x, _ in flat), min(y for _, y in flat)
    high = max(y for _, y in flat)
    width = span * scale + 2 * EDGE + layer
    height = (high - low) * scale + 2 * EDGE + layer
    whole = max(width + 2 * GAP, least_width)
    layout = Layout(whole, height + 2 * GAP, unit=min(UNIT, 0.9 * nearest * scale))
    home = (whole - width) / 2
    layout.panels.append(Panel(home, GAP, width, height))
    for x, y in flat:
        layout.places.append(
            (home + EDGE + (x - left) * scale, GAP + EDGE + layer / 2 + (high - y) * scale)
        )
    xs = {x: i for i, x in enumerate(sorted({x for x, _ in layout.places}))}
    ys = {y: i for i, y in enumerate(sorted({y for _, y in layout.places}, reverse=True))}
    layout.spots = [(0, xs[x], ys[y]) for x, y in layout.places]
    if len(sets) <= LINKED_SETS:
        for members in sets:
            way = way_through([layout.places[cell] for cell in members])
            layout.lines += [Line(*a, *b, "link") for a, b in pairwise(way)]
    for (x, y), cell in zip(layout.places, cells, strict=True):
        layout.discs.append(Disc(x, y, 0.3 * layout.unit, "cell"))
        layout.labels.append(Label(x, y, cell, "cell"))
    layout.name_points(cells)
    return layout


def words_width(text: str) -> float:
    """About how wide a note is: a Chinese character is twice as wide as a letter."""
    return sum(0.38 * UNIT * (0.6 if ord(letter) < 0x2E80 else 1.05) for letter in text)


def way_through(places: Sequence[Place]) -> tuple[Place, ...]:
    """How to show some cells as one figure: a line, a star around a middle cell, or a ring."""
    if len(places) < 2:
        return tuple(places) * 2
    first, last = min(places), max(places)
    along = (last[0] - first[0], last[1] - first[1])
    if all(abs(along[0] * (y - first[1]) - along[1] * (x - first[0])) < 1e-3 for x, y in places):
        return tuple(sorted(places))
    middle = (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))
    for centre in places:
        if dist(centre, middle) < 1e-3:
            return tuple(stop for place in places if place != centre for stop in (centre, place))
    ring = sorted(places, key=lambda p: _turn(p, middle))
    return (*ring, ring[0])


def _turn(place: Place, middle: Place) -> tuple[int, float]:
    """Sorts places around a middle without angles: by half plane, then by slope."""
    x, y = place[0] - middle[0], place[1] - middle[1]
    half = 0 if (y, x) >= (0, 0) else 1
    length = dist((x, y), (0, 0)) or 1.0
    return half, -x / length if half == 0 else x / length
