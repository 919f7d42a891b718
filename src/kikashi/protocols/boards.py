"""Cells as the protocols write them, and stones placed as a protocol says, not as a turn does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError, Move, Position
from kikashi.law.record_parts import Points, StonesOnPoints

GTP_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Go programs leave out the letter I."""
PAIR_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_GTP_VERTEX = re.compile(r"([A-HJ-Z])([1-9]\d?)", re.IGNORECASE | re.ASCII)
_GOMOCUP_CELL = re.compile(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*", re.ASCII)


class FlatBoard:
    """A rectangle of cells; GameError where a game is played on anything else."""

    def __init__(self, rules: Points) -> None:
        self.columns = 1 + max(point[0] for point in rules.coordinates)
        self.rows = 1 + max(point[-1] for point in rules.coordinates)
        flat = all(len(point) == 2 for point in rules.coordinates)
        if not flat or len(rules.cells) != self.columns * self.rows:
            raise GameError("this protocol needs a game on a flat, rectangular board")
        if max(self.columns, self.rows) > len(GTP_COLUMNS):
            raise GameError(f"this protocol has names for {len(GTP_COLUMNS)} columns at most")
        points = [(point[0], point[1]) for point in rules.coordinates]
        self._names = dict(zip(points, rules.cells, strict=True))
        self._points = dict(zip(rules.cells, points, strict=True))

    def _cell(self, column: int, row: int, text: str) -> Move:
        name = self._names.get((column, row))
        if name is None:
            raise IllegalMoveError(f"{text!r} is not on a board of {self.columns}x{self.rows}")
        return name

    # --- two letters a stone: column, then row from below --------------------------------------

    def pairs(self, cells: Sequence[Move]) -> str:
        """Stones as `JJKK`."""
        return "".join(PAIR_LETTERS[n] for cell in cells for n in self._points[cell])

    def from_pairs(self, text: str) -> tuple[Move, ...]:
        """Reads `JJ` or `JJKK`."""
        letters = text.strip().upper()
        if not letters or len(letters) % 2 or any(c not in PAIR_LETTERS for c in letters):
            raise IllegalMoveError(f"stones look like JJ or JJKK, not {text[:40]!r}")
        numbers = [PAIR_LETTERS.index(letter) for letter in letters]
        return tuple(
            self._cell(column, row, text[:40])
            for column, row in zip(numbers[::2], numbers[1::2], strict=True)
        )

    # --- column,row from 0 at the top left -----------------------------------------------------

    def numbers(self, cell: Move) -> str:
        """A stone as `7,7`."""
        column, row = self._points[cell]
        return f"{column},{self.rows - 1 - row}"

    def from_numbers(self, text: str) -> Move:
        """Reads `7,7`."""
        found = _GOMOCUP_CELL.fullmatch(text)
        if found is None:
            raise IllegalMoveError(f"a stone looks like 7,7, not {text[:40]!r}")
        return self._cell(int(found[1]), self.rows - 1 - int(found[2]), text[:40])

    # --- letter and number without I -----------------------------------------------------------

    def vertex(self, cell: Move) -> str:
        """A stone as `K10`."""
        column, row = self._points[cell]
        return f"{GTP_COLUMNS[column]}{row + 1}"

    def from_vertex(self, text: str) -> Move:
        """Reads `K10`."""
        found = _GTP_VERTEX.fullmatch(text.strip())
        if found is None:
            raise IllegalMoveError(f"a stone looks like K10, not {text[:40]!r}")
        column = GTP_COLUMNS.index(found[1].upper())
        return self._cell(column, int(found[2]) - 1, text[:40])


def stones_on(position: Position) -> StonesOnPoints:
    """What the room says of its stones; GameError where these protocols cannot speak of it."""
    part = room(position.game).on_points()
    if part is None or position.players != 2:
        raise GameError(f"{position.game} is no game of stones for two players")
    return part


def flat_board(position: Position) -> FlatBoard:
    """The board of a position."""
    return FlatBoard(stones_on(position).points(position))


def place(position: Position, player: int, cells: Sequence[Move]) -> Position:
    """After stones of `player` as one whole turn, whoever's turn it was; the other moves next.

    Protocols build positions this way, so unusual numbers of stones are allowed, as in a setup
    text. IllegalMoveError names a stone that cannot lie where it is said to.
    """
    part = stones_on(position)
    position = part.given_move(position, player, max(1, len(cells)))
    for cell in cells:
        if won(position):
            break  # the turn was won with stones to spare
        position = position.play(cell)
    if position.result() is not None or not cells:
        return position
    return part.given_move(position, 1 - player, part.turn_stones(position)[1])


def won(position: Position) -> bool:
    """Whether somebody has won."""
    result = position.result()
    return result is not None and result.winner is not None
