"""Minishogi (5五將棋): shogi on 25 squares; what is taken comes back as a drop."""

from kikashi.games.minishogi.rules import Minishogi

ROOM = Minishogi()

__all__ = ["ROOM"]
