"""Where a record begins, as it is drawn: the board of a KIF diagram and the rows of CSA.

Boards have 25 cells here. A drawing of another size is refused: what is left out of a position
leaves another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kikashi.games.minishogi.board import EMPTY, GOTE, HAND, SENTE, SIZE, for_side
from kikashi.games.minishogi.notation import CSA, KANJI, SAME
from kikashi.games.minishogi.sfen import MOST_OF_A_KIND, START, Sfen, write_sfen
from kikashi.law import BadTextError

PIECE_OF_KANJI = {kanji: piece for piece, kanji in KANJI.items()}
PIECE_OF_CSA = {word: piece for piece, word in CSA.items()}
KIF_ROW = re.compile(r"\|(.*)\|")
KIF_CELL = re.compile(r"([ 　v^]?)([^ 　v^])")
VACANT = "\u30fb."
"""The middle dot of KIF; the fonts of the page need not draw what only files show."""
KIF_HAND = re.compile(r"(先手|後手|下手|上手)の持駒：(.*)")
KIF_HELD = re.compile(r"(\S)([一二])?")
NOTHING = ("なし", "")
CSA_PLACED = re.compile(r"P[1-9][ +-]|P[+-]\d\d[A-Z]{2}|PI(\d\d[A-Z]{2})*$")
"""What begins a line about pieces; `P-5c` is a move."""
CSA_ROW = re.compile(r"P([1-9])([ +-].*)")
CSA_CELL = re.compile(r"([+-])([A-Z]{2})| {1,2}\* ?")
CSA_HAND = re.compile(r"P([+-])((?:00(?:[A-Z]{2}))*)")


def drawn(lines: Iterable[str]) -> str | None:
    """The SFEN of a board that the lines draw; None where they draw none."""
    lines = list(lines)
    rows = [found[1] for line in lines if (found := KIF_ROW.match(line.strip()))]
    if rows:
        return _sfen([_kif_row(row) for row in rows], _kif_hands(lines), "後手番" in lines)
    rows = [found[2] for line in lines if (found := CSA_ROW.match(line))]
    begins = "-" in (line.strip() for line in lines)
    if rows:
        return _sfen([_csa_row(row) for row in rows], _csa_hands(lines), begins)
    for line in lines:
        if CSA_PLACED.match(line) and line.strip() != "PI":
            raise BadTextError(
                f"a position of CSA is read from its rows P1 to P{SIZE}, not from {line[:20]!r}"
            )
    return f"{START.split()[0]} w" if begins else None


def _sfen(rows: list[str], hands: list[list[int]], second_begins: bool) -> str:
    other = next((row for row in rows if len(row) != SIZE), rows[0])
    if len(rows) != SIZE or len(other) != SIZE:
        raise BadTextError(
            f"a board of minishogi is drawn in {SIZE} rows of {SIZE} cells, "
            f"not in {len(rows)} of {len(other)}"
        )
    board = "".join(reversed(rows))
    if any(count > MOST_OF_A_KIND for hand in hands for count in hand):
        raise BadTextError(f"a hand holds at most {MOST_OF_A_KIND} pieces of a kind")
    held = tuple(hands[SENTE]), tuple(hands[GOTE])
    return write_sfen(Sfen(board, held, GOTE if second_begins else SENTE))


def _kif_row(row: str) -> str:
    cells = ""
    for mark, there in KIF_CELL.findall(row):
        if there in VACANT:
            cells += EMPTY
            continue
        cells += for_side(_kanji(there), GOTE if mark == "v" else SENTE)
    return cells


def _kif_hands(lines: Iterable[str]) -> list[list[int]]:
    hands = [[0] * len(HAND), [0] * len(HAND)]
    for line in lines:
        found = KIF_HAND.match(line.strip())
        if found is None or found[2].strip() in NOTHING:
            continue
        side = SENTE if found[1] in ("先手", "下手") else GOTE
        for kanji, count in KIF_HELD.findall(found[2]):
            hands[side][_in_hand(_kanji(kanji), kanji)] += 2 if count == "二" else 1
    return hands


def _kanji(text: str) -> str:
    piece = PIECE_OF_KANJI.get(text.translate(SAME))
    if piece is None:
        raise BadTextError(f"{text!r} in the diagram is no piece of minishogi")
    return piece


def _csa_row(row: str) -> str:
    cells = ""
    for side, word in CSA_CELL.findall(row):
        cells += for_side(_csa_piece(word), SENTE if side == "+" else GOTE) if side else EMPTY
    return cells


def _csa_hands(lines: Iterable[str]) -> list[list[int]]:
    hands = [[0] * len(HAND), [0] * len(HAND)]
    for line in lines:
        if not CSA_PLACED.match(line) or CSA_ROW.match(line):
            continue
        found = CSA_HAND.fullmatch(line.strip())
        if found is None or "AL" in found[2]:
            raise BadTextError(
                f"pieces in hand look like P+00FU00KI behind the rows of CSA, not {line[:20]!r}"
            )
        for word in re.findall(r"00([A-Z]{2})", found[2]):
            hands["+-".index(found[1])][_in_hand(_csa_piece(word), word)] += 1
    return hands


def _csa_piece(word: str) -> str:
    if word not in PIECE_OF_CSA:
        raise BadTextError(f"{word!r} in a row of CSA is no piece of minishogi")
    return PIECE_OF_CSA[word]


def _in_hand(piece: str, text: str) -> int:
    if piece not in HAND:
        raise BadTextError(f"{text!r} is not held in hand")
    return HAND.index(piece)
