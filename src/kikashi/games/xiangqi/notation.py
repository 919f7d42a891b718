"""How moves are written: coordinates, WXF (`C2=5`) and Chinese (炮二平五), both ways.

A text is read by writing all legal moves and looking which one fits, so reading and writing cannot
disagree. Files are counted from each player's right hand; Red's numbers are Chinese in Chinese
notation, Black's are digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.games.xiangqi.board import RED, Step, legal_steps
from kikashi.games.xiangqi.rules import XiangqiPosition, move_of, step_of, xiangqi_of
from kikashi.law import IllegalMoveError, Move, Position

NOTATIONS = ("coordinates", "uci", "wxf", "chinese")

LETTERS = {"K": "K", "A": "A", "B": "E", "N": "H", "R": "R", "C": "C", "P": "P"}
"""The piece letters of WXF."""
NAMES_ZH = (
    {"K": "帥", "A": "仕", "B": "相", "N": "馬", "R": "車", "C": "炮", "P": "兵"},
    {"K": "將", "A": "士", "B": "象", "N": "馬", "R": "車", "C": "包", "P": "卒"},
)
NUMERALS = "一二三四五六七八九"
ORDINALS_ZH = "一二三四五"
ORDINALS_WXF = "abcde"
VARIANTS = str.maketrans(
    "帅将馬马傌车俥砲炮包进后兵卒仕士相象帥將後前中１２３４５６７８９",
    "帥帥馬馬馬車車炮炮炮進後兵兵仕仕相相帥帥後前中123456789",
)
"""Simplified characters, other pieces' characters and wide digits, brought to one form."""


def to_uci(move: Move) -> str:
    """The form with ranks 1 to 10 that UCI programs use."""
    start, end = step_of(move)
    return f"{_tens(start)}{_tens(end)}"


def from_uci(text: str) -> Move:
    """Reads the form with ranks 1 to 10."""
    word = text.strip().lower()
    middle = next((at for at in range(2, len(word)) if word[at].isalpha()), 0)
    points = []
    for point in (word[:middle], word[middle:]):
        rank = point[1:]
        if not point or not rank.isascii() or not rank.isdigit() or not 1 <= int(rank) <= 10:
            raise IllegalMoveError(f"a move with ranks 1 to 10 looks like h3e3, not {text!r}")
        points.append(f"{point[0]}{int(rank) - 1}")
    return move_of(step_of("".join(points)))


def _tens(cell: int) -> str:
    return f"{'abcdefghi'[cell % 9]}{cell // 9 + 1}"


def write(position: Position, move: Move, notation: str) -> str:
    """A legal move of the position in a notation."""
    law = xiangqi_of(position)
    step = step_of(move)
    if step not in set(legal_steps(law.board, law.to_move)):
        raise IllegalMoveError(f"{move} is not a legal move here")
    if notation == "coordinates":
        return move_of(step)
    if notation == "uci":
        return to_uci(move)
    if notation in ("wxf", "chinese"):
        return next(_spellings(law, step, notation))
    raise IllegalMoveError(f"there is no notation {notation!r}; there are: {', '.join(NOTATIONS)}")


def usual(position: Position, move: Move, language: str) -> str:
    """A move that was played here as people write it in their language."""
    notation = "chinese" if language.startswith("zh") else "wxf"
    return next(_spellings(xiangqi_of(position), step_of(move), notation))


def read(position: Position, text: str, notation: str | None = None) -> Move:
    """The legal move that a text means; without `notation` every notation is tried."""
    law = xiangqi_of(position)
    steps = list(legal_steps(law.board, law.to_move))
    wanted = _plain(text)
    for one in NOTATIONS if notation is None else (notation,):
        if one not in NOTATIONS:
            raise IllegalMoveError(
                f"there is no notation {one!r}; there are: {', '.join(NOTATIONS)}"
            )
        fitting = [step for step in steps if wanted in map(_plain, _all(law, step, one))]
        if len(fitting) == 1:
            return move_of(fitting[0])
        if fitting:
            moves = ", ".join(map(move_of, fitting))
            raise IllegalMoveError(f"{text!r} may mean several moves here: {moves}")
    raise IllegalMoveError(f"{text!r} is no legal move here in {notation or 'any notation'}")


def _all(law: XiangqiPosition, step: Step, notation: str) -> Iterator[str]:
    if notation in ("wxf", "chinese"):
        yield from _spellings(law, step, notation)
    elif notation == "uci":
        yield to_uci(move_of(step))
    else:
        yield move_of(step)


def _plain(text: str) -> str:
    """One form for all variants. Numerals of both kinds are one, since only one kind can fit."""
    word = text.strip().translate(VARIANTS).replace("–", "-").replace(".", "=").upper()
    for number, numeral in enumerate(NUMERALS, start=1):
        word = word.replace(numeral, str(number))
    if len(word) == 4 and word[0] in "+-" and word[1].isalpha():
        word = word[1] + word[0] + word[2:]  # +C-2 is C+-2
    if len(word) == 4 and word[0] in "NB" and word[2] in "+-=":
        word = {"N": "H", "B": "E"}[word[0]] + word[1:]  # as in FEN
    return word


def _spellings(law: XiangqiPosition, step: Step, notation: str) -> Iterator[str]:
    """The usual spelling first, then others that mean the same."""
    start, end = step
    side = law.to_move
    piece = law.board[start].upper()
    number = _number if notation == "wxf" or side != RED else _numeral
    sign = "+-=" if notation == "wxf" else "進退平"
    ahead = (end // 9 - start // 9) * (1 if side == RED else -1)
    if ahead == 0:
        way = sign[2] + number(_file(end, side))
    else:
        straight = start % 9 == end % 9
        way = sign[0 if ahead > 0 else 1] + number(abs(ahead) if straight else _file(end, side))
    name = LETTERS[piece] if notation == "wxf" else NAMES_ZH[side][piece]
    for mark in _marks(law, start, notation):
        yield (name + mark + way) if notation == "wxf" else (mark + name + way)
    if _alone(law, start) or piece in "AB":
        yield name + number(_file(start, side)) + way
    yield move_of(step)  # set-ups with more pawns than the notations can tell apart


def _file(cell: int, side: int) -> int:
    return 9 - cell % 9 if side == RED else cell % 9 + 1


def _number(value: int) -> str:
    return str(value)


def _numeral(value: int) -> str:
    return NUMERALS[value - 1]


def _column(law: XiangqiPosition, file: int, letter: str) -> list[int]:
    """The cells of a file that hold a piece, the front one first."""
    cells = [cell for cell in range(file, 90, 9) if law.board[cell] == letter]
    return cells[::-1] if law.to_move == RED else cells


def _alone(law: XiangqiPosition, start: int) -> bool:
    return len(_column(law, start % 9, law.board[start])) == 1


def _marks(law: XiangqiPosition, start: int, notation: str) -> Iterator[str]:
    """Front, middle, rear or a number, for pieces that share their file with their like.

    Two advisors or elephants of one file never need it: only one of them can go that way.
    """
    letter = law.board[start]
    column = _column(law, start % 9, letter)
    place, count = column.index(start), len(column)
    if count == 1 or letter.upper() in "AB":
        return
    crowded = []
    if letter.upper() == "P":
        files = range(8, -1, -1) if law.to_move == RED else range(9)
        crowded = [cells for f in files if len(cells := _column(law, f, letter)) > 1]
    ordinals = ORDINALS_WXF if notation == "wxf" else ORDINALS_ZH
    ends = "+-" if notation == "wxf" else "前後"
    middle = "." if notation == "wxf" else "中"
    if len(crowded) > 1:  # several files: all their pawns in one row, from the right, front first
        row = [cell for cells in crowded for cell in cells]
        if len(row) <= len(ordinals):
            yield ordinals[row.index(start)]
        return
    if place in (0, count - 1):
        yield ends[0 if place == 0 else 1]
    elif count == 3:
        yield middle
    if count > 2 and count <= len(ordinals):
        yield ordinals[place]
