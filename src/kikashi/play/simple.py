"""A player that looks one turn ahead: it plays every game, and well enough for a first friend.

In winning-set games it completes a set if this turn can, else stops the sets that opponents could
complete in their next turn with as few stones as it can, else takes the cell with the most living
sets through it. In any other game it makes a random legal move. Its answers are opinions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kikashi.law import Move, Position
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.play.players import Opinion, refuse_no_move

# Our own choices: a set with one more stone in it is worth four times as much, so that one set
# nearer to full outweighs several emptier ones; own sets count a little more than theirs, so that
# the player builds rather than follows. Measured by nothing finer than play.
OWN_SET = 5
THEIR_SET = 4
GROWTH = 4

DEEPEST_EXACT = 3
"""Up to so many stopping stones the fewest are found exactly; beyond that, greedily."""


class SimplePlayer:
    """Chooses whole turns. With a seed it is reproducible."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def turn(self, position: Position) -> Opinion:
        """The moves that finish this turn; the reason is that of the first of them."""
        refuse_no_move(position)
        mover = position.to_move
        moves: list[Move] = []
        reason = ""
        while position.result() is None and position.to_move == mover:
            last_of_turn = position.moves_left <= 1
            move, why = self.choose(position)
            reason = reason or why
            moves.append(move)
            position = position.play(move)
            if last_of_turn:
                break
        return Opinion(tuple(moves), reason)

    def choose(self, position: Position) -> tuple[Move, str]:
        """One legal move and why."""
        refuse_no_move(position)
        if not isinstance(position, StonePosition):
            return self._random.choice(position.legal_moves()), "random"
        cells, why = _wanted(position)
        # A rule may forbid the wanted cells (the ring of the first stone): then any legal cell.
        allowed = [c for c in cells if position.legal_cells() >> c & 1]
        choice = _best(position, allowed or cells_of(position.legal_cells()))
        return position.rules.cells[self._random.choice(choice)], why


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
