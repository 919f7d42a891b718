"""What a person who studies a position may do with it beyond the rules: pass, and set it up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kikashi.games.minishogi.board import CELL_OF, CELLS, EMPTY, HAND, NAMES, PIECES
from kikashi.games.minishogi.rules import minishogi_of
from kikashi.games.minishogi.sfen import (
    MOST_OF_A_KIND,
    Sfen,
    piece_from_text,
    piece_text,
    read_sfen,
    write_sfen,
)
from kikashi.law import BadTextError, GameError, Position

IN_HAND = ("hand-black", "hand-white")
"""A place in a hand is one of these, a letter of what lies there, and which one: `hand-black-R1`"""


def passed(position: Position) -> Position:
    """The same pieces with the other side to move."""
    here = minishogi_of(position)
    if here.checked:
        raise GameError("the side to move stands in check and cannot pass")
    return replace(here, sfen=here.sfen._replace(mover=1 - here.to_move), past=(), steps=())


def pieces(position: Position) -> tuple[tuple[str, int], ...]:
    """What can be put on the board: the letters of SFEN and the player."""
    minishogi_of(position)
    return tuple(
        (piece_text(piece), side) for side, letters in enumerate(PIECES) for piece in letters
    )


def placed(position: Position) -> dict[str, str]:
    """What lies where; pieces in hand have places of their own."""
    here = minishogi_of(position)
    found = {NAMES[c]: piece_text(piece) for c, piece in enumerate(here.board) if piece != EMPTY}
    for side, hand in enumerate(here.hands):
        for letter, count in zip(HAND, hand, strict=True):
            piece = letter if side == 0 else letter.lower()
            found |= {f"{IN_HAND[side]}-{letter}{n + 1}": piece for n in range(count)}
    return found


def arranged(position: Position, placed: Mapping[str, str], mover: int) -> Position:
    """A position under the same rules with these pieces; a board the law refuses is refused."""
    board = [EMPTY] * CELLS
    hands = ([0] * len(HAND), [0] * len(HAND))
    for name, text in placed.items():
        piece = piece_from_text(text)
        if name in CELL_OF and piece:
            board[CELL_OF[name]] = piece
            continue
        side = next((n for n, place in enumerate(IN_HAND) if name.startswith(f"{place}-")), None)
        if side is None or text.upper() not in HAND:
            raise BadTextError(f"there is no place {name!r:.20} or no piece {text!r:.20}")
        hands[side][HAND.index(text.upper())] += 1
    if any(count > MOST_OF_A_KIND for hand in hands for count in hand):
        raise BadTextError("there are more than two pieces of a kind in a hand")
    sfen = Sfen("".join(board), (tuple(hands[0]), tuple(hands[1])), mover)
    return replace(minishogi_of(position), sfen=read_sfen(write_sfen(sfen)), past=(), steps=())
