"""What a person who studies a position may do with it beyond the rules: pass, and set it up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kikashi.games.banqi.board import DOWN, EMPTY, LETTERS, side_of
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.games.banqi.texts import Setup, must_fit
from kikashi.law import CHANCE, BadTextError, GameError, Position


def passed(position: Position) -> Position:
    """The same pieces with the other side to move."""
    here = banqi_of(position)
    if here.colour is None or here.to_move == CHANCE:
        raise GameError("before the first flip, and while a piece is turned up, nobody can pass")
    setup = here.setup._replace(mover=1 - here.mover, quiet=0, chain=None)
    return replace(here, setup=setup, past=(), steps=())


def pieces(position: Position) -> tuple[tuple[str, int], ...]:
    """What can be put on the board, face up: the letter and the player who has that colour."""
    first = banqi_of(position).setup.first or 0
    return tuple((letter, side_of(letter) ^ first) for letter in LETTERS)


def placed(position: Position) -> dict[str, str]:
    """What lies where, face up."""
    here = banqi_of(position)
    names = here.settings.form.names
    return {
        names[cell]: piece for cell, piece in enumerate(here.board) if piece not in (EMPTY, DOWN)
    }


def arranged(position: Position, placed: Mapping[str, str], mover: int) -> BanqiPosition:
    """A position under the same rules with these pieces face up and nothing face down."""
    here = banqi_of(position)
    form = here.settings.form
    board = [EMPTY] * len(form.names)
    for name, piece in placed.items():
        if name not in form.cell_of or piece not in LETTERS or len(piece) != 1:
            raise BadTextError(f"there is no cell {name!r:.20} or no piece {piece!r:.20}")
        board[form.cell_of[name]] = piece
    setup = Setup("".join(board), "", mover, here.setup.first or 0, 0)
    must_fit(setup, here.settings)
    return replace(here, setup=setup, past=(), steps=())
