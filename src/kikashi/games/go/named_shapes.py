"""Shapes with names, as positions: White's group is asked about, Black attacks it."""

from __future__ import annotations

from kikashi.games.go.position import COLOURS, GoPosition, go_of
from kikashi.law import Room

BENT_FOUR = """
. X . X . X
X X X X X X
X X X X X X
O O X X X X
. O O O O X
X X X . O X
"""
DOUBLE_KO = """
. X X X X X X X .
X X X X X X X X X
X X O O O X X X X
X X O . O X X X X
X X O O O X X X X
X X O . O X X X X
X O . O X . X X X
X X O O O X X X X
. X X X X X X X .
"""
ENDLESS_KO = """
. X . X .
X X X X X
X X X X X
O O O X X
. O . O X
"""
SHARED_LIBERTIES = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X X X X
X O O O O O O O X
X O . X X X . O X
"""
EYE_AGAINST_EYE = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X X X .
X X O O O O O X .
O O O X X X O X .
. O . X . X O X .
"""
ONE_MOVE = """
. X . X .
X X X X X
X X X X X
O O O O X
. O X . X
"""
DOUBLE_KO_SEKI = """
. X . X X X X
X X X X X X X
X X X X X O O
O O O O O O .
O . O X O O O
X O X . X X X
X X X X X X .
"""
TRIPLE_KO = """
. X . X X X X
X X X X X X X
X X X X X X X
O O O O O O O
O . O X O X O
X O X . X . X
X X X X X X X
"""
SENDING_TWO = """
. X . X X X X
X X X X X X X
O O X X X X X
. O X X X X X
O O O O O O O
O O X X X X X
. X . X . X X
"""
NAMED = {
    "bent four in the corner": (BENT_FOUR, "b2"),
    "double ko for an eye": (DOUBLE_KO, "d3"),
    "moonshine life": (ENDLESS_KO, "b2"),
    "seki by shared liberties": (SHARED_LIBERTIES, "b2"),
    "seki of an eye against an eye": (EYE_AGAINST_EYE, "b2"),
    "two eyes or one": (ONE_MOVE, "b2"),
}
"""Each drawn with the top row first, and a stone of White's group."""
ROUND = {
    "double-ko seki": (DOUBLE_KO_SEKI, "b4"),
    "sending two, returning one": (SENDING_TWO, "b3"),
    "triple ko": (TRIPLE_KO, "b4"),
}
"""The same, of shapes in which moves go round."""


def position_of(home: Room, rows: str, side: str) -> GoPosition:
    """A drawn board as a position."""
    lines = [row.replace(" ", "") for row in reversed(rows.strip().splitlines())]
    size = {"size": str(len(lines))}
    on = go_of(home.start(size)).on
    stones = {
        colour: ",".join(name for name, at in zip(on.names, "".join(lines), strict=True) if at == s)
        for colour, s in zip(COLOURS, "XO", strict=True)
    }
    text = f"setup black={stones['black']} white={stones['white']} move={side}"
    return go_of(home.from_text(text, size))
