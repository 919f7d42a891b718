"""GoClub (梅花棋): whoever first holds a club, a centre and its petals, wins."""

from kikashi.games.goclub.rules import GoClub

ROOM = GoClub()

__all__ = ["ROOM"]
