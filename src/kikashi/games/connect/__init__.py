"""Connect(m,n,k,p,q): k in a row on m x n, p stones a turn, q on the first turn."""

from kikashi.games.connect.rules import Connect

ROOM = Connect()

__all__ = ["ROOM"]
