"""The closed region of a group: where both sides play about its life, found by itself."""

from __future__ import annotations

from kikashi.games.go.board import EMPTY, STONES, Grid, string_at

MOST_EMPTY = 16
"""Empty points: a search of every move in more of them does not end."""
OUTER_LIBERTIES = 2
"""A string of the wall with no more liberties outside may be taken: they belong to the region."""


def closed_region(board: str, on: Grid, target: int, most: int = MOST_EMPTY) -> tuple[int, ...]:
    """The points that the target's side reaches without crossing the other's stones, and strings of
    the other side around them that may be taken, with their outer liberties; empty where that is
    too large."""
    attacker = STONES[1 - STONES.index(board[target])]
    inside, ahead = {target}, [target]
    wall: set[int] = set()
    while ahead:
        for beside in on.neighbours[ahead.pop()]:
            if board[beside] == attacker:
                wall.add(beside)
            elif beside not in inside:
                inside.add(beside)
                ahead.append(beside)
        if sum(board[at] == EMPTY for at in inside) > most:
            return ()
    found = set(inside)
    seen: set[int] = set()
    for at in sorted(wall):
        if at in seen:
            continue
        string = string_at(board, on, at)
        seen |= string.stones
        outer = string.liberties - inside
        if len(outer) <= OUTER_LIBERTIES:
            found |= outer | string.stones
    return tuple(sorted(found)) if sum(board[at] == EMPTY for at in found) <= most else ()
