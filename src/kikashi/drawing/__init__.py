"""Boards as pictures: a room says what stands where (`Scene`), and SVG, terminal and page draw it.

A scene is plain data, so that it can be sent as JSON and drawn elsewhere.
"""

from kikashi.drawing.marks import Arrow, Marks, Threats
from kikashi.drawing.scene import (
    Choice,
    ChoiceKind,
    Disc,
    Face,
    Item,
    Label,
    Line,
    Mark,
    Panel,
    Point,
    Scene,
    Seat,
    Stone,
    Trail,
    Tray,
    TrayKind,
    seat_place,
)
from kikashi.drawing.svg import to_svg
from kikashi.drawing.terminal import to_terminal

__all__ = [
    "Arrow",
    "Choice",
    "ChoiceKind",
    "Disc",
    "Face",
    "Item",
    "Label",
    "Line",
    "Mark",
    "Marks",
    "Panel",
    "Point",
    "Scene",
    "Seat",
    "Stone",
    "Threats",
    "Trail",
    "Tray",
    "TrayKind",
    "seat_place",
    "to_svg",
    "to_terminal",
]
