"""A game from a small file: cells, winning sets, stones a turn, players (`-o sets=FILE`)."""

from kikashi.games.sets.rules import Sets

ROOM = Sets()

__all__ = ["ROOM"]
