"""The exam's rule for an answer: a mate by checks that comes in time."""

from kikashi.exam.pieces import rule

__all__ = ["rule"]
