"""The board, drawn as all winning-set games are."""

from kikashi.drawing.stones import scene

__all__ = ["scene"]
