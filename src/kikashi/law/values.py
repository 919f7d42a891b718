"""Readers of option values that several rooms share: each gives the normal form or ValueError."""

from __future__ import annotations

from collections.abc import Callable

from kikashi.law import grid


def whole_number(least: int, most: int) -> Callable[[str], str]:
    """A number from `least` to `most`, without leading zeros."""

    def normal(text: str) -> str:
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise ValueError(f"a whole number from {least} to {most} was expected")
        if not least <= int(text) <= most:
            raise ValueError(f"the number must be from {least} to {most}")
        return str(int(text))

    return normal


class OneOf:
    """One of a few words; pages offer them as choices."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def __call__(self, text: str) -> str:
        if text.lower() not in self.words:
            raise ValueError(f"one of {', '.join(self.words)} was expected")
        return text.lower()


def one_of(*words: str) -> OneOf:
    """One of a few words."""
    return OneOf(words)


def flat_size(smallest: int, largest: int) -> Callable[[str], str]:
    """The size of a board in the plane, `19x19`; `19` alone is a square."""

    def normal(text: str) -> str:
        return size_text(grid.parse_size(text, smallest, largest))

    return normal


def size_text(size: grid.Point) -> str:
    """A size as options write it."""
    return "x".join(map(str, size))


def size_of(text: str) -> grid.Point:
    """A size back from its normal form."""
    return tuple(map(int, text.split("x")))
