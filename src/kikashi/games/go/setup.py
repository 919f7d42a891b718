"""A board with what must be known to play on from it, and the text that says so."""

from __future__ import annotations

from dataclasses import dataclass

from kikashi.games.go.board import EMPTY, STONES, Grid, strings
from kikashi.law import BadTextError
from kikashi.law.contract import printable

COLOURS = ("black", "white")
FIELDS = (*COLOURS, "move", "left", "ko", "captured", "passes")


@dataclass(frozen=True)
class Setup:
    """The board and the side to move."""

    board: str
    mover: int = 0
    left: int = 0
    """Stones of a free handicap that Black has still to place."""
    banned: int | None = None
    """The point where a ko may not be taken back now."""
    prisoners: tuple[int, int] = (0, 0)
    """Stones that each side has taken."""
    passes: int = 0
    """Passes in a row just now."""


def write_setup(setup: Setup, on: Grid) -> str:
    """One line; what is as usual is left out."""
    words = ["setup"]
    for colour, stone in zip(COLOURS, STONES, strict=True):
        points = [at for at, here in enumerate(setup.board) if here == stone]
        words.append(f"{colour}={on.words(points) or '-'}")
    words.append(f"move={COLOURS[setup.mover]}")
    if setup.left:
        words.append(f"left={setup.left}")
    if setup.banned is not None:
        words.append(f"ko={on.names[setup.banned]}")
    if setup.prisoners != (0, 0):
        words.append("captured={}/{}".format(*setup.prisoners))
    if setup.passes:
        words.append(f"passes={setup.passes}")
    return " ".join(words)


def read_setup(words: list[str], on: Grid) -> Setup:
    """Reads the words after `setup`; BadTextError says what is wrong."""
    fields: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in FIELDS:
            wanted = ", ".join(f"{field}=" for field in FIELDS)
            raise BadTextError(
                f"a setup text has the fields {wanted}; {printable(word)!r} is none of them"
            )
        if name in fields:
            raise BadTextError(f"the field {name}= stands twice in the setup text")
        fields[name] = value
    if fields.get("move") not in COLOURS:
        raise BadTextError("the setup text must say who moves: move=black or move=white")
    board = list(on.empty)
    for colour, stone in zip(COLOURS, STONES, strict=True):
        for point in _points(fields.get(colour, "-"), on):
            if board[point] != EMPTY:
                raise BadTextError(f"two stones lie on one point: {on.names[point]}")
            board[point] = stone
    setup = Setup(
        "".join(board),
        COLOURS.index(fields["move"]),
        _number(fields, "left", len(board)),
        _ko(fields.get("ko", "-"), on),
        _prisoners(fields.get("captured", "0/0")),
        _number(fields, "passes", 1),
    )
    _refuse(setup, on)
    return setup


def _refuse(setup: Setup, on: Grid) -> None:
    """What no game could have led to."""
    for string in strings(setup.board, on):
        if not string.liberties:
            name = on.names[min(string.stones)]
            raise BadTextError(f"the stones on {name} have no liberty; no board can hold them")
    if setup.left and setup.mover != 0:
        raise BadTextError("left= counts handicap stones, which Black places: move=black")
    if setup.left >= setup.board.count(EMPTY) and setup.left:
        raise BadTextError(f"left={setup.left}: so many stones leave no free point")
    if setup.banned is not None and setup.board[setup.banned] != EMPTY:
        raise BadTextError(f"ko={on.names[setup.banned]}: a stone lies there already")
    if setup.left and (setup.banned is not None or setup.passes):
        raise BadTextError("while a handicap is placed there is neither ko nor pass")
    if setup.passes and setup.banned is not None:
        raise BadTextError("after a pass no ko is forbidden")


def _points(names: str, on: Grid) -> list[int]:
    return [_point(name, on) for name in names.split(",")] if names != "-" else []


def _point(name: str, on: Grid) -> int:
    point = on.index.get(name.lower())
    if point is None:
        raise BadTextError(f"there is no point {printable(name)!r} on this board")
    return point


def _ko(name: str, on: Grid) -> int | None:
    return None if name == "-" else _point(name, on)


def _number(fields: dict[str, str], name: str, most: int) -> int:
    text = fields.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= most):
        raise BadTextError(f"{name}={printable(text)}: a number from 0 to {most} was expected")
    return int(text)


def _prisoners(text: str) -> tuple[int, int]:
    words = text.split("/")
    good = len(words) == 2 and all(
        word.isascii() and word.isdigit() and len(word) < 6 for word in words
    )
    if not good:
        raise BadTextError(
            f"captured={printable(text)}: two numbers such as 3/5 were expected, "
            "what Black and what White has taken"
        )
    return int(words[0]), int(words[1])
