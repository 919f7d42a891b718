"""What a person who studies a position may do with it beyond the rules: pass, and set it up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kikashi.games.xiangqi.board import CELL_OF, CELLS, EMPTY, NAMES, PIECES, in_check
from kikashi.games.xiangqi.fen import Fen, read_fen, write_fen
from kikashi.games.xiangqi.rules import xiangqi_of
from kikashi.law import BadTextError, GameError, Position


def passed(position: Position) -> Position:
    """The same pieces with the other side to move."""
    here = xiangqi_of(position)
    if in_check(here.board, here.to_move):
        raise GameError("the side to move stands in check and cannot pass")
    return replace(here, fen=here.fen._replace(mover=1 - here.to_move), past=(), steps=())


def pieces(position: Position) -> tuple[tuple[str, int], ...]:
    """What can be put on the board: the letter of FEN and the player."""
    xiangqi_of(position)
    return tuple((letter, side) for side, letters in enumerate(PIECES) for letter in letters)


def placed(position: Position) -> dict[str, str]:
    """What lies where."""
    board = xiangqi_of(position).board
    return {NAMES[cell]: piece for cell, piece in enumerate(board) if piece != EMPTY}


def arranged(position: Position, placed: Mapping[str, str], mover: int) -> Position:
    """A position under the same rules with these pieces; a board the law refuses is refused."""
    board = [EMPTY] * CELLS
    for name, piece in placed.items():
        if name not in CELL_OF or piece not in "".join(PIECES):
            raise BadTextError(f"there is no point {name!r:.20} or no piece {piece!r:.20}")
        board[CELL_OF[name]] = piece
    fen = read_fen(write_fen(Fen("".join(board), mover, 0, 1)))
    return replace(xiangqi_of(position), fen=fen, past=(), steps=())
