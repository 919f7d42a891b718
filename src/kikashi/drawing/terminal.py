"""A scene as text for a terminal: panels side by side, then the notes.

A stone of the last turn stands in round brackets, a pending one in square ones; `*` is a cell of
a threat, a digit a suggested move, `x` a dead stone, a small square territory. Under the board come
the seats with their trays.
"""

from __future__ import annotations

from kikashi.drawing.scene import Item, Scene, Tray

SIGNS = {"black": "●", "white": "○", "red": "◆"}
EMPTY = "·"
BACK = "▮"
TERRITORY = {"black": "▪", "white": "▫"}
STAR = "+"


def to_terminal(scene: Scene) -> str:
    """The picture as lines of text."""
    panels = [_panel(scene, number) for number in range(len(scene.panels))]
    lines = [scene.title]
    across = _panels_across(scene)
    for first in range(0, len(panels), across):
        shelf = panels[first : first + across]
        tallest = max(map(len, shelf))
        for row in range(tallest):
            lines.append("   ".join(panel[row] if row < len(panel) else "" for panel in shelf))
    lines += [label.text for label in scene.labels if label.kind == "note"]
    lines += _table(scene)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _table(scene: Scene) -> list[str]:
    """Seats with their counts and trays, the viewer's last; then what belongs to nobody."""
    lines = []
    for place in ("north", "west", "east", "south"):
        for seat in scene.seats:
            if seat.place == place:
                counts = "".join(f"  {name} {figure}" for name, figure in seat.counts)
                lines.append(f"{'> ' if seat.to_move else '  '}{seat.label}{counts}")
                lines += [_tray(scene, x) for x in scene.trays if x.player == seat.player]
    seated = {seat.player for seat in scene.seats}
    return lines + [_tray(scene, x) for x in scene.trays if x.player not in seated]


def _tray(scene: Scene, tray: Tray) -> str:
    return f"    {tray.label}: {' '.join(_item(scene, item) for item in tray.items) or '-'}"


def _item(scene: Scene, item: Item) -> str:
    face = scene.face(item.face)
    text = BACK if face is None else face.text or face.names.get(scene.language, face.id)
    if item.turned:
        text = f"<{text}>"
    if item.marked:
        text = f"({text})" if item.marked == "last" else f"[{text}]"
    return text if item.count == 1 else f"{text}x{item.count}"


def _panels_across(scene: Scene) -> int:
    return max(1, sum(panel.y == scene.panels[0].y for panel in scene.panels))


def _panel(scene: Scene, number: int) -> list[str]:
    points = [point for point in scene.points if point.panel == number]
    columns = 1 + max((point.column for point in points), default=0)
    rows = 1 + max((point.row for point in points), default=0)
    signs = _signs(scene)
    brackets = {
        mark.cell: ("(", ")") if mark.kind == "last" else ("[", "]")
        for mark in scene.marks
        if mark.kind in ("last", "pending")
    }
    # One character a cell at odd places; the even places between them hold brackets.
    text = [[" "] * (2 * columns + 1) for _ in range(rows)]
    for point in points:
        line, place = text[point.row], 2 * point.column + 1
        line[place] = signs.get(point.cell, EMPTY)
        if point.cell in brackets:
            line[place - 1], line[place + 1] = brackets[point.cell]
    names = _names(scene, number)
    width = max((len(name) for name in names.values()), default=0)
    board = [f"{names.get(row, ''):>{width}}{''.join(text[row])}" for row in reversed(range(rows))]
    letters = [" "] * columns
    for point in points:
        for label in scene.labels:
            if label.kind == "column" and label.x == point.x and len(label.text) == 1:
                letters[point.column] = label.text
    if any(letter != " " for letter in letters):
        board.append(" " * (width + 1) + " ".join(letters) + " ")
    caption = scene.panels[number].caption
    return [f"{caption:<{len(board[0])}}", *board] if caption else board


def _signs(scene: Scene) -> dict[str, str]:
    signs = {}
    places = {(disc.x, disc.y) for disc in scene.discs if disc.kind == "star"}
    for point in scene.points:
        if (point.x, point.y) in places:
            signs[point.cell] = STAR
        else:
            names = (x for x in scene.labels if x.kind == "cell" and len(x.text) == 1)
            signs.update((point.cell, x.text) for x in names if (x.x, x.y) == (point.x, point.y))
    for mark in scene.marks:
        if mark.kind == "threat":
            signs[mark.cell] = "*"
        elif mark.kind == "best":
            signs[mark.cell] = mark.text[:1]
        elif mark.kind == "ko":
            signs[mark.cell] = "□"
    for stone in scene.stones:
        face = scene.face(stone.face)
        text = stone.text or (face.text if face is not None else "")
        signs[stone.cell] = text[:1] or SIGNS.get(stone.colour, stone.colour[:1])
    for mark in scene.marks:
        if mark.kind == "dead":
            signs[mark.cell] = "x"
        elif mark.kind == "territory" and mark.cell not in {stone.cell for stone in scene.stones}:
            signs[mark.cell] = TERRITORY.get(mark.colour, "▪")
    return signs


def _names(scene: Scene, number: int) -> dict[int, str]:
    """The row labels of a panel by row: a label belongs to the row at its height."""
    panel = scene.panels[number]
    rows = {point.y: point.row for point in scene.points if point.panel == number}
    return {
        rows[label.y]: label.text
        for label in scene.labels
        if label.kind == "row" and label.y in rows and panel.x <= label.x <= panel.x + panel.width
    }
