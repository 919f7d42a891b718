"""A toy room with chance and hidden information: two loaded dice under two cups."""

from kikashi.games.toydice.rules import ToyDice

ROOM = ToyDice()

__all__ = ["ROOM"]
