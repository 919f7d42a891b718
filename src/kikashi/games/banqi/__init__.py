"""Chinese dark chess (暗棋, banqi): pieces lie face down; flip, move or capture."""

from kikashi.games.banqi.rules import Banqi

ROOM = Banqi()

__all__ = ["ROOM"]
