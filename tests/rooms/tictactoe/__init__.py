"""A toy room: a new game of the winning-set family is one folder."""

from kikashi.games.tictactoe.rules import TicTacToe

ROOM = TicTacToe()

__all__ = ["ROOM"]
