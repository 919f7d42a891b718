"""How points are written in SGF: the dialects that exist for games of stones on points.

A room says in its module `dialect` which is its own, and which number it has in SGF.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from kikashi.games import modules, room, room_ids
from kikashi.law import Position
from kikashi.law.record_parts import Points, RecordDialect
from kikashi.records.model import RecordError


@dataclass(frozen=True)
class Dialect:
    """One way of writing stones as property values."""

    id: str
    help: str
    letters: bool = True
    """Two letters a point; else cell names."""
    upper: bool = False
    rows_up: bool = False
    """The second letter counts rows from the bottom, as cell names do; in FF[4] from the top."""
    turns: bool = False
    """Written with all the stones of a turn in one node (read either way)."""


DIALECTS = {
    dialect.id: dialect
    for dialect in (
        Dialect("points", "FF[4]: two lower-case letters a stone, rows from the top"),
        Dialect(
            "letters",
            "paper 004: two upper-case letters a stone, column then row, rows from the bottom",
            upper=True,
            rows_up=True,
        ),
        Dialect(
            "gm511",
            "GM[511]: letters of either case, one or two stones a node, rows from the bottom",
            upper=True,
            rows_up=True,
        ),
        Dialect(
            "golem",
            "Little Golem: cell names, the stones of a turn in one node (W[k9l11])",
            letters=False,
            turns=True,
        ),
        Dialect("names", "cell names, one stone a node; for boards of any shape", letters=False),
    )
}


@cache
def _rooms() -> tuple[tuple[str, RecordDialect], ...]:
    """The rooms that say something about their records; the others are not loaded."""
    found = ((g, room(g).record_dialect()) for g in room_ids() if "dialect" in modules(g))
    return tuple((game, said) for game, said in found if said is not None)


def numbered(number: int | None) -> str | None:
    """The game that a value of GM stands for."""
    return next((game for game, said in _rooms() if number and number == said.SGF_NUMBER), None)


def default_game(form: str) -> str | None:
    """What a record without any word about its game is, by its format or dialect."""
    return next((game for game, said in _rooms() if form in said.DEFAULT_OF), None)


def own_dialect(game: str | None) -> str:
    """What a game on a grid is written in."""
    return next((said.SGF_DIALECT for known, said in _rooms() if known == game), "points")


# Properties of the players in order of play. SGF knows two colours; the third is ours.
MOVES = ("B", "W", "KR")
STONES = ("AB", "AW", "KA")
NAMES = ("PB", "PW", "KP")
CODES = ("B", "W", "R")

_NAME_SHAPES = (re.compile(r"[a-y]\d{1,2}"), re.compile(r"[a-y]\d{1,2}[a-y]"))


def detect(properties: Iterable[str], number: int | None, values: Iterable[str]) -> str:
    """The dialect of a tree: by our own KD, digits, the game's number, capitals; else FF[4]."""
    known = [name for name in properties if name in DIALECTS]
    if known:
        return known[0]
    written = "".join(value for value in values if value.lower() not in ("resign", "swap"))
    if any(letter.isdigit() for letter in written):
        return "golem"
    own = own_dialect(numbered(number))
    return "letters" if own == "points" and written and written.isupper() else own


class Board:
    """The points of one board in one dialect."""

    def __init__(self, rules: Points, dialect: Dialect, passing: str = "") -> None:
        self.rules = rules
        self.passing = passing
        self.dialect = dialect
        if dialect.letters and not is_grid(rules):
            raise RecordError(f"the dialect {dialect.id!r} has no points for this board; use names")

    @cached_property
    def _height(self) -> int:
        return 1 + max(point[1] for point in self.rules.coordinates)

    @cached_property
    def _cells(self) -> dict[str, str]:
        """Cell names by lower-case letters."""
        return {self._letters(cell).lower(): name for cell, name in enumerate(self.rules.cells)}

    @cached_property
    def _points(self) -> dict[str, str]:
        if not self.dialect.letters:
            return {name: name for name in self.rules.cells}
        return {name: self._letters(cell) for cell, name in enumerate(self.rules.cells)}

    @cached_property
    def _shape(self) -> re.Pattern[str] | None:
        """What a cell name looks like, where names can be written without spaces between them."""
        for shape in _NAME_SHAPES:
            if all(map(shape.fullmatch, self.rules.cells)):
                return shape
        return None

    def _letters(self, cell: int) -> str:
        column, row = self.rules.coordinates[cell]
        first = ord("A" if self.dialect.upper else "a")
        return chr(first + column) + chr(
            first + (row if self.dialect.rows_up else self._height - 1 - row)
        )

    def point(self, cell: str) -> str:
        """How a cell is written."""
        if cell == self.passing and cell:
            return ""
        if cell not in self._points:
            raise RecordError(f"there is no cell {cell!r} on this board")
        return self._points[cell]

    def join(self, cells: list[str]) -> str:
        """How the stones of one node are written."""
        space = "" if self.dialect.letters or self._shape else " "
        return space.join(map(self.point, cells))

    def cell(self, point: str) -> str:
        """The cell that one point stands for."""
        found = self.cells(point)
        if len(found) != 1:
            raise RecordError(f"{_short(point)} is not one point of this board")
        return found[0]

    def cells(self, value: str) -> list[str]:
        """The cells of a move property: one stone or more."""
        text = value.strip()
        # FF[3] writes a pass on boards of up to 19 lines as `tt`.
        if self.passing and (not text or (text == "tt" and self._height <= 19)):
            return [self.passing]
        if not text:
            raise RecordError("an empty move is a pass, and this game has no passes")
        if self.dialect.letters:
            words = [text[i : i + 2].lower() for i in range(0, len(text), 2)]
            found = [self._cells.get(word) for word in words]
        else:
            found = [name if name in self.rules.index else None for name in self.split(text)]
        if None in found:
            raise RecordError(f"{_short(value)} is not on this board")
        return [name for name in found if name is not None]

    def split(self, text: str) -> list[str]:
        """Cell names written one after the other, with or without spaces between them."""
        names: list[str] = []
        for word in text.lower().replace(",", " ").split():
            parts = self._shape.findall(word) if self._shape else []
            names += parts if word not in self.rules.index and "".join(parts) == word else [word]
        return names

    def area(self, value: str) -> list[str]:
        """The cells of a list value, which may name a rectangle by two corners (`aa:cc`)."""
        first, colon, last = value.partition(":")
        if not colon or not self.dialect.letters:
            return [self.cell(value)]
        corners = [self.rules.index[self.cell(point)] for point in (first, last)]
        (x1, y1), (x2, y2) = (self.rules.coordinates[corner] for corner in corners)
        columns, rows = range(min(x1, x2), max(x1, x2) + 1), range(min(y1, y2), max(y1, y2) + 1)
        return [
            name
            for name, (x, y) in zip(self.rules.cells, self.rules.coordinates, strict=True)
            if x in columns and y in rows
        ]


def is_grid(rules: Points) -> bool:
    """Whether cells can be written as two letters."""
    places = rules.coordinates
    return len(set(places)) == len(places) and all(
        len(place) == 2 and all(0 <= side < 26 for side in place) for place in places
    )


def board(position: Position, dialect: str) -> Board | None:
    """The points of a game's board in a dialect; None where it has none."""
    return _board(position.game, tuple(position.options.items()), dialect)


@lru_cache(maxsize=64)
def _board(game: str, options: tuple[tuple[str, str], ...], dialect: str) -> Board | None:
    part = room(game).on_points()
    if part is None:
        return None
    return Board(part.points(room(game).start(dict(options))), DIALECTS[dialect], part.PASS)


def _short(value: str) -> str:
    return repr(value if len(value) <= 20 else value[:20] + "...")
