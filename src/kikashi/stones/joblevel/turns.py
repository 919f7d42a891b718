"""Turns that look worth a try: stones where open sets of both sides meet, by the evaluation."""

from __future__ import annotations

from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.stones.engine import weights as fitted
from kikashi.stones.evaluation import evaluate

OWN, THEIRS = 2, 1
"""An attacker's stone counts twice as much as one that spoils."""


def candidate_turns(position: StonePosition, most: int) -> list[tuple[int, ...]]:
    """At most so many turns of the side to move, the best looking first.

    Turns that leave the other side a set to fill are left out. Stone by stone the best partial
    turns are kept: a turn of two stones needs its second judged after its first.
    """
    weights = fitted(position)
    enemy = 1 - position.mover
    partial: dict[frozenset[int], tuple[int, StonePosition]] = {frozenset(): (0, position)}
    for rest in range(position.moves_left - 1, -1, -1):
        grown: dict[frozenset[int], tuple[int, StonePosition]] = {}
        for cells, (score, here) in partial.items():
            gains = evaluate(here, weights).gains
            for cell in _must(here, enemy, rest):
                worth = score + OWN * gains[position.mover][cell] + THEIRS * gains[enemy][cell]
                key = cells | {cell}
                if key not in grown or grown[key][0] < worth:
                    grown[key] = (worth, here.with_stone(cell))
        best = sorted(grown.items(), key=lambda item: (-item[1][0], sorted(item[0])))
        partial = dict(best[:most])
    return [tuple(sorted(cells)) for cells in partial]


def _must(position: StonePosition, enemy: int, rest: int) -> tuple[int, ...]:
    """Cells for the next stone: all, or those that stop what the other side could fill.

    Some stone of the turn lies in the smallest hole: let it be this one. The last stone must stop
    all that is left.
    """
    masks, empty = position.rules.masks, position.empty
    holes = [masks[index] & empty for index in position.fillable(enemy)]
    if rest:
        return cells_of(min(holes, key=int.bit_count, default=empty))
    for cells in holes:
        empty &= cells
    return cells_of(empty)
