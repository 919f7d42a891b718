"""Openings: what our own players chose in a position, and how those games ended.

A room's book (`openings.txt`, made again by tools/make_openings.py) has a line for each turn that
was played often enough: the position's key, the turn as the normal form of the position sees it,
then the games that each player won and those that nobody did. It knows the usual rules alone. What
it tells is what happened in games of computers: no proof, and no advice beyond that.

A line may end with a mark that was set when the book was made: `certified:vct:17`, the mover then
wins within so many turns, by a certificate of that class that the checker replayed;
`refuted:vcf:5`, the same for the opponent; `doubted`, the strongest player thinks much less of it
than of another. A book with a line `# explorer only` is shown, and nobody plays from it: matches
did not show that it weakens nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.play.position_keys import key_of

NAME = "openings.txt"
BETWEEN = "+"
ONLY_SHOWN = "# explorer only"
Mark: TypeAlias = Literal["", "certified", "refuted", "doubted"]
CERTIFIED: Literal["certified"] = "certified"
REFUTED: Literal["refuted"] = "refuted"
DOUBTED: Literal["doubted"] = "doubted"
MARKS: dict[str, Mark] = {CERTIFIED: CERTIFIED, REFUTED: REFUTED, DOUBTED: DOUBTED}
ROW = re.compile(
    r"(\S+) (\S+)((?: [0-9]{1,9}){2,})"
    r"(?: (certified|refuted|doubted)(?::([a-z]+):([0-9]{1,4}))?)?"
)
"""A key, a turn, the games that each player won and those that nobody did; a mark with the class
of a win and its turns."""


@dataclass(frozen=True)
class Row:
    """A line of a book behind its key."""

    turn: str
    wins: tuple[int, ...]
    drawn: int
    mark: Mark = ""
    """`certified`, `refuted`, `doubted`, or nothing."""
    by: str = ""
    """The class of the forced win that was replayed, of the mover or of the opponent."""
    turns: int = 0
    """Within how many turns of the winner."""


@dataclass(frozen=True)
class Opening:
    """A turn of the book."""

    moves: tuple[Move, ...]
    wins: tuple[int, ...]
    """Games after it that each player won."""
    drawn: int
    mark: Mark = ""
    by: str = ""
    turns: int = 0
    """As in a `Row`."""

    @property
    def games(self) -> int:
        return sum(self.wins) + self.drawn

    def score(self, player: int) -> float:
        """What a player got of the games after it, a draw being half a point; half of none."""
        return (self.wins[player] + self.drawn / 2) / self.games if self.games else 0.5


def openings(position: Position, picture: int = 0) -> tuple[Opening, ...]:
    """The turns that the book has for a position, the certified and the most played first.

    Where a position is symmetric itself a turn has several pictures; another number, another one.
    """
    rows = _book(position.game)
    if not rows or position.result() is not None:
        return ()
    key = key_of(position)
    found = (
        Opening(
            key.back(position, row.turn, picture), row.wins, row.drawn, row.mark, row.by, row.turns
        )
        for row in rows.get(key.text, ())
    )
    return tuple(
        sorted(
            (one for one in found if one.moves),
            key=lambda one: (one.mark != CERTIFIED, -one.games, one.moves),
        )
    )


def has_book(game: str) -> bool:
    """Whether a room has a book that players play from."""
    return bool(_book(game)) and not any(line.startswith(ONLY_SHOWN) for line in _lines(game))


@cache
def _lines(game: str) -> tuple[str, ...]:
    file = resources.files(room(game).package).joinpath(NAME)
    return tuple(file.read_text("utf-8").splitlines()) if file.is_file() else ()


@cache
def _book(game: str) -> dict[str, list[Row]]:
    return read_book(_lines(game))


def read_book(lines: Iterable[str]) -> dict[str, list[Row]]:
    """The rows of a book by the key of their position; GameError where a line is none."""
    found: dict[str, list[Row]] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        read = ROW.fullmatch(line.strip())
        if read is None:
            raise GameError(f"line {number} of the book of openings is no row of it")
        key, turn, counts, word, by, turns = read.groups(default="")
        *wins, drawn = map(int, counts.split())
        mark = MARKS[word] if word else ""
        row = Row(turn.replace(BETWEEN, " "), tuple(wins), drawn, mark, by, int(turns or 0))
        found.setdefault(key, []).append(row)
    return found


def written(key: str, row: Row) -> str:
    """A row as a line of a book."""
    words = [key, row.turn.replace(" ", BETWEEN), *map(str, row.wins), str(row.drawn)]
    if row.mark:
        words.append(f"{row.mark}:{row.by}:{row.turns}" if row.by else row.mark)
    return " ".join(words)


__all__ = [
    "BETWEEN",
    "CERTIFIED",
    "DOUBTED",
    "NAME",
    "ONLY_SHOWN",
    "REFUTED",
    "Opening",
    "Row",
    "has_book",
    "openings",
    "read_book",
    "written",
]
