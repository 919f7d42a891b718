"""A scene as one self-contained SVG text. All words are escaped; nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kikashi.drawing.scene import Face, Label, Mark, Panel, Scene, Stone, Trail
from kikashi.drawing.svg_table import Table
from kikashi.drawing.themes import ACCENTS, ON_STONE, STONES, THEMES, Theme

FONT = "'Noto Sans TC','Noto Sans CJK TC','Noto Sans',system-ui,'Segoe UI',Helvetica,sans-serif"
STONE_RADIUS = 0.462
"""Of a stone, in units: neighbours all but touch."""


def to_svg(scene: Scene, theme: str = "light") -> str:
    """The picture as SVG text; `theme` is light or dark."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; the themes are: {', '.join(THEMES)}")
    return "\n".join(_Painter(scene, THEMES[theme]).paint()) + "\n"


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


class _Painter:
    def __init__(self, scene: Scene, theme: Theme) -> None:
        self.scene = scene
        self.theme = theme
        self.unit = scene.unit
        self.id = f"kikashi-{theme.name}"
        self.faces: dict[str, Face] = {face.id: face for face in scene.faces}

    def paint(self) -> Iterator[str]:
        scene, theme = self.scene, self.theme
        table = Table(scene, theme)
        width, height = max(scene.width, table.width), scene.height + table.height
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} '
            f'{_n(height)}" width="{_n(width)}" height="{_n(height)}" '
            f'role="img" lang="{escape(scene.language)}" font-family="{FONT}">'
        )
        yield f"<title>{escape(scene.title)}</title>"
        yield f"<desc>{escape(scene.description)}</desc>"
        yield from self._definitions()
        yield f'<rect width="100%" height="100%" fill="{theme.page}"/>'
        for panel in scene.panels:
            yield from self._panel(panel)
        yield from self._lines()
        yield from self._labels("column", "row", "caption", "cell")
        yield from self._marks("heat", "territory")
        yield from self._trails("threat")
        yield from self._stones()
        yield from self._trails("win")
        yield from self._marks("threat", "best", "pending", "last", "number", "dead", "ko")
        yield from self._trails("arrow")
        yield from self._labels("note")
        yield from table.paint()
        yield "</svg>"

    def _definitions(self) -> Iterator[str]:
        light, middle, dark = self.theme.wood
        yield "<defs>"
        yield (
            f'<linearGradient id="{self.id}-wood" x1="0" y1="0" x2="0.35" y2="1">'
            f'<stop offset="0" stop-color="{light}"/><stop offset="0.55" stop-color="{middle}"/>'
            f'<stop offset="1" stop-color="{dark}"/></linearGradient>'
        )
        used = {stone.colour for stone in self.scene.stones}
        for colour in (colour for colour in STONES if colour in used):
            light, middle, dark = STONES[colour]
            yield (
                f'<radialGradient id="{self.id}-{colour}" cx="0.36" cy="0.3" r="0.72">'
                f'<stop offset="0" stop-color="{light}"/><stop offset="0.42" '
                f'stop-color="{middle}"/><stop offset="1" stop-color="{dark}"/></radialGradient>'
            )
        if any(trail.kind == "arrow" for trail in self.scene.trails):
            yield (
                f'<marker id="{self.id}-head" viewBox="0 0 10 10" refX="7" refY="5" '
                'markerWidth="3.4" markerHeight="3.4" orient="auto">'
                f'<path d="M0 0L10 5L0 10z" fill="{self.theme.arrow}"/></marker>'
            )
        yield "</defs>"

    def _panel(self, panel: Panel) -> Iterator[str]:
        theme = self.theme
        box = f'width="{_n(panel.width)}" height="{_n(panel.height)}" rx="7"'
        yield (
            f'<rect x="{_n(panel.x + 2)}" y="{_n(panel.y + 4)}" {box} fill="#000" '
            f'opacity="{theme.shadow / 2:.2f}"/>'
        )
        yield (
            f'<rect x="{_n(panel.x)}" y="{_n(panel.y)}" {box} fill="url(#{self.id}-wood)" '
            f'stroke="{theme.rim}" stroke-width="1.5"/>'
        )
        yield f'<path d="{self._grain(panel)}" fill="none" stroke="{theme.grain}" opacity="0.09"/>'

    def _grain(self, panel: Panel) -> str:
        """A few long waves; their places are a fixed function of the panel, never random."""
        ways = []
        step = 9.0
        for i in range(1, int(panel.height / step)):
            y = panel.y + i * step + 2.5 * ((i * 7) % 5 - 2) / 2
            bend = 3.0 * ((i * 13) % 7 - 3) / 3
            ways.append(
                f"M{_n(panel.x + 4)} {_n(y)}q{_n(panel.width / 4)} {_n(bend)} "
                f"{_n(panel.width / 2 - 4)} 0t{_n(panel.width / 2 - 4)} 0"
            )
        return "".join(ways)

    def _lines(self) -> Iterator[str]:
        theme = self.theme
        widths = {"grid": ("1", "0.85"), "edge": ("1.9", "0.95"), "link": ("2", "0.4")}
        for kind, (width, opacity) in widths.items():
            way = "".join(
                f"M{_n(line.x1)} {_n(line.y1)}L{_n(line.x2)} {_n(line.y2)}"
                for line in self.scene.lines
                if line.kind == kind
            )
            if way:
                yield (
                    f'<path d="{way}" fill="none" stroke="{theme.line}" stroke-width="{width}" '
                    f'stroke-linecap="square" opacity="{opacity}"/>'
                )
        for disc in self.scene.discs:
            fill = theme.line if disc.kind == "star" else theme.wood[0]
            yield (
                f'<circle cx="{_n(disc.x)}" cy="{_n(disc.y)}" r="{_n(disc.radius)}" '
                f'fill="{fill}" stroke="{theme.line}" stroke-width="1"/>'
            )

    def _labels(self, *kinds: str) -> Iterator[str]:
        for label in self.scene.labels:
            if label.kind in kinds:
                yield self._label(label)

    def _label(self, label: Label) -> str:
        theme = self.theme
        size, fill, anchor, weight = {
            "column": (0.32, theme.letters, "middle", "500"),
            "row": (0.32, theme.letters, "middle", "500"),
            "cell": (0.28, theme.letters, "middle", "500"),
            "caption": (0.36, theme.ink, "middle", "600"),
            "note": (0.38, theme.ink, "start", "400"),
        }.get(label.kind, (0.38, theme.ink, "start", "400"))
        return (
            f'<text x="{_n(label.x)}" y="{_n(label.y + size * self.unit * 0.36)}" '
            f'font-size="{_n(size * self.unit)}" font-weight="{weight}" fill="{fill}" '
            f'text-anchor="{anchor}">{escape(label.text)}</text>'
        )

    def _stones(self) -> Iterator[str]:
        radius = STONE_RADIUS * self.unit
        for stone in self.scene.stones:
            if self._bare(stone):
                continue
            yield (
                f'<ellipse cx="{_n(stone.x + 1.2)}" cy="{_n(stone.y + 2.6)}" rx="{_n(radius)}" '
                f'ry="{_n(radius)}" fill="#000" opacity="{self.theme.shadow}"/>'
            )
        for stone in self.scene.stones:
            yield from self._stone(stone, radius)

    def _bare(self, stone: Stone) -> bool:
        """Whether its icon is all that is drawn of it."""
        face = self.faces.get(stone.face)
        return face is not None and face.bare and self._drawn(face)

    def _drawn(self, face: Face) -> bool:
        return bool(face.icon) and self.scene.pieces in ("", "figure")

    def _stone(self, stone: Stone, radius: float) -> Iterator[str]:
        face = self.faces.get(stone.face)
        drawn = face is not None and self._drawn(face)
        if face is not None and drawn and face.bare:
            yield self._icon(stone, face, 2.0 * radius)
            return
        fill = f"url(#{self.id}-{stone.colour})" if stone.colour in STONES else "#888"
        dark = STONES.get(stone.colour, ("", "", "#444"))[2]
        yield (
            f'<circle cx="{_n(stone.x)}" cy="{_n(stone.y)}" r="{_n(radius)}" fill="{fill}" '
            f'stroke="{dark}" stroke-width="0.6" data-cell="{escape(stone.cell)}"/>'
        )
        if face is not None and drawn:
            yield self._icon(stone, face, 1.54 * radius)
            return
        text = stone.text or (face.text if face is not None else "")
        if text:
            yield self._on_stone(stone.x, stone.y, text, stone.colour, 0.55)

    def _icon(self, stone: Stone, face: Face, size: float) -> str:
        scale = size / max(face.width, face.height)
        x, y = stone.x - scale * face.width / 2, stone.y - scale * face.height / 2
        ink = ON_STONE.get(stone.colour, self.theme.line)
        return (
            f'<g transform="translate({_n(x)} {_n(y)}) scale({scale:.4f})" color="{ink}" '
            f'data-cell="{escape(stone.cell)}">{face.icon}</g>'
        )

    def _on_stone(self, x: float, y: float, text: str, colour: str, size: float) -> str:
        fill = ON_STONE.get(colour, self.theme.line)
        pixels = size * self.unit * (1.0 if len(text) < 3 else 0.8)
        return (
            f'<text x="{_n(x)}" y="{_n(y + pixels * 0.36)}" font-size="{_n(pixels)}" '
            f'font-weight="600" fill="{fill}" text-anchor="middle">{escape(text)}</text>'
        )

    def _trails(self, kind: str) -> Iterator[str]:
        """Ways of one kind and colour lie in one group, so that crossings are not darker."""
        groups: dict[str, list[Trail]] = {}
        for trail in self.scene.trails:
            if trail.kind == kind:
                groups.setdefault(trail.colour, []).append(trail)
        for colour, trails in groups.items():
            way = "".join(
                "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in trail.places) for trail in trails
            )
            yield f'<path d="{way}" fill="none" {self._trail_style(kind, colour)}/>'

    def _trail_style(self, kind: str, colour: str) -> str:
        if kind == "threat":
            stroke, width, opacity = ACCENTS.get(colour, "#888"), 0.3, 0.3
        elif kind == "win":
            stroke, width, opacity = self.theme.win, 0.16, 0.9
        else:
            stroke, width, opacity = self.theme.arrow, 0.14, 0.85
        head = f' marker-end="url(#{self.id}-head)"' if kind == "arrow" else ""
        return (
            f'stroke="{stroke}" stroke-width="{_n(width * self.unit)}" stroke-linecap="round" '
            f'stroke-linejoin="round" opacity="{opacity}"{head}'
        )

    def _marks(self, *kinds: str) -> Iterator[str]:
        for kind in kinds:
            for mark in self.scene.marks:
                if mark.kind == kind:
                    yield from self._mark(mark)

    def _mark(self, mark: Mark) -> Iterator[str]:
        theme, unit = self.theme, self.unit
        place = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}"'
        if mark.kind == "heat":
            heat = min(max(mark.value, 0.0), 1.0)
            side = 0.94 * unit
            yield (
                f'<rect x="{_n(mark.x - side / 2)}" y="{_n(mark.y - side / 2)}" rx="4" '
                f'width="{_n(side)}" height="{_n(side)}" fill="{theme.heat}" '
                f'opacity="{0.08 + 0.62 * heat:.2f}"/>'
            )
        elif mark.kind == "threat":
            fill = ACCENTS.get(mark.colour, "#888")
            r = 0.17 * unit
            yield (
                f'<path d="M{_n(mark.x)} {_n(mark.y - r)}l{_n(r)} {_n(r)}l{_n(-r)} {_n(r)}'
                f'l{_n(-r)} {_n(-r)}z" fill="{fill}" stroke="{theme.last}" stroke-width="1.6"/>'
            )
        elif mark.kind == "best":
            yield (
                f'<circle {place} r="{_n(0.36 * unit)}" fill="{theme.wood[0]}" '
                f'fill-opacity="0.85" stroke="{theme.best}" stroke-width="{_n(0.07 * unit)}"/>'
            )
            yield (
                f'<text x="{_n(mark.x)}" y="{_n(mark.y + 0.15 * unit)}" text-anchor="middle" '
                f'font-size="{_n(0.42 * unit)}" font-weight="700" '
                f'fill="{theme.line}">{escape(mark.text)}</text>'
            )
        elif mark.kind == "territory":
            fill = ACCENTS.get(mark.colour, "#888")
            side = 0.3 * unit
            yield (
                f'<rect x="{_n(mark.x - side / 2)}" y="{_n(mark.y - side / 2)}" '
                f'width="{_n(side)}" height="{_n(side)}" fill="{fill}" stroke="#777"/>'
            )
        elif mark.kind in ("dead", "ko"):
            r = 0.22 * unit
            way = (
                f"M{_n(mark.x - r)} {_n(mark.y - r)}l{_n(2 * r)} {_n(2 * r)}m{_n(-2 * r)} 0"
                f"l{_n(2 * r)} {_n(-2 * r)}"
                if mark.kind == "dead"
                else f"M{_n(mark.x - r)} {_n(mark.y - r)}h{_n(2 * r)}v{_n(2 * r)}h{_n(-2 * r)}z"
            )
            yield (
                f'<path d="{way}" fill="none" stroke="{theme.last}" '
                f'stroke-width="{_n(0.08 * unit)}"/>'
            )
        elif mark.kind == "number":
            if not mark.colour:
                yield f'<circle {place} r="{_n(0.34 * unit)}" fill="{theme.wood[1]}"/>'
            yield self._on_stone(mark.x, mark.y, mark.text, mark.colour, 0.42)
        else:
            dash = ' stroke-dasharray="4 3"' if mark.kind == "pending" else ""
            radius = 0.47 if mark.kind == "pending" else 0.4
            yield (
                f'<circle {place} r="{_n(radius * unit)}" fill="none" stroke="{theme.last}" '
                f'stroke-width="{_n(0.065 * unit)}"{dash}/>'
            )
