"""Puzzles of a game of the family that has no tags of its own."""

from collections.abc import Callable, Mapping

from kikashi.stones.tags import Line, line_of

COMPLETING = 1
"""The turn that fills a set follows the one that makes the winning threats."""
TAGS: Mapping[str, Callable[[Line], int]] = {}
WORDS: Mapping[str, Mapping[str, str]] = {}

__all__ = ["COMPLETING", "TAGS", "WORDS", "line_of"]
