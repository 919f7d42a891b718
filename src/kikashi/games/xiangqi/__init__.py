"""Xiangqi (象棋): two generals, a river, two palaces; checkmate or stalemate wins."""

from kikashi.games.xiangqi.rules import Xiangqi

ROOM = Xiangqi()

__all__ = ["ROOM"]
