"""FEN: a board as text, and what a board must have before the law speaks of it.

Compositions may show positions that no game reaches (a red advisor in the black palace stands in
one old collection), so only what the moves themselves need is demanded.
"""

from __future__ import annotations

from typing import NamedTuple

from kikashi.games.xiangqi.board import (
    BLACK,
    EMPTY,
    FILES,
    PIECES,
    RANKS,
    RED,
    in_check,
    in_palace,
)
from kikashi.law import BadTextError

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MOST_PIECES = 16
"""A side never has more."""
MOST_COUNT = 100_000
"""The clocks of a FEN are read up to this."""
SIDE_LETTERS = {"w": RED, "r": RED, "b": BLACK}
SYNONYMS = str.maketrans({"H": "N", "h": "n", "E": "B", "e": "b"})
"""Some programs write horses as H and elephants as E."""


class Fen(NamedTuple):
    """The fields of a FEN that xiangqi uses."""

    board: str
    mover: int
    clock: int
    """Plies since the last capture."""
    number: int
    """The number of the move, counted in pairs."""


def read_fen(text: str) -> Fen:
    """Reads a FEN; the fields after the side to move may be missing."""
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise BadTextError(
            f"a FEN has 2 to 6 fields (board, side to move, -, -, clock, number), not {len(fields)}"
        )
    board = _read_board(fields[0])
    if fields[1] not in SIDE_LETTERS:
        raise BadTextError(f"the side to move in a FEN is w (or r) or b, not {fields[1]!r}")
    mover = SIDE_LETTERS[fields[1]]
    for field in fields[2:4]:
        if field != "-":
            raise BadTextError(f"the third and fourth field of this FEN must be '-', not {field!r}")
    clock = _count(fields[4], "clock") if len(fields) > 4 else 0
    number = _count(fields[5], "move number") if len(fields) > 5 else 1
    if in_check(board, 1 - mover):
        raise BadTextError(
            f"{('black', 'red')[mover]} has moved and its general stands in check: no such position"
        )
    return Fen(board, mover, clock, number)


def write_fen(fen: Fen) -> str:
    """The full text with six fields."""
    rows = []
    for rank in reversed(range(RANKS)):
        row, gap = "", 0
        for piece in fen.board[9 * rank : 9 * rank + 9]:
            if piece == EMPTY:
                gap += 1
                continue
            row += (str(gap) if gap else "") + piece
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return f"{'/'.join(rows)} {'wb'[fen.mover]} - - {fen.clock} {fen.number}"


def _count(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= MOST_COUNT):
        raise BadTextError(f"the {what} of a FEN is a number up to {MOST_COUNT}, not {text!r}")
    return int(text)


def _read_board(text: str) -> str:
    rows = text.translate(SYNONYMS).split("/")
    if len(rows) != RANKS:
        raise BadTextError(f"a xiangqi board has {RANKS} rows between slashes, not {len(rows)}")
    board = ""
    for rank, row in zip(reversed(range(RANKS)), rows, strict=True):
        cells = ""
        for letter in row:
            if letter in "123456789":
                cells += EMPTY * int(letter)
            elif letter in PIECES[RED] or letter in PIECES[BLACK]:
                cells += letter
            else:
                raise BadTextError(f"{letter!r} in row {rank} of the FEN is no piece and no gap")
        if len(cells) != len(FILES):
            raise BadTextError(f"row {rank} of the FEN has {len(cells)} cells; it must have 9")
        board = cells + board
    for side, name in ((RED, "red"), (BLACK, "black")):
        pieces = [cell for cell, piece in enumerate(board) if piece in PIECES[side]]
        if len(pieces) > MOST_PIECES:
            raise BadTextError(f"{name} has {len(pieces)} pieces; a side has at most {MOST_PIECES}")
        generals = board.count("Kk"[side])
        if generals != 1 or not in_palace(board.index("Kk"[side]), side):
            raise BadTextError(f"{name} needs exactly one general, in its own palace")
    return board
