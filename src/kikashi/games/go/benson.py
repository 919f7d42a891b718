"""Benson's algorithm in plain Python: strings that no play takes though their owner passes."""

from __future__ import annotations

from typing import NamedTuple

from kikashi.games.go.board import EMPTY, Grid, String, strings


class _Region(NamedTuple):
    """Points that hang together and hold no stone of the owner."""

    beside: frozenset[int]
    """The owner's strings around it, by number."""
    vital: frozenset[int]
    """Those that every empty point of it is a liberty of."""
    points: frozenset[int]


def unconditionally_alive(board: str, on: Grid, point: int) -> bool:
    """Whether the string on `point` stands whatever the other side plays.

    Regions may hold stones of the other side. A region counts for a string if all its empty points
    are liberties of it, and as long as every string around it is still in question.
    """
    return bool(points_of_life(board, on, point))


def points_of_life(board: str, on: Grid, point: int) -> frozenset[int]:
    """What the unconditional life of a string rests on: the stones of strings that live together
    with it and the points of their regions. Empty where it is not unconditionally alive."""
    stone = board[point]
    if stone == EMPTY:
        return frozenset()
    own = [string for string in strings(board, on) if board[min(string.stones)] == stone]
    number_of = {at: number for number, string in enumerate(own) for at in string.stones}
    regions = _regions(board, on, stone, number_of, own)
    alive = set(range(len(own)))
    while True:
        kept = {
            number
            for number in alive
            if sum(number in region.vital for region in regions if region.beside <= alive) >= 2
        }
        if kept == alive:
            break
        alive = kept
    if number_of[point] not in alive:
        return frozenset()
    together, grown = {number_of[point]}, True
    used: list[_Region] = []
    while grown:
        grown = False
        for region in regions:
            if region in used or not region.beside <= alive or not region.vital & together:
                continue
            used.append(region)
            together |= region.beside
            grown = True
    return frozenset().union(
        *(region.points for region in used), *(own[number].stones for number in together)
    )


def _regions(
    board: str, on: Grid, stone: str, number_of: dict[int, int], own: list[String]
) -> list[_Region]:
    found = []
    seen: set[int] = set()
    for first, there in enumerate(board):
        if there == stone or first in seen:
            continue
        points, ahead = {first}, [first]
        while ahead:
            for beside in on.neighbours[ahead.pop()]:
                if board[beside] != stone and beside not in points:
                    points.add(beside)
                    ahead.append(beside)
        seen |= points
        around = frozenset(
            number_of[beside]
            for at in points
            for beside in on.neighbours[at]
            if board[beside] == stone
        )
        empty = {at for at in points if board[at] == EMPTY}
        vital = frozenset(number for number in around if empty <= own[number].liberties)
        found.append(_Region(around, vital, frozenset(points)))
    return found
