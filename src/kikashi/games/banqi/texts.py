"""A position as one line of text, and what such a line must hold before the law speaks of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kikashi.games.banqi.board import BLACK, DOWN, EMPTY, LETTERS, RED, Shape, in_order, steps_of
from kikashi.games.banqi.settings import Settings
from kikashi.law import BadTextError
from kikashi.law.contract import printable

MOVERS = ("first", "second")
FIRST_COLOURS = {"red": RED, "black": BLACK, "?": None}
NOTHING = "-"
MOST_TEXT = 20_000
_FLIP = re.compile(r"([a-z]\d)\(([A-Za-z])\)")


class Setup(NamedTuple):
    """Everything about a position but its past."""

    board: str
    hidden: str
    mover: int
    first: int | None
    """The colour of the player who moved first; None before the first flip."""
    quiet: int
    """Plies since the last capture or flip."""
    turned: int | None = None
    """The cell that chance is about to turn up."""
    striker: int | None = None
    """From where it was struck at, where that is played."""
    chain: int | None = None
    """The piece that has captured and may go on, where that is played."""


def words_of(line: str) -> tuple[str, ...]:
    """The moves of a line; a record's `b8(R)` is a flip and what chance showed."""
    if len(line) > MOST_TEXT:
        raise BadTextError(f"a line of moves has at most {MOST_TEXT} letters, not {len(line)}")
    return tuple(_FLIP.sub(r"\1 \2", line).replace(",", " ").split())


def line_of_words(moves: Sequence[str]) -> str:
    """Moves as records write them: a flip and what it showed are one word."""
    line: list[str] = []
    for move in moves:
        if move in LETTERS and line:
            line[-1] += f"({move})"
        else:
            line.append(move)
    return " ".join(line)


def write_setup(setup: Setup, form: Shape) -> str:
    """The fields: board, player to move, first player's colour, quiet plies, what is hidden."""
    rows = []
    for rank in reversed(range(form.ranks)):
        row, gap = "", 0
        for piece in setup.board[form.files * rank : form.files * (rank + 1)]:
            if piece == EMPTY:
                gap += 1
                continue
            row += (str(gap) if gap else "") + piece
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    colour = next(name for name, value in FIRST_COLOURS.items() if value == setup.first)
    fields = ["/".join(rows), MOVERS[setup.mover], colour, str(setup.quiet)]
    fields.append(setup.hidden or NOTHING)
    names = form.names
    if setup.striker is not None and setup.turned is not None:
        fields.append(f"strike={names[setup.striker]}-{names[setup.turned]}")
    elif setup.turned is not None:
        fields.append(f"flip={names[setup.turned]}")
    if setup.chain is not None:
        fields.append(f"chain={names[setup.chain]}")
    return " ".join(fields)


def read_setup(text: str, settings: Settings) -> Setup:
    """Reads what `write_setup` writes; fields after the second may be missing."""
    fields = text[: MOST_TEXT + 1].split()
    if len(text) > MOST_TEXT or not 2 <= len(fields) <= 7:
        raise BadTextError(
            "a position has a board, the player to move (first or second), the first player's "
            "colour (red, black or ?), quiet plies and the hidden pieces"
        )
    board = _board(fields[0], settings.form)
    if fields[1] not in MOVERS:
        raise BadTextError(f"the player to move is first or second, not {printable(fields[1])!r}")
    colour = fields[2] if len(fields) > 2 else "red"
    if colour not in FIRST_COLOURS:
        raise BadTextError(
            f"the first player's colour is red, black or ?, not {printable(colour)!r}"
        )
    quiet = fields[3] if len(fields) > 3 else "0"
    if not (quiet.isascii() and quiet.isdigit() and len(quiet) <= 3):
        raise BadTextError(f"the quiet plies are a number up to 999, not {printable(quiet)!r}")
    hidden = fields[4] if len(fields) > 4 else NOTHING
    hidden = "" if hidden == NOTHING else hidden
    if any(letter not in LETTERS for letter in hidden) or len(hidden) > len(board):
        raise BadTextError(f"the hidden pieces are letters of {LETTERS}: {printable(hidden)!r}")
    setup = Setup(
        board, in_order(hidden), MOVERS.index(fields[1]), FIRST_COLOURS[colour], int(quiet)
    )
    must_fit(setup, settings)
    for field in fields[5:]:
        setup = _pending(field, setup, settings)
    return setup


def must_fit(setup: Setup, settings: Settings) -> None:
    """BadTextError says why no such board can be."""
    board, hidden = setup.board, setup.hidden
    if board.count(DOWN) != len(hidden):
        raise BadTextError(
            f"{board.count(DOWN)} pieces lie face down, but {len(hidden)} hidden ones are named"
        )
    shown = [piece for piece in board if piece not in (EMPTY, DOWN)]
    there, bag = Counter([*shown, *hidden]), Counter(settings.bag)
    for letter in LETTERS:
        if there[letter] > bag[letter]:
            raise BadTextError(
                f"there are {there[letter]} of {letter} on the board, but {bag[letter]} in the bag"
            )
    if setup.first is None and (shown or EMPTY in board or setup.mover or setup.quiet):
        raise BadTextError("colours are open only before the first flip")
    if not shown and not hidden:
        raise BadTextError("the board is empty")


def _pending(field: str, setup: Setup, settings: Settings) -> Setup:
    form = settings.form
    name, _, value = field.partition("=")
    cells = [form.cell_of.get(word) for word in value.split("-")]
    bad = BadTextError(
        f"{printable(field)!r} is not flip=b8, and not what this game's options have"
    )
    if None in cells or setup.turned is not None or setup.chain is not None:
        raise bad
    at = [cell for cell in cells if cell is not None]
    board = setup.board
    mine = None if setup.first is None else setup.first ^ setup.mover
    own = "" if mine is None else ("KGMRNCP", "kgmrncp")[mine]
    if name == "flip" and len(at) == 1 and board[at[0]] == DOWN and setup.quiet == 0:
        return setup._replace(turned=at[0])
    if board[at[0]] in (EMPTY, DOWN) or board[at[0]] not in own or setup.quiet:
        raise bad
    goals = [end for end in steps_of(board, form, at[0], settings.ways) if board[end] != EMPTY]
    if name == "strike" and len(at) == 2 and at[1] in goals and board[at[1]] == DOWN:
        return setup._replace(turned=at[1], striker=at[0])
    if name == "chain" and len(at) == 1 and settings.chain and goals:
        return setup._replace(chain=at[0])
    raise bad


def _board(text: str, form: Shape) -> str:
    rows = text.split("/")
    if len(rows) != form.ranks:
        raise BadTextError(f"this board has {form.ranks} rows between slashes, not {len(rows)}")
    board = ""
    for rank, row in zip(reversed(range(form.ranks)), rows, strict=True):
        cells = ""
        for letter in row[: form.files + 1]:
            if letter in "123456789":
                cells += EMPTY * int(letter)
            elif letter in LETTERS or letter == DOWN:
                cells += letter
            else:
                raise BadTextError(
                    f"{printable(letter)!r} in row {rank + 1} is no piece and no gap"
                )
        if len(cells) != form.files:
            raise BadTextError(f"row {rank + 1} has {len(cells)} cells; it must have {form.files}")
        board = cells + board
    return board
