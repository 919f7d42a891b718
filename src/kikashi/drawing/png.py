"""A scene as a PNG picture, for places that take no SVG. Drawn large and made smaller: smooth rims.

Words need a font that has them: Pillow's own serves for Latin letters and numbers.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFont

from kikashi.drawing.scene import Label, Mark, Scene, Stone, Trail
from kikashi.drawing.themes import ACCENTS, ON_STONE, STONES, THEMES, Theme

LARGER = 3
"""Pixels drawn for each one kept, along each axis."""
MOST_PIXELS = 16_000_000

Place: TypeAlias = tuple[float, float]


def to_png(
    scene: Scene, theme: str = "light", *, scale: float = 1.0, font: Path | None = None
) -> bytes:
    """The picture as the bytes of a PNG file; `scale` 2 gives twice the pixels along each axis."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; the themes are: {', '.join(THEMES)}")
    width, height = round(scene.width * scale), round(scene.height * scale)
    if not 0 < width * height <= MOST_PIXELS:
        raise ValueError(f"a picture has up to {MOST_PIXELS} pixels, not {width} x {height}")
    image = _Painter(scene, THEMES[theme], scale * LARGER, font).paint()
    smooth = image.resize((width, height), Image.Resampling.BOX)
    out = io.BytesIO()
    smooth.save(out, "PNG", optimize=True)
    return out.getvalue()


class _Painter:
    def __init__(self, scene: Scene, theme: Theme, scale: float, font: Path | None) -> None:
        self.scene = scene
        self.theme = theme
        self.scale = scale
        self.unit = scene.unit
        self.font = font
        size = (round(scene.width * scale), round(scene.height * scale))
        self.image = Image.new("RGB", size, theme.page)
        self.draw = ImageDraw.Draw(self.image, "RGBA")

    def paint(self) -> Image.Image:
        scene, theme = self.scene, self.theme
        for panel in scene.panels:
            box = (panel.x, panel.y, panel.x + panel.width, panel.y + panel.height)
            self.draw.rounded_rectangle(
                self._all(box), 7 * self.scale, theme.wood[1], theme.rim, self._thick(1.5)
            )
        widths = {"grid": 1.0, "edge": 1.9, "link": 2.0}
        for line in scene.lines:
            places = self._all((line.x1, line.y1, line.x2, line.y2))
            self.draw.line(places, theme.line, self._thick(widths.get(line.kind, 1.0)))
        for disc in scene.discs:
            fill = theme.line if disc.kind == "star" else theme.wood[0]
            self._circle((disc.x, disc.y), disc.radius, fill, theme.line, 1)
        self._labels(label for label in scene.labels if label.kind != "note")
        self._marks("heat")
        self._trails("threat")
        for stone in scene.stones:
            self._stone(stone)
        self._trails("win")
        for kind in ("threat", "best", "pending", "last", "number"):
            self._marks(kind)
        self._trails("arrow")
        self._labels(label for label in scene.labels if label.kind == "note")
        return self.image

    def _all(self, numbers: Iterable[float]) -> list[float]:
        return [number * self.scale for number in numbers]

    def _thick(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def _circle(
        self, at: Place, radius: float, fill: str | None, rim: str | None, width: float
    ) -> None:
        x, y = at
        box = self._all((x - radius, y - radius, x + radius, y + radius))
        self.draw.ellipse(box, fill, rim, self._thick(width))

    def _text(self, at: Place, words: str, size: float, fill: str, anchor: str) -> None:
        pixels = size * self.scale
        font = (
            ImageFont.truetype(str(self.font), pixels)
            if self.font
            else ImageFont.load_default(pixels)
        )
        self.draw.text((at[0] * self.scale, at[1] * self.scale), words, fill, font, anchor)

    def _labels(self, labels: Iterable[Label]) -> None:
        sizes = {"column": 0.32, "row": 0.32, "cell": 0.28, "caption": 0.36}
        for label in labels:
            on_board = label.kind in ("column", "row", "cell")
            fill = self.theme.letters if on_board else self.theme.ink
            anchor = "lm" if label.kind == "note" else "mm"
            size = sizes.get(label.kind, 0.38) * self.unit
            self._text((label.x, label.y), label.text, size, fill, anchor)

    def _stone(self, stone: Stone) -> None:
        light, middle, dark = STONES.get(stone.colour, ("#aaaaaa", "#888888", "#444444"))
        radius = 0.462 * self.unit
        self._circle((stone.x, stone.y), radius, middle, dark, 0.03 * self.unit)
        self._circle(
            (stone.x - 0.3 * radius, stone.y - 0.36 * radius), 0.2 * radius, light, None, 1
        )
        if stone.text:
            fill = ON_STONE.get(stone.colour, self.theme.line)
            self._text((stone.x, stone.y), stone.text, 0.55 * self.unit, fill, "mm")

    def _trails(self, kind: str) -> None:
        width = {"threat": 0.12, "win": 0.16, "arrow": 0.14}[kind] * self.unit
        for trail in self.scene.trails:
            if trail.kind != kind:
                continue
            colour = {"win": self.theme.win, "arrow": self.theme.arrow}.get(
                kind, ACCENTS.get(trail.colour, "#888888")
            )
            places = [number for place in trail.places for number in self._all(place)]
            self.draw.line(places, colour, self._thick(width), joint="curve")
            if kind == "arrow":
                self._head(trail, colour)

    def _head(self, trail: Trail, colour: str) -> None:
        if len(trail.places) < 2:
            return
        (x1, y1), (x2, y2) = trail.places[-2:]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        if not length:
            return
        dx, dy = (x2 - x1) / length * 0.24 * self.unit, (y2 - y1) / length * 0.24 * self.unit
        corners = (x2 + dx, y2 + dy, x2 - dx - dy, y2 - dy + dx, x2 - dx + dy, y2 - dy - dx)
        self.draw.polygon(self._all(corners), colour)

    def _marks(self, kind: str) -> None:
        for mark in self.scene.marks:
            if mark.kind == kind:
                self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        theme, unit = self.theme, self.unit
        if mark.kind == "heat":
            heat = min(max(mark.value, 0.0), 1.0)
            half = 0.47 * unit
            box = (mark.x - half, mark.y - half, mark.x + half, mark.y + half)
            fill = f"{theme.heat}{round(255 * (0.08 + 0.62 * heat)):02x}"
            self.draw.rounded_rectangle(self._all(box), 4 * self.scale, fill)
        elif mark.kind == "threat":
            r = 0.17 * unit
            corners = (mark.x, mark.y - r, mark.x + r, mark.y, mark.x, mark.y + r)
            fill = ACCENTS.get(mark.colour, "#888888")
            self.draw.polygon(
                self._all((*corners, mark.x - r, mark.y)), fill, theme.last, self._thick(1.6)
            )
        elif mark.kind == "best":
            self._circle((mark.x, mark.y), 0.36 * unit, theme.wood[0], theme.best, 0.07 * unit)
            self._text((mark.x, mark.y), mark.text, 0.42 * unit, theme.line, "mm")
        elif mark.kind == "number":
            if not mark.colour:
                self._circle((mark.x, mark.y), 0.34 * unit, theme.wood[1], None, 1)
            fill = ON_STONE.get(mark.colour, theme.line)
            self._text((mark.x, mark.y), mark.text, 0.42 * unit, fill, "mm")
        else:
            radius = 0.47 if mark.kind == "pending" else 0.4
            self._circle((mark.x, mark.y), radius * unit, None, theme.last, 0.065 * unit)
