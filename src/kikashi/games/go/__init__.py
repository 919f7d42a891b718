"""Go (圍棋): strings, liberties, ko, and points counted at the end."""

from kikashi.games.go.rules import Go

__all__ = ["ROOM"]

ROOM = Go()
