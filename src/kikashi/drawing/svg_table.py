"""The seats and trays of a scene under its board, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kikashi.drawing.scene import Item, Scene, Seat, Tray
from kikashi.drawing.themes import Theme

LINE = 26.0
"""Height of a line of words."""
TILE = 36.0
"""Height of a tile or card."""
GAP = 6.0
EDGE = 22.0
INDENT = 18.0
INKS = {
    "red": "#b3261a",
    "green": "#1b7f4b",
    "blue": "#1d5fa8",
    "black": "#16130f",
    "white": "#16130f",
}
"""On the light ground of a tile; white's pieces too are told by their text."""
ORDER = ("north", "west", "east", "south")


class Table:
    """Draws line by line; knows how much room it takes before it draws."""

    def __init__(self, scene: Scene, theme: Theme) -> None:
        self.scene = scene
        self.theme = theme
        self.faces = {face.id: face for face in scene.faces}
        self.rows: list[Seat | Tray] = []
        for place in ORDER:
            for seat in scene.seats:
                if seat.place == place:
                    self.rows.append(seat)
                    self.rows += [tray for tray in scene.trays if tray.player == seat.player]
        seated = {seat.player for seat in scene.seats}
        self.rows += [tray for tray in scene.trays if tray.player not in seated]
        self.height = sum(map(self._tall, self.rows)) + (GAP if self.rows else 0)
        self.width = max(map(self._wide, self.rows), default=0.0)

    def paint(self) -> Iterator[str]:
        """The lines, from the lower rim of the board on."""
        y = self.scene.height
        for row in self.rows:
            if isinstance(row, Seat):
                yield self._words(EDGE, y + LINE / 2, self._said(row), "600")
            else:
                yield self._words(EDGE + INDENT, y + LINE / 2, row.label, "400")
                x = EDGE + INDENT
                for item in row.items:
                    yield from self._item(item, x, y + LINE)
                    x += self._width(item) + GAP
            y += self._tall(row)

    def _said(self, seat: Seat) -> str:
        counts = "".join(f" · {name} {figure}" for name, figure in seat.counts)
        return f"{'▸ ' if seat.to_move else ''}{seat.label}{counts}"

    def _tall(self, row: Seat | Tray) -> float:
        return LINE + (TILE + GAP if isinstance(row, Tray) and row.items else 0)

    def _wide(self, row: Seat | Tray) -> float:
        if isinstance(row, Seat):
            return 2 * EDGE + 11.0 * len(self._said(row))
        return 2 * EDGE + INDENT + sum(self._width(item) + GAP for item in row.items)

    def _width(self, item: Item) -> float:
        face = self.faces.get(item.face)
        wide = TILE * (face.width / face.height if face is not None else 0.72)
        return TILE if item.turned else wide

    def _item(self, item: Item, x: float, y: float) -> Iterator[str]:
        theme, face = self.theme, self.faces.get(item.face)
        wide = self._width(item)
        fill = theme.arrow if face is None else "#fdf9ef"
        rim = theme.last if item.marked else theme.rim
        if face is None or not face.bare or item.marked:
            yield (
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{TILE}" rx="4" '
                f'fill="{fill}" stroke="{rim}" stroke-width="{2.5 if item.marked else 1}"/>'
            )
        if face is not None:
            ink = INKS.get(face.colour, INKS["black"])
            if face.icon and self.scene.pieces in ("", "figure"):
                turn = f" translate({face.height} 0) rotate(90)" if item.turned else ""
                scale = TILE / (face.width if item.turned else face.height)
                yield (
                    f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.4f}){turn}" '
                    f'color="{ink}">{face.icon}</g>'
                )
            else:
                yield (
                    f'<text x="{x + wide / 2:.1f}" y="{y + TILE * 0.66:.1f}" fill="{ink}" '
                    'font-size="18" font-weight="600" text-anchor="middle">'
                    f"{escape(face.text)}</text>"
                )
        if item.count != 1:
            yield self._words(x + wide - 8, y + TILE - 4, f"×{item.count}", "700")

    def _words(self, x: float, y: float, text: str, weight: str) -> str:
        return (
            f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="15" font-weight="{weight}" '
            f'fill="{self.theme.ink}">{escape(text)}</text>'
        )
