"""Honeymoon bridge: bid, exchange thirteen cards, and play thirteen tricks."""

from kikashi.games.honeymoon.rules import Honeymoon

ROOM = Honeymoon()

__all__ = ["ROOM"]
