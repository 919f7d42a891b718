"""Connect6 (六子棋): one black stone, then two stones a turn; six or more in a row win."""

from kikashi.games.connect6.rules import Connect6

ROOM = Connect6()

__all__ = ["ROOM"]
