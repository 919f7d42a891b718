"""How pieces move: plain functions over a board, which is a string of 90 letters.

Cell = 9 * rank + file, rank 0 is Red's back rank. Upper case is Red, lower case Black, as in FEN:
K general, A advisor, B elephant, N horse, R rook, C cannon, P pawn; '.' is an empty cell. A string
is copied in well under a microsecond, so nothing here is made and unmade.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

FILES = "abcdefghi"
RANKS = 10
CELLS = 90
EMPTY = "."
RED, BLACK = 0, 1
PIECES = ("KABNRCP", "kabnrcp")

Step: TypeAlias = tuple[int, int]
"""A move as two cells: from where, to where."""

NAMES = tuple(f"{FILES[cell % 9]}{cell // 9}" for cell in range(CELLS))
CELL_OF = {name: cell for cell, name in enumerate(NAMES)}

ORTHOGONAL = ((0, 1), (0, -1), (-1, 0), (1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _shifted(cell: int, right: int, up: int) -> int | None:
    file, rank = cell % 9 + right, cell // 9 + up
    return 9 * rank + file if 0 <= file < 9 and 0 <= rank < RANKS else None


def in_palace(cell: int, side: int) -> bool:
    """The nine points of a side's general and advisors."""
    rank = cell // 9
    return 3 <= cell % 9 <= 5 and (rank <= 2 if side == RED else rank >= 7)


def at_home(cell: int, side: int) -> bool:
    """On the side's own half, before the river."""
    return cell // 9 <= 4 if side == RED else cell // 9 >= 5


def _targets(cell: int, ways: tuple[Step, ...]) -> list[int]:
    return [to for way in ways if (to := _shifted(cell, *way)) is not None]


def _pawn(cell: int, side: int) -> tuple[int, ...]:
    ways: tuple[Step, ...] = ((0, 1 if side == RED else -1),)
    if not at_home(cell, side):
        ways += ((-1, 0), (1, 0))
    return tuple(_targets(cell, ways))


def _ray(cell: int, way: Step) -> tuple[int, ...]:
    found = []
    at = _shifted(cell, *way)
    while at is not None:
        found.append(at)
        at = _shifted(at, *way)
    return tuple(found)


def _jumps(cell: int) -> tuple[Step, ...]:
    """Horse: (leg, target). The leg is the next cell along the longer way; a piece there blocks."""
    found = []
    for right, up in ORTHOGONAL:
        leg = _shifted(cell, right, up)
        for side in (-1, 1):
            to = _shifted(cell, 2 * right + side * abs(up), 2 * up + side * abs(right))
            if leg is not None and to is not None:
                found.append((leg, to))
    return tuple(found)


def _strides(cell: int, side: int) -> tuple[Step, ...]:
    """Elephant: (eye, target). It never crosses the river; a piece on the eye blocks."""
    found = []
    for right, up in DIAGONAL:
        to = _shifted(cell, 2 * right, 2 * up)
        eye = _shifted(cell, right, up)
        if to is not None and eye is not None and at_home(to, side):
            found.append((eye, to))
    return tuple(found)


EVERYWHERE = range(CELLS)
BOTH = (RED, BLACK)
RAYS = tuple(tuple(_ray(cell, way) for way in ORTHOGONAL) for cell in EVERYWHERE)
HORSE = tuple(_jumps(cell) for cell in EVERYWHERE)
ELEPHANT = tuple(tuple(_strides(cell, side) for cell in EVERYWHERE) for side in BOTH)
PAWN = tuple(tuple(_pawn(cell, side) for cell in EVERYWHERE) for side in BOTH)
GENERAL = tuple(
    tuple(tuple(t for t in _targets(c, ORTHOGONAL) if in_palace(t, side)) for c in EVERYWHERE)
    for side in BOTH
)
ADVISOR = tuple(
    tuple(tuple(t for t in _targets(c, DIAGONAL) if in_palace(t, side)) for c in EVERYWHERE)
    for side in BOTH
)

# The horse that attacks a cell stands a jump away, but the leg that matters is beside the horse.
HORSE_AT = tuple(
    tuple((leg, start) for start in EVERYWHERE for leg, to in HORSE[start] if to == cell)
    for cell in EVERYWHERE
)
PAWN_AT = tuple(
    tuple(tuple(start for start in EVERYWHERE if cell in PAWN[side][start]) for cell in EVERYWHERE)
    for side in BOTH
)

SIGHT = tuple(
    frozenset(
        {cell}
        | {at for ray in RAYS[cell] for at in ray}
        | {at for pair in HORSE_AT[cell] for at in pair}
    )
    for cell in EVERYWHERE
)
"""All cells on which it depends whether a general on a cell is attacked.

A move of another piece that neither leaves nor enters these cells changes nothing for it.
"""


def side_of(piece: str) -> int:
    """Whose piece a letter is."""
    return RED if piece.isupper() else BLACK


def moved(board: str, start: int, end: int) -> str:
    """The board after a piece went from one cell to another."""
    piece = board[start]
    if start < end:
        return f"{board[:start]}.{board[start + 1 : end]}{piece}{board[end + 1 :]}"
    return f"{board[:end]}{piece}{board[end + 1 : start]}.{board[start + 1 :]}"


def attacked(board: str, cell: int, side: int) -> bool:
    """Whether the enemy of `side` attacks its general on a cell; facing generals attack too."""
    general, rook, cannon, horse, pawn = "krcnp" if side == RED else "KRCNP"
    for ray in RAYS[cell]:
        screened = False
        for at in ray:
            piece = board[at]
            if piece == EMPTY:
                continue
            if screened:
                if piece == cannon:
                    return True
                break
            if piece in (rook, general):
                return True
            screened = True
    for leg, start in HORSE_AT[cell]:
        if board[start] == horse and board[leg] == EMPTY:
            return True
    return any(board[start] == pawn for start in PAWN_AT[1 - side][cell])


def general_of(board: str, side: int) -> int:
    """Where the general of a side stands."""
    return board.index("Kk"[side])


def in_check(board: str, side: int) -> bool:
    """Whether the general of `side` is attacked."""
    return attacked(board, general_of(board, side), side)


def steps_of(board: str, start: int) -> Iterator[int]:
    """Where the piece on a cell may go by its own movement, whatever becomes of its general."""
    letter = board[start]
    side = RED if letter.isupper() else BLACK
    mine = PIECES[side]
    piece = letter.upper()
    if piece in "RC":
        for ray in RAYS[start]:
            screened = False
            for at in ray:
                there = board[at]
                if there == EMPTY:
                    if not screened:
                        yield at
                elif screened or piece == "R":
                    if there not in mine:
                        yield at
                    break
                else:
                    screened = True
    elif piece == "N":
        for leg, to in HORSE[start]:
            if board[leg] == EMPTY and board[to] not in mine:
                yield to
    elif piece == "B":
        for eye, to in ELEPHANT[side][start]:
            if board[eye] == EMPTY and board[to] not in mine:
                yield to
    else:
        table = PAWN if piece == "P" else GENERAL if piece == "K" else ADVISOR
        for to in table[side][start]:
            if board[to] not in mine:
                yield to


def legal_steps(board: str, side: int) -> Iterator[Step]:
    """Every move of a side that leaves its general unattacked, by starting cell."""
    general = general_of(board, side)
    sight = SIGHT[general]
    safe = not attacked(board, general, side)
    mine = PIECES[side]
    for start, piece in enumerate(board):
        if piece not in mine:
            continue
        outside = start not in sight
        for end in steps_of(board, start):
            if outside and end not in sight:
                if safe:
                    yield start, end
            elif not attacked(moved(board, start, end), end if start == general else general, side):
                yield start, end


def is_legal(board: str, side: int, start: int, end: int) -> bool:
    """Whether one move is legal."""
    if board[start] not in PIECES[side] or end not in steps_of(board, start):
        return False
    after = moved(board, start, end)
    return not in_check(after, side)


def has_legal_step(board: str, side: int) -> bool:
    """Whether a side can move at all: with no legal move it has lost."""
    return next(legal_steps(board, side), None) is not None


def checking_steps(board: str, side: int) -> Iterator[Step]:
    """The legal moves of a side that attack the enemy general."""
    general = general_of(board, 1 - side)
    sight = SIGHT[general]
    for start, end in legal_steps(board, side):
        if (start in sight or end in sight) and attacked(
            moved(board, start, end), general, 1 - side
        ):
            yield start, end
