"""Local questions about a stone: can its string be taken or saved, does its group live, is it
linked to another?

The rules of such a claim stand in docs/reference/go-local-claims.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from kikashi import _native
from kikashi.games.go.board import STONES, string_at
from kikashi.games.go.patterns import load_strengths
from kikashi.games.go.points import given_move
from kikashi.games.go.position import PASS, GoPosition, go_of
from kikashi.games.go.twin import native_record
from kikashi.law import GameError, Move
from kikashi.law.contract import printable
from kikashi.search import Progress

NODES = 64_000
"""Of each search that an answer is made of: about a tenth of a second."""
LIFE_NODES = 45_000
LINK_NODES = 6_000
ENDLESS = 1 << 40
"""Nodes where seconds are the limit."""
LADDER_NODES = 5_000
RACE_QUESTIONS = 3
"""That a race may come to; they share its seconds."""
SAFE_LIBERTIES = 5
"""A string with so many, the attacker to move, counts as saved."""


load_strengths()


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
    seki: bool = False
    """Of life: the target stands, without a shape that needs no answer."""


def target_cell(law: GoPosition, point: str) -> int:
    """The cell of a named stone; GameError where there is none."""
    cell = law.on.index.get(point.lower())
    if cell is None:
        raise GameError(f"there is no point {printable(point)!r} on this board")
    if law.board[cell] == ".":
        raise GameError(f"there is no stone on {point.lower()}")
    return cell


def ladder_move(law: GoPosition, target: int) -> Move:
    """The first move of a ladder that catches the target's string; empty where none does."""
    attacker = 1 - STONES.index(law.board[target])
    here = go_of(given_move(law, attacker, 1))
    string = string_at(law.board, law.on, target)
    for point in sorted(string.liberties) if len(string.liberties) <= 2 else ():
        move = law.on.names[point]
        if move not in here.legal_moves():
            continue
        after = go_of(here.play(move))
        if after.board[target] != law.board[target]:
            return move
        if native_record(after).ladder(target, LADDER_NODES):
            return move
    return ""


def read(
    law: GoPosition,
    target: int,
    *,
    attack: bool,
    safe: int = SAFE_LIBERTIES,
    nodes: int = 0,
    seconds: float = 0.0,
    all_moves: bool = False,
    count_threats: bool = False,
    life: bool = False,
    region: tuple[int, ...] = (),
    second: int | None = None,
    progress: Progress | None = None,
) -> Reading:
    """Asks whether the target falls (`attack`) or stands, the side that wants it moving first;
    its string, or with `life` the group that it belongs to. With a `second` stone of the same
    side: whether the two are cut (`attack`) or joined."""
    banned = law.now.banned
    found = _native.go_read(
        law.on.size,
        law.board,
        law.to_move,
        -1 if banned is None else banned,
        target,
        attack,
        safe,
        nodes or (ENDLESS if seconds else LIFE_NODES if life else NODES),
        seconds,
        all_moves,
        count_threats,
        life,
        list(region),
        progress,
        -1 if second is None else second,
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
        found["seki"],
    )


def read_link(
    law: GoPosition,
    first: int,
    second: int,
    *,
    attack: bool,
    nodes: int = 0,
    seconds: float = 0.0,
    all_moves: bool = False,
    count_threats: bool = False,
    progress: Progress | None = None,
) -> Reading:
    """Whether two strings of one side are cut (`attack`) or joined; GameError for other stones."""
    if law.board[first] != law.board[second]:
        raise GameError("a link is between two stones of one side")
    if second in string_at(law.board, law.on, first).stones:
        code, verdict = (0, "no") if attack else (1, "win")
        return Reading(verdict, code, PASS, 0, () if attack else (PASS,), (), 0, 0.0)
    return read(
        law,
        first,
        attack=attack,
        nodes=nodes or (0 if seconds else LINK_NODES),
        seconds=seconds,
        all_moves=all_moves,
        count_threats=count_threats,
        second=second,
        progress=progress,
    )


@dataclass(frozen=True)
class Race:
    """Two strings, one of each side, each in the way of the other."""

    taking: Reading
    """Whether the side to move takes the other's string."""
    keeping: Reading | None
    """Whether it keeps its own, where it does not take without a ko."""
    seki: bool
    """Neither is taken, whoever moves first."""


def read_race(
    law: GoPosition,
    own: int,
    enemy: int,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    progress: Progress | None = None,
) -> Race:
    """A race of the side to move for its own string against the other's."""
    sides = STONES.index(law.board[own]), STONES.index(law.board[enemy])
    if sides != (law.to_move, 1 - law.to_move):
        raise GameError("a race is between a stone of the side to move and one of the other side")
    safe = max(SAFE_LIBERTIES, *(_breath(law, cell) + 1 for cell in (own, enemy)))

    def asked(cell: int, attack: bool) -> Reading:
        return read(
            law,
            cell,
            attack=attack,
            safe=min(safe, 20),
            nodes=nodes,
            seconds=seconds / RACE_QUESTIONS,
            count_threats=True,
            progress=progress,
        )

    taking = asked(enemy, True)
    if taking.verdict == "win":
        return Race(taking, None, False)
    keeping = asked(own, False)
    seki = taking.verdict == "no" and keeping.verdict == "win" and asked(own, True).verdict == "no"
    return Race(taking, keeping, seki)


def _breath(law: GoPosition, cell: int) -> int:
    return len(string_at(law.board, law.on, cell).liberties)
