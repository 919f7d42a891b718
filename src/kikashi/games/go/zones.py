"""Zones of a proof about one stone: where a position must be the same for the proof to hold.

A zone is a set of points as a number, bit `1 << point`. Two states are alike on a zone if the side
to move, the threats and the stones on its points agree, and a ko forbids the same point of it or
none.
docs/reference/go-certificates.md says why a node that holds at one state holds at every state
alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kikashi.games.go.board import EMPTY, STONES, Grid, place, string_at


def mask(points: Iterable[int]) -> int:
    """The points as a zone."""
    made = 0
    for point in points:
        made |= 1 << point
    return made


def points_of(zone: int) -> Iterator[int]:
    """The points of a zone, the lowest first."""
    while zone:
        low = zone & -zone
        yield low.bit_length() - 1
        zone ^= low


def with_neighbours(on: Grid, points: Iterable[int]) -> int:
    """Points and all that is beside them."""
    made = 0
    for point in points:
        made |= 1 << point | mask(on.neighbours[point])
    return made


def path_to_liberty(board: str, on: Grid, stone: int, but: int | None) -> int:
    """Stones from one to a liberty of its string other than `but`, and that liberty: while they
    stand, nobody takes the string by playing on `but`."""
    colour, came, ahead = board[stone], {stone: stone}, [stone]
    for at in ahead:
        for beside in on.neighbours[at]:
            if board[beside] == EMPTY and beside != but:
                made, back = 1 << beside | 1 << at, at
                while back != stone:
                    back = came[back]
                    made |= 1 << back
                return made
            if board[beside] == colour and beside not in came:
                came[beside] = at
                ahead.append(beside)
    raise AssertionError("the string has no other liberty")


def of_move(board: str, on: Grid, point: int, player: int) -> int:
    """What a legal stone of the claimant needs to be legal, to take the same strings and none else,
    and to leave the same ko."""
    placed = place(board, on, point, player)
    zone = with_neighbours(on, (point,))
    for beside in on.neighbours[point]:
        if board[beside] == STONES[1 - player]:
            if beside in placed.taken:
                zone |= with_neighbours(on, string_at(board, on, beside).stones)
            else:
                zone |= path_to_liberty(board, on, beside, point)
    if not placed.taken:
        zone |= path_to_liberty(placed.board, on, point, None)
    return zone


def of_taken(board: str, on: Grid, target: int, attacker: int) -> int:
    """That a stone on the empty target takes nothing back: every attacker beside it has another
    liberty."""
    zone = with_neighbours(on, (target,))
    for beside in on.neighbours[target]:
        if board[beside] == STONES[attacker]:
            zone |= path_to_liberty(board, on, beside, target)
    return zone


def of_suicide(board: str, on: Grid, point: int, player: int) -> int:
    """That a stone would have no liberty: its own strings beside the point have none but it. The
    other side's strings there are for `safe_from_one_move`."""
    zone = with_neighbours(on, (point,))
    for beside in on.neighbours[point]:
        if board[beside] == STONES[player]:
            zone |= with_neighbours(on, string_at(board, on, beside).stones)
    return zone


def safe_from_one_move(board: str, on: Grid, zone: int, player: int) -> int:
    """The zone with, of every string of a player that has stones in it, all stones and two
    liberties; or, where there is one liberty, all that is beside it."""
    seen: set[int] = set()
    for point in points_of(zone):
        if board[point] != STONES[player] or point in seen:
            continue
        string = string_at(board, on, point)
        seen |= string.stones
        if len(string.liberties) == 1:
            zone |= with_neighbours(on, string.stones)
            continue
        inside = [at for at in sorted(string.liberties) if zone >> at & 1]
        outside = [at for at in sorted(string.liberties) if not zone >> at & 1]
        zone |= mask(string.stones) | mask((inside + outside)[:2])
    return zone
