"""Openings: what our own players chose in a position, and how those games ended.

A room's book (`openings.txt`, made again by tools/make_openings.py) has a line for each turn that
was played often enough: the position's key, the turn as the normal form of the position sees it,
then the games that each player won and those that nobody did. It knows the usual rules alone. What
it tells is what happened in games of computers: no proof, and no advice beyond that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.play.position_keys import key_of

NAME = "openings.txt"
BETWEEN = "+"
NUMBER = re.compile(r"[0-9]{1,9}")
LEAST_WORDS = 4
"""A key, a turn, games that a player won, games that nobody did."""


@dataclass(frozen=True)
class Opening:
    """A turn of the book."""

    moves: tuple[Move, ...]
    wins: tuple[int, ...]
    """Games after it that each player won."""
    drawn: int

    @property
    def games(self) -> int:
        return sum(self.wins) + self.drawn


def openings(position: Position) -> tuple[Opening, ...]:
    """The turns that the book has for a position, the most played first."""
    rows = _book(position.game)
    if not rows or position.result() is not None:
        return ()
    key = key_of(position)
    found = (
        Opening(key.back(position, turn), wins, drawn)
        for turn, wins, drawn in rows.get(key.text, ())
    )
    return tuple(
        sorted((one for one in found if one.moves), key=lambda one: (-one.games, one.moves))
    )


@cache
def _book(game: str) -> dict[str, list[tuple[str, tuple[int, ...], int]]]:
    file = resources.files(room(game).package).joinpath(NAME)
    return read_book(file.read_text("utf-8").splitlines() if file.is_file() else ())


def read_book(lines: Iterable[str]) -> dict[str, list[tuple[str, tuple[int, ...], int]]]:
    """The rows of a book by the key of their position; GameError where a line is none."""
    found: dict[str, list[tuple[str, tuple[int, ...], int]]] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        words = line.split()
        if len(words) < LEAST_WORDS or not all(NUMBER.fullmatch(word) for word in words[2:]):
            raise GameError(f"line {number} of the book of openings is no row of it")
        key, turn, *counts = words
        *wins, drawn = map(int, counts)
        row = (turn.replace(BETWEEN, " "), tuple(wins), drawn)
        found.setdefault(key, []).append(row)
    return found


__all__ = ["BETWEEN", "NAME", "Opening", "openings", "read_book"]
