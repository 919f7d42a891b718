"""Forcing search: the family core serves this room as it is."""

from kikashi.search.forcing import methods, solve

__all__ = ["methods", "solve"]
