"""Taiwanese mahjong with sixteen tiles: four players, hidden hands, a wall of tiles."""

from kikashi.games.mahjong.rules import Mahjong

ROOM = Mahjong()

__all__ = ["ROOM"]
