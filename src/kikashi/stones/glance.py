"""What one look at the board says: a move at once, moves worth a look, how the board stands.

A set is completed if this turn can, else the sets that opponents could complete in their next turn
are stopped with as few stones as can be, else the cell with the most living sets through it is
taken. All of it is opinion.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kikashi.law import Move, Position, View
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of

# Our own choices: a set with one more stone in it is worth four times as much, so that one set
# nearer to full outweighs several emptier ones; own sets count a little more than theirs, so that
# the player builds rather than follows. Measured by nothing finer than play.
OWN_SET = 5
THEIR_SET = 4
GROWTH = 4

DEEPEST_EXACT = 3
"""Up to so many stopping stones the fewest are found exactly; beyond that, greedily."""


REACH = 2
"""New stones lie within so many lines of the middle or of a stone."""
WIDTH = 8
"""Moves worth a look that a study follows up."""


def quick(seen: View, random: Random) -> tuple[Move, str]:
    """One legal move and why."""
    position = stones_of(seen.position())
    cells, why = _wanted(position)
    # A rule may forbid the wanted cells (the ring of the first stone): then any legal cell.
    allowed = [c for c in cells if position.legal_cells() >> c & 1]
    choice = _best(position, allowed or cells_of(position.legal_cells()))
    return position.rules.cells[random.choice(choice)], why


def _wanted(position: StonePosition) -> tuple[Sequence[int], str]:
    """The cells worth a stone, and the reason for all of them."""
    mover, rules = position.to_move, position.rules
    filling = position.fillable(mover, position.moves_left)
    if filling:
        holes = (rules.masks[s] & position.empty for s in filling)
        return cells_of(min(holes, key=int.bit_count)), "completes-set"
    for threats in _threats_by_urgency(position):
        if threats:
            return stoppers(threats, position.moves_left), "stops-threats"
    return (), "living-sets"


def _threats_by_urgency(position: StonePosition) -> list[list[int]]:
    """The empty cells of each set the opponents can fill: all of them, then the next player's."""
    found = []
    for step in range(1, position.players):
        opponent = (position.to_move + step) % position.players
        sets = position.fillable(opponent)
        found.append([position.rules.masks[s] & position.empty for s in sets])
    together = [hole for holes in found for hole in holes]
    if found[0] and len(_stopping_stones(together, position.moves_left)) > position.moves_left:
        return found  # not all can be stopped: whoever moves next comes first
    return [together]


def stoppers(threats: Sequence[int], most: int) -> tuple[int, ...]:
    """Cells that stop every threat (a board of its empty cells), as few as can be found."""
    return tuple(_stopping_stones(threats, most))


def _stopping_stones(threats: Sequence[int], most: int) -> list[int]:
    for count in range(1, min(most, DEEPEST_EXACT) + 1):
        exact = _hitting(threats, count)
        if exact is not None:
            return exact
    greedy: list[int] = []
    open_threats = list(threats)
    while open_threats:
        hits: dict[int, int] = {}
        for threat in open_threats:
            for cell in cells_of(threat):
                hits[cell] = hits.get(cell, 0) + 1
        best = max(hits, key=lambda cell: (hits[cell], -cell))
        greedy.append(best)
        open_threats = [t for t in open_threats if not t >> best & 1]
    return greedy


def _hitting(threats: Sequence[int], count: int) -> list[int] | None:
    """At most `count` cells that hit every threat, or None."""
    if not threats:
        return []
    if count == 0:
        return None
    for cell in cells_of(min(threats, key=int.bit_count)):
        rest = _hitting([t for t in threats if not t >> cell & 1], count - 1)
        if rest is not None:
            return [cell, *rest]
    return None


def _best(position: StonePosition, cells: Sequence[int]) -> list[int]:
    """Those of `cells` with the most living sets through them."""
    worth = {cell: living_sets(position, cell) for cell in cells}
    most = max(worth.values())
    return [cell for cell in cells if worth[cell] == most]


def living_sets(position: StonePosition, cell: int) -> int:
    """How much the sets through a cell are worth that only one side has stones in, or none."""
    rules, mover = position.rules, position.to_move
    total = 0
    for index in rules.through[cell]:
        mask = rules.masks[index]
        held = [
            (player, (mask & board).bit_count()) for player, board in enumerate(position.boards)
        ]
        owners = [(player, stones) for player, stones in held if stones]
        if len(owners) > 1:
            continue
        player, stones = owners[0] if owners else (mover, 0)
        total += (OWN_SET if player == mover else THEIR_SET) * GROWTH**stones
    return total


def candidates(seen: View, count: int) -> tuple[tuple[Move, float], ...]:
    """The stones with the most living sets through them, the best first."""
    position = stones_of(seen.position())
    cells = cells_of(position.legal_cells())
    worth = {cell: living_sets(position, cell) for cell in cells}
    best = sorted(cells, key=lambda cell: (-worth[cell], cell))[:count]
    names = position.rules.cells
    mover = position.mover
    found = [(names[c], share(position.with_stone(c), mover)) for c in best]
    return tuple(sorted(found, key=lambda candidate: -candidate[1]))


def share(position: StonePosition, player: int) -> float:
    """The player's part of all sets that only one side has stones in, fuller ones counting more."""
    if position.won_by is not None:
        return float(position.won_by == player)
    worth = [1.0] * position.players
    for mask in position.rules.masks:
        held = [(mask & board).bit_count() for board in position.boards]
        owners = [n for n, stones in enumerate(held) if stones]
        if len(owners) == 1:
            worth[owners[0]] += GROWTH ** held[owners[0]]
    return worth[player] / sum(worth)


def opening_moves(position: Position) -> list[Move]:
    """Empty cells near a stone; on an empty board near the middle, or wherever the law allows."""
    stones = stones_of(position)
    points, names = stones.rules.coordinates, stones.rules.cells
    sides = [1 + max(axis) for axis in zip(*points, strict=True)]
    centre = tuple((side - 1) / 2 for side in sides)
    sources = [points[cell] for cell in cells_of(stones.occupied)] or [centre]
    legal = cells_of(stones.legal_cells())
    near = [
        cell
        for cell in legal
        if any(
            max(abs(a - b) for a, b in zip(points[cell], source, strict=True)) <= REACH
            for source in sources
        )
    ]
    return [names[cell] for cell in near or legal]
