"""Gomoku (五子棋), freestyle: one stone a turn; five or more in a row win. Lin's rule: `ring`."""

from kikashi.games.gomoku.rules import Gomoku

ROOM = Gomoku()

__all__ = ["ROOM"]
