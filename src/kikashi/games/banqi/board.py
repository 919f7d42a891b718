"""How pieces move: plain functions over a board, which is a string of letters.

Cell = files * rank + file, rank 0 is the lowest. Upper case is Red, lower case Black: K general,
G advisor, M elephant, R rook, N horse, C cannon, P soldier. 'X' lies face down, '.' is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

EMPTY, DOWN = ".", "X"
RED, BLACK = 0, 1
KINDS = "KGMRNCP"
PIECES = (KINDS, KINDS.lower())
LETTERS = KINDS + KINDS.lower()
FULL_BAG = "KGGMMRRNNCCPPPPPkggmmrrnnccppppp"
FULL_SIZE = (4, 8)
FILES = "abcdefghijklmnopqrstuvwxyz"
MOST_CELLS = 32

Step: TypeAlias = tuple[int, int]
"""A move as two cells: from where, to where."""


def side_of(piece: str) -> int:
    """Whose colour a face-up piece has."""
    return RED if piece.isupper() else BLACK


def beats(taker: str, taken: str) -> bool:
    """Whether one piece may take another of the other colour, the cannon's jump aside.

    Ranks fall from the general to the soldier, and equal ranks take each other. The soldier takes
    the general and not the other way round; it does not take the cannon.
    """
    first, second = KINDS.index(taker.upper()), KINDS.index(taken.upper())
    if KINDS[first] == "C":
        return True
    if KINDS[first] == "P":
        return KINDS[second] in "KP"
    if KINDS[first] == "K":
        return KINDS[second] != "P"
    return first <= second


@dataclass(frozen=True)
class Shape:
    """A board of some size: the names of its cells and the four ways from each."""

    files: int
    ranks: int
    names: tuple[str, ...]
    cell_of: dict[str, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """From each cell to the right, to the left, up and down."""


@cache
def shape(files: int, ranks: int) -> Shape:
    """The geometry of a board; made once for each size."""
    names = tuple(f"{FILES[cell % files]}{cell // files + 1}" for cell in range(files * ranks))

    def ray(cell: int, right: int, up: int) -> tuple[int, ...]:
        found = []
        file, rank = cell % files + right, cell // files + up
        while 0 <= file < files and 0 <= rank < ranks:
            found.append(files * rank + file)
            file, rank = file + right, rank + up
        return tuple(found)

    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    rays = tuple(tuple(ray(cell, *way) for way in ways) for cell in range(files * ranks))
    return Shape(files, ranks, names, {name: cell for cell, name in enumerate(names)}, rays)


@dataclass(frozen=True)
class Ways:
    """What the options say about how pieces move."""

    rush: str = "no"
    """Rooks run straight: `no`, `rank` (and take by rank) or `any` (whatever is not adjacent)."""
    blind: bool = False
    """Face-down pieces may be struck at."""


PLAIN = Ways()


def _targets(board: str, form: Shape, cell: int) -> Iterator[int]:
    """Where a cannon would land: the second piece on each ray."""
    for ray in form.rays[cell]:
        met = [at for at in ray if board[at] != EMPTY][:2]
        if len(met) == 2:
            yield met[1]


def steps_of(board: str, form: Shape, cell: int, ways: Ways = PLAIN) -> Iterator[int]:
    """Where the face-up piece on a cell may go: empty cells, captures, strikes where allowed."""
    piece = board[cell]
    kind, side = piece.upper(), side_of(piece)

    def takes(at: int, *, any_rank: bool = False) -> bool:
        other = board[at]
        if other == DOWN:
            return ways.blind
        return side_of(other) != side and (any_rank or beats(piece, other))

    for ray in form.rays[cell]:
        for distance, at in enumerate(ray):
            if board[at] == EMPTY:
                yield at
                if kind == "R" and ways.rush != "no":
                    continue
            elif kind != "C" and takes(at, any_rank=distance > 0 and ways.rush == "any"):
                yield at
            break
    if kind == "C":
        yield from (at for at in _targets(board, form, cell) if takes(at))


def attacks(board: str, form: Shape, cell: int, ways: Ways = PLAIN) -> Iterator[int]:
    """The enemy pieces that the piece on a cell could take next."""
    return (at for at in steps_of(board, form, cell, ways) if board[at] not in (EMPTY, DOWN))


def put(board: str, cell: int, piece: str) -> str:
    """The board with a piece on a cell."""
    return f"{board[:cell]}{piece}{board[cell + 1 :]}"


def moved(board: str, start: int, end: int) -> str:
    """The board after a piece went from one cell to another."""
    return put(put(board, end, board[start]), start, EMPTY)


def without(bag: str, piece: str) -> str:
    """A bag of pieces after one was taken out."""
    at = bag.index(piece)
    return bag[:at] + bag[at + 1 :]


def in_order(pieces: str) -> str:
    """A bag in its normal form: Red first, the higher ranks first."""
    return "".join(sorted(pieces, key=LETTERS.index))
