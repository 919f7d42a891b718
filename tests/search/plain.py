"""Forcing search from the law alone: no table, no candidates, every turn of the class is tried."""

from __future__ import annotations

from itertools import combinations

from kikashi.law.winning_sets import StonePosition, cells_of


def shortest_win(position: StonePosition, most_turns: int) -> int | None:
    """The fewest turns in which the side to move wins by turns that leave t >= p, if it does."""
    return next((n for n in range(1, most_turns + 1) if wins_within(position, n)), None)


def wins_within(position: StonePosition, turns: int) -> bool:
    """Does the side to move win within so many turns, each leaving t >= p?"""
    if position.fillable(position.mover, position.left):
        return True
    if turns == 1:
        return False
    attacker, p = position.mover, position.rules.stones
    for stones in combinations(cells_of(position.empty), position.left):
        after = with_stones(position, stones)
        if after.is_over or after.fillable(1 - attacker):
            continue
        if after.threats(attacker)[1] >= p and all(
            wins_within(with_stones(after, reply), turns - 1)
            for reply in combinations(cells_of(after.empty), min(p, after.empty.bit_count()))
            if not misses_a_threat(after, attacker, reply)
        ):
            return True
    return False


def misses_a_threat(position: StonePosition, attacker: int, reply: tuple[int, ...]) -> bool:
    """Does a reply leave the attacker a set to fill at once? Then it loses in one turn."""
    stones = sum(1 << cell for cell in reply)
    return any(not position.rules.masks[s] & stones for s in position.fillable(attacker))


def with_stones(position: StonePosition, cells: tuple[int, ...]) -> StonePosition:
    """After the stones of a turn."""
    for cell in cells:
        position = position.with_stone(cell)
    return position
