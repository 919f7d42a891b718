"""Local questions about a stone: can its string be taken or saved, does its group live?

The rules of such a claim stand in docs/reference/go-reading.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kikashi import _native
from kikashi.games.go.position import PASS, GoPosition
from kikashi.law import GameError, Move
from kikashi.law.contract import printable
from kikashi.search import Progress

NODES = 24_000
"""Of each search that an answer is made of: about a tenth of a second."""
LIFE_NODES = 100_000
SAFE_LIBERTIES = 5
"""A string with so many, the attacker to move, counts as saved."""


@dataclass(frozen=True)
class Reading:
    """What reading found, for the side that was asked about."""

    verdict: str
    """`win`, `ko`, `no` or `unknown`."""
    code: int
    """As gnugo's: 0 fails, 1 works, 2 a ko where the other side must threaten first, 3 the mover.
    With an unknown verdict it is an opinion."""
    move: Move
    threats: int
    line: tuple[Move, ...]
    moves: tuple[tuple[Move, int], ...]
    """Every first move that works with its code, where they were asked for."""
    nodes: int
    seconds: float


def target_cell(law: GoPosition, point: str) -> int:
    """The cell of a named stone; GameError where there is none."""
    cell = law.on.index.get(point.lower())
    if cell is None:
        raise GameError(f"there is no point {printable(point)!r} on this board")
    if law.board[cell] == ".":
        raise GameError(f"there is no stone on {point.lower()}")
    return cell


def read(
    law: GoPosition,
    target: int,
    *,
    attack: bool,
    life: bool = False,
    region: Sequence[int] = (),
    safe: int = SAFE_LIBERTIES,
    nodes: int = 0,
    seconds: float = 0.0,
    all_moves: bool = False,
    count_threats: bool = False,
    progress: Progress | None = None,
) -> Reading:
    """Asks whether the target falls (`attack`) or stands, the side that wants it moving first."""
    banned = law.now.banned
    found = _native.go_read(
        law.on.size,
        law.board,
        law.to_move,
        -1 if banned is None else banned,
        target,
        attack,
        life,
        list(region),
        safe,
        nodes or (LIFE_NODES if life else NODES),
        seconds,
        all_moves,
        count_threats,
        progress,
    )
    names = law.on.names

    def word(cell: int) -> Move:
        return PASS if cell < 0 else names[cell]

    return Reading(
        found["verdict"],
        found["code"],
        word(found["move"]),
        found["threats"],
        tuple(map(word, found["line"])),
        tuple((word(cell), code) for cell, code in found["moves"]),
        found["nodes"],
        found["seconds"],
    )
