"""Boards of Go drawn in rows, and a conversation with our GTP engine, for several tests."""

from __future__ import annotations

import io

from kikashi.games.go import ROOM
from kikashi.games.go.position import GoPosition, go_of
from kikashi.games.go.protocols import GoGtpEngine
from kikashi.protocols.levels_door import make_player


def board(rows: str, move: str = "black") -> GoPosition:
    """A position from rows of `.XO`, the top first."""
    lines = [row.replace(" ", "") for row in rows.strip().splitlines()]
    size = len(lines)
    on = go_of(ROOM.start({"size": str(size)})).on
    named: dict[str, list[str]] = {"X": [], "O": []}
    for y, line in enumerate(reversed(lines)):
        for x, stone in enumerate(line):
            if stone != ".":
                named[stone].append(on.names[y * size + x])
    text = f"setup black={','.join(named['X']) or '-'} white={','.join(named['O']) or '-'}"
    return go_of(ROOM.from_text(f"{text} move={move}", {"size": str(size)}))


class Talk:
    """A conversation with our engine, line by line."""

    def __init__(self, level: str = "2", **options: str) -> None:
        self.out = io.StringIO()
        start = ROOM.start({"size": "9", **options})
        self.engine = GoGtpEngine(
            start, lambda position: make_player(position, level, 1), self.out, name="test"
        )

    def say(self, line: str) -> str:
        self.out.seek(0)
        self.out.truncate()
        self.engine.answer(line)
        return self.out.getvalue()


SNAPBACK = """
. . . . . . .
. . . . . . .
. . X X . . .
. X O O X . .
. X O . . X .
. X O O X . .
. . X X . . .
"""
TWO_EYES = """
. . . . . . .
. X X X X X .
X O O O O O X
X O . O . O X
X O O O O O X
. X X X X X .
. . . . . . .
"""
