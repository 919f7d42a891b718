"""Boards as pictures: a room says what stands where (`Scene`), and SVG, terminal and page draw it.

A scene is plain data, so that it can be sent as JSON and drawn elsewhere.
"""

from kikashi.drawing.marks import Arrow, Marks, Threats
from kikashi.drawing.scene import (
    Disc,
    Label,
    Line,
    Mark,
    Panel,
    Point,
    Scene,
    Stone,
    Trail,
)
from kikashi.drawing.svg import to_svg
from kikashi.drawing.terminal import to_terminal

__all__ = [
    "Arrow",
    "Disc",
    "Label",
    "Line",
    "Mark",
    "Marks",
    "Panel",
    "Point",
    "Scene",
    "Stone",
    "Threats",
    "Trail",
    "to_svg",
    "to_terminal",
]
