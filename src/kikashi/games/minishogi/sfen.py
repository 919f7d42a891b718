"""SFEN and the FEN of UCI programs: a board and two hands as text.

Both write the first player's pieces in capitals. They differ in one thing that is easy to get
wrong: SFEN calls the first player black (`b`), the FEN of UCI programs calls it white (`w`). The
hands tell them apart (a field of their own in SFEN, brackets behind the board in the other), and
this file is the only place that converts.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kikashi.games.minishogi.board import (
    CELLS,
    EMPTY,
    GOTE,
    HAND,
    PIECES,
    PROMOTED,
    SENTE,
    SIZE,
    UNPROMOTED,
    Hands,
    for_side,
    in_check,
    last_rank,
)
from kikashi.law import BadTextError
from kikashi.law.contract import printable

START = "rbsgk/4p/5/P4/KGSBR b - 1"
MOST_OF_A_KIND = 2
MOST_COUNT = 100_000
MOST_TEXT = 120
SFEN_SIDES = "bw"
UCI_SIDES = "wb"
NO_HANDS: Hands = ((0,) * 5, (0,) * 5)
SIDE_NAMES = ("black", "white")


class Sfen(NamedTuple):
    """What the two texts hold."""

    board: str
    hands: Hands
    mover: int
    number: int = 1
    """The number of the move, counted in plies from 1."""


def read_sfen(text: str) -> Sfen:
    """Reads SFEN or a FEN of UCI programs; fields after the hands may be missing."""
    if len(text) > MOST_TEXT:
        raise BadTextError(f"a position of minishogi has at most {MOST_TEXT} letters")
    fields = text.split()
    if not fields:
        raise BadTextError("an empty text is no position")
    if "[" in fields[0]:
        return _checked(_read_uci(fields))
    if not 2 <= len(fields) <= 4:
        raise BadTextError(
            f"an SFEN has 2 to 4 fields (board, side to move, hands, number), not {len(fields)}"
        )
    mover = _side(fields[1], SFEN_SIDES, "an SFEN")
    hands = _read_hands(fields[2] if len(fields) > 2 else "-")
    number = _count(fields[3], "move number") if len(fields) > 3 else 1
    return _checked(Sfen(_read_board(fields[0]), hands, mover, max(1, number)))


def write_sfen(sfen: Sfen) -> str:
    """The full text with four fields."""
    return (
        f"{_write_board(sfen.board)} {SFEN_SIDES[sfen.mover]} "
        f"{_write_hands(sfen.hands) or '-'} {sfen.number}"
    )


def write_uci_fen(sfen: Sfen) -> str:
    """The same position for UCI programs, which count moves in pairs and call sente white."""
    return (
        f"{_write_board(sfen.board)}[{_write_hands(sfen.hands, counted=False)}] "
        f"{UCI_SIDES[sfen.mover]} - - 0 {(sfen.number + 1) // 2}"
    )


def _read_uci(fields: list[str]) -> Sfen:
    """`board[hands] w`, then perhaps two dashes, a clock and the number of the move."""
    board, _, rest = fields[0].partition("[")
    if not rest.endswith("]") or len(fields) < 2:
        raise BadTextError("a FEN with a hand looks like 'rbsgk/4p/5/P4/KGSBR[] w'")
    mover = _side(fields[1], UCI_SIDES, "a FEN with brackets")
    more = fields[2:]
    while more[:1] == ["-"]:
        more = more[1:]
    if len(more) > 2:
        raise BadTextError(f"there is too much in the FEN: {printable(' '.join(more))}")
    for one in more:
        _count(one, "clock or move number")
    number = max(1, int(more[1])) if len(more) > 1 else 1
    hands = _read_hands(rest[:-1] or "-")
    return Sfen(_read_board(board), hands, mover, 2 * number - 1 + mover)


def _side(text: str, letters: str, what: str) -> int:
    if len(text) != 1 or text not in letters:
        raise BadTextError(
            f"the side to move in {what} is {letters[0]} (the first player) or {letters[1]}, "
            f"not {printable(text)!r}"
        )
    return letters.index(text)


def _count(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= MOST_COUNT):
        raise BadTextError(f"the {what} is a number up to {MOST_COUNT}, not {printable(text)!r}")
    return int(text)


def _read_board(text: str) -> str:
    rows = text.split("/")
    if len(rows) != SIZE:
        raise BadTextError(f"a board of minishogi has {SIZE} rows between slashes, not {len(rows)}")
    board = ""
    for row in rows:
        cells = ""
        for word in re.findall(r"\+?.", row):
            letter = word[-1]
            if word.startswith("+"):
                if letter not in PROMOTED:
                    raise BadTextError(f"{printable(word)!r} is no promoted piece")
                cells += PROMOTED[letter]
            elif letter in "12345":
                cells += EMPTY * int(letter)
            elif letter in "KRBGSPkrbgsp":  # not by its capital: that of the long s is S
                cells += letter
            else:
                raise BadTextError(f"{printable(word)!r} on the board is no piece and no gap")
        if len(cells) != SIZE:
            raise BadTextError(f"the row {printable(row)!r} has {len(cells)} cells, not {SIZE}")
        board = cells + board
    return board


def _read_hands(text: str) -> Hands:
    """`-`, or letters, each perhaps with its number before it (`2Pr`)."""
    counts = ([0] * 5, [0] * 5)
    if text == "-":
        return NO_HANDS
    if not re.fullmatch(r"([0-9]?[RBGSPrbgsp]){1,20}", text):
        raise BadTextError(f"the hands look like 'RBgs2p' or '-', not {printable(text)!r}")
    for number, letter in re.findall(r"([0-9]?)(.)", text):
        side = SENTE if letter.isupper() else GOTE
        counts[side][HAND.index(letter.upper())] += int(number or 1)
    return tuple(counts[SENTE]), tuple(counts[GOTE])


def _checked(sfen: Sfen) -> Sfen:
    """What the moves themselves need of a position; compositions need not be reachable."""
    board, hands = sfen.board, sfen.hands
    for side, name in enumerate(SIDE_NAMES):
        if board.count("Kk"[side]) != 1:
            raise BadTextError(f"{name} needs exactly one king on the board")
        pawn = for_side("P", side)
        last = last_rank(side)
        if pawn in board[SIZE * last : SIZE * last + SIZE]:
            raise BadTextError(f"a pawn of {name} stands on its last rank and is not promoted")
        if any(board[file:CELLS:SIZE].count(pawn) > 1 for file in range(SIZE)):
            raise BadTextError(f"{name} has two unpromoted pawns on one file")
    for place, letter in enumerate(HAND):
        there = sum(UNPROMOTED.get(piece, piece).upper() == letter for piece in board)
        if there + hands[SENTE][place] + hands[GOTE][place] > MOST_OF_A_KIND:
            raise BadTextError(f"there are more than two pieces {letter}")
    if in_check(board, 1 - sfen.mover):
        name = SIDE_NAMES[1 - sfen.mover]
        raise BadTextError(f"{name} has moved and its king stands in check: no such position")
    return sfen


def _write_board(board: str) -> str:
    rows = []
    for rank in reversed(range(SIZE)):
        row, gap = "", 0
        for piece in board[SIZE * rank : SIZE * rank + SIZE]:
            if piece == EMPTY:
                gap += 1
                continue
            row += (str(gap) if gap else "") + piece_text(piece)
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


def piece_text(piece: str) -> str:
    """A piece as texts write it: `+r` for a promoted rook of the second player."""
    return f"+{UNPROMOTED[piece]}" if piece in UNPROMOTED else piece


def piece_from_text(text: str) -> str:
    """The letter of a piece on the board back from its text; empty where there is none."""
    if text in "".join(PIECES) and len(text) == 1 and text not in UNPROMOTED:
        return text
    return PROMOTED.get(text[1:], "") if text[:1] == "+" else ""


def _write_hands(hands: Hands, *, counted: bool = True) -> str:
    text = ""
    for side, hand in enumerate(hands):
        for letter, count in zip(HAND, hand, strict=True):
            if count and counted:
                text += (str(count) if count > 1 else "") + for_side(letter, side)
            else:
                text += count * for_side(letter, side)
    return text
