"""How pieces move: plain functions over a board, which is a string of 25 letters.

Cell = 5 * rank + file; rank 0 is the back rank of the first player (sente), file 0 its left edge.
Upper case is the first player's, lower case the second's. K king, R rook, B bishop, G gold,
S silver, P pawn; promoted pieces have letters of their own in here, which no text shows:
D dragon (+R), H horse (+B), N promoted silver, T promoted pawn; '.' is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

SIZE = 5
CELLS = 25
EMPTY = "."
SENTE, GOTE = 0, 1
BOTH = (SENTE, GOTE)
HAND = "RBGSP"
"""What can be held in hand, in the order in which texts write it."""
DROP = CELLS
"""A drop starts at this number plus the place of its piece in HAND."""

Hand: TypeAlias = tuple[int, ...]
Hands: TypeAlias = tuple[Hand, Hand]


class Step(NamedTuple):
    """A move: from a cell, or from the hand, to a cell."""

    start: int
    end: int
    promotes: bool = False

    @property
    def drops(self) -> bool:
        """Whether a piece comes from the hand."""
        return self.start >= DROP


PROMOTED = {"R": "D", "B": "H", "S": "N", "P": "T"}
PROMOTED |= {one.lower(): other.lower() for one, other in PROMOTED.items()}
UNPROMOTED = {other: one for one, other in PROMOTED.items()}
PIECES = ("KRBGSPDHNT", "krbgspdhnt")

NAMES = tuple(f"{SIZE - cell % SIZE}{'edcba'[cell // SIZE]}" for cell in range(CELLS))
"""As USI writes cells: files 5 to 1 from the left, ranks a to e from the top."""
CELL_OF = {name: cell for cell, name in enumerate(NAMES)}

Way: TypeAlias = tuple[int, int]
ORTHOGONAL: tuple[Way, ...] = ((0, 1), (0, -1), (-1, 0), (1, 0))
DIAGONAL: tuple[Way, ...] = ((1, 1), (-1, 1), (1, -1), (-1, -1))
GOLD: tuple[Way, ...] = (*ORTHOGONAL, (1, 1), (-1, 1))
STEPS: dict[str, tuple[Way, ...]] = {
    # right, up: as the first player sees it
    "K": (*ORTHOGONAL, *DIAGONAL),
    "G": GOLD,
    "S": (*DIAGONAL, (0, 1)),
    "P": ((0, 1),),
    "N": GOLD,
    "T": GOLD,
    "D": DIAGONAL,
    "H": ORTHOGONAL,
    "R": (),
    "B": (),
}
SLIDES: dict[str, tuple[Way, ...]] = {
    "R": ORTHOGONAL,
    "D": ORTHOGONAL,
    "B": DIAGONAL,
    "H": DIAGONAL,
}


def _shifted(cell: int, way: Way) -> int | None:
    file, rank = cell % SIZE + way[0], cell // SIZE + way[1]
    return SIZE * rank + file if 0 <= file < SIZE and 0 <= rank < SIZE else None


def _ray(cell: int, way: Way) -> tuple[int, ...]:
    found = []
    at = _shifted(cell, way)
    while at is not None:
        found.append(at)
        at = _shifted(at, way)
    return tuple(found)


def _turned(piece: str, way: Way) -> Way:
    return way if piece.isupper() else (way[0], -way[1])


EVERYWHERE = range(CELLS)
STEP = {
    piece: tuple(
        tuple(
            to
            for way in STEPS[piece.upper()]
            if (to := _shifted(cell, _turned(piece, way))) is not None
        )
        for cell in EVERYWHERE
    )
    for piece in "".join(PIECES)
}
"""Single steps by piece and cell."""
RAYS = {
    piece: tuple(tuple(_ray(cell, way) for way in SLIDES.get(piece, ())) for cell in EVERYWHERE)
    for piece in PIECES[SENTE]
}
"""Ways of a piece by capital letter and cell."""
STEPPERS = tuple(
    tuple(
        tuple(
            (start, letters)
            for start in EVERYWHERE
            if (letters := "".join(p for p in PIECES[side] if cell in STEP[p][start]))
        )
        for cell in EVERYWHERE
    )
    for side in BOTH
)
"""By side and cell: from where which pieces of the side reach the cell with one step."""
LINES = tuple(
    tuple(
        (ray, ("RD", "rd") if way in ORTHOGONAL else ("BH", "bh"))
        for way in (*ORTHOGONAL, *DIAGONAL)
        if (ray := _ray(cell, way))
    )
    for cell in EVERYWHERE
)
"""By cell: the ways along which sliders attack it, and which letters of each side they have."""
SIGHT = tuple(
    frozenset({cell} | {at for ray, _ in LINES[cell] for at in ray}) for cell in EVERYWHERE
)
"""A piece that leaves a cell outside these uncovers no attack on the first one."""


def last_rank(side: int) -> int:
    """Where a side's pieces promote."""
    return SIZE - 1 if side == SENTE else 0


def side_of(piece: str) -> int:
    """Whose piece a letter is."""
    return SENTE if piece.isupper() else GOTE


def for_side(letter: str, side: int) -> str:
    """A capital letter as a piece of a side."""
    return letter if side == SENTE else letter.lower()


def king_of(board: str, side: int) -> int:
    """The cell of a side's king."""
    return board.index("Kk"[side])


def attacked(board: str, cell: int, side: int) -> bool:
    """Whether the enemy of `side` attacks a cell."""
    enemy = 1 - side
    for start, letters in STEPPERS[enemy][cell]:
        if board[start] in letters:
            return True
    for ray, sliders in LINES[cell]:
        for at in ray:
            piece = board[at]
            if piece != EMPTY:
                if piece in sliders[enemy]:
                    return True
                break
    return False


def in_check(board: str, side: int) -> bool:
    """Whether the king of a side is attacked."""
    return attacked(board, king_of(board, side), side)


def targets(board: str, start: int) -> Iterator[int]:
    """Where the piece on a cell could go, its own side's pieces aside; the king's safety too."""
    piece = board[start]
    mine = PIECES[side_of(piece)]
    for end in STEP[piece][start]:
        if board[end] not in mine:
            yield end
    for ray in RAYS[piece.upper()][start]:
        for end in ray:
            if board[end] not in mine:
                yield end
            if board[end] != EMPTY:
                break


def moved(board: str, step: Step, side: int) -> str:
    """The board after a move; the hands are another matter."""
    if step.drops:
        piece = for_side(HAND[step.start - DROP], side)
        return board[: step.end] + piece + board[step.end + 1 :]
    piece = board[step.start]
    if step.promotes:
        piece = PROMOTED[piece]
    cells = list(board)
    cells[step.start] = EMPTY
    cells[step.end] = piece
    return "".join(cells)


def held(board: str, hands: Hands, step: Step, side: int) -> Hands:
    """The hands after a move: what it drops leaves one, what it takes comes in, unpromoted."""
    own = list(hands[side])
    if step.drops:
        own[step.start - DROP] -= 1
    elif board[step.end] != EMPTY:
        taken = board[step.end]
        own[HAND.index(UNPROMOTED.get(taken, taken).upper())] += 1
    else:
        return hands
    return (tuple(own), hands[1]) if side == SENTE else (hands[0], tuple(own))


def _ends(piece: str, start: int, end: int) -> tuple[bool, ...]:
    """Whether a piece that goes there stays as it is, or promotes, or may do either."""
    if piece not in PROMOTED:
        return (False,)
    last = last_rank(side_of(piece))
    if start // SIZE != last and end // SIZE != last:
        return (False,)
    if piece in "Pp":
        return (True,)  # an unpromoted pawn there could never move again
    return (False, True)


def board_steps(board: str, side: int) -> Iterator[Step]:
    """The legal moves of pieces on the board, by cells."""
    mine = PIECES[side]
    king = king_of(board, side)
    sight = SIGHT[king]
    calm = not attacked(board, king, side)
    for start, piece in enumerate(board):
        if piece == EMPTY or piece not in mine:
            continue
        surely = calm and start not in sight
        for end in sorted(targets(board, start)):
            if not surely:
                after = moved(board, Step(start, end), side)
                if attacked(after, end if start == king else king, side):
                    continue
            for promotes in _ends(piece, start, end):
                yield Step(start, end, promotes)


def drop_steps(board: str, hands: Hands, side: int) -> Iterator[Step]:
    """The legal drops: no second pawn on a file, none that could never move, no mate by a pawn."""
    king = king_of(board, side)
    calm = not attacked(board, king, side)
    for place, count in enumerate(hands[side]):
        if not count:
            continue
        for end in EVERYWHERE:
            if board[end] != EMPTY:
                continue
            step = Step(DROP + place, end)
            if HAND[place] == "P" and not _pawn_may_stand(board, end, side):
                continue
            after = moved(board, step, side)
            if not calm and attacked(after, king, side):
                continue
            if HAND[place] == "P" and _mates(after, held(board, hands, step, side), end, side):
                continue
            yield step


def _pawn_may_stand(board: str, end: int, side: int) -> bool:
    return (
        end // SIZE != last_rank(side) and for_side("P", side) not in board[end % SIZE : CELLS : 5]
    )


def _mates(board: str, hands: Hands, end: int, side: int) -> bool:
    """Whether a pawn that was just dropped gives mate."""
    king = king_of(board, 1 - side)
    return king in STEP[board[end]][end] and not has_legal_step(board, hands, 1 - side)


def legal_steps(board: str, hands: Hands, side: int) -> Iterator[Step]:
    """Every legal move: those on the board, then the drops, each in the order of cells."""
    yield from board_steps(board, side)
    yield from drop_steps(board, hands, side)


def has_legal_step(board: str, hands: Hands, side: int) -> bool:
    """Whether a side can move at all: with no legal move it has lost."""
    return next(legal_steps(board, hands, side), None) is not None


def is_legal(board: str, hands: Hands, side: int, step: Step) -> bool:
    """Whether one move is legal."""
    if step.drops:
        place = step.start - DROP
        return hands[side][place] > 0 and step in set(drop_steps(board, hands, side))
    return board[step.start] in PIECES[side] and step in set(board_steps(board, side))


def checking_steps(board: str, hands: Hands, side: int) -> Iterator[Step]:
    """The legal moves of a side that attack the enemy king."""
    king = king_of(board, 1 - side)
    for step in legal_steps(board, hands, side):
        if attacked(moved(board, step, side), king, 1 - side):
            yield step
