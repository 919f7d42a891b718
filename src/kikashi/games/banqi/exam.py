"""The exam's rule for an answer: a win whatever is done that comes in time."""

from kikashi.exam.pieces import rule

__all__ = ["rule"]
