"""What a solution of a winning-set game looks like: tags as pure functions of a played-out line.

A room's `themes` part chooses the tags that mean something in its game. Every function takes a
`Line` and gives a count; 0 means that the tag does not apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import Geometry, StonePosition, cells_of, fewest_stoppers


@dataclass(frozen=True)
class Step:
    """One turn of a line: who, what, and the positions around it."""

    before: StonePosition
    cells: tuple[int, ...]
    after: StonePosition

    @property
    def player(self) -> int:
        return self.before.mover


@dataclass(frozen=True)
class Line:
    """A win played out: the attacker's turns and the defences between them.

    The last turns, an answer that cannot help and the one that fills a set, may be missing.
    """

    start: StonePosition
    turns: tuple[tuple[Move, ...], ...]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        steps, position = [], self.start
        for turn in self.turns:
            cells = tuple(position.rules.index[move] for move in turn)
            after = play_turn(position, cells)
            steps.append(Step(position, cells, after))
            position = after
        return tuple(steps)

    @property
    def attacker(self) -> int:
        return self.start.mover

    @cached_property
    def attacks(self) -> tuple[Step, ...]:
        """The attacker's turns up to the one that makes more threats than can be stopped."""
        found = []
        for step in self.steps[::2]:
            if step.after.won_by is not None:
                break
            found.append(step)
            if threat_level(step.after, self.attacker) > self.start.rules.stones:
                break
        return tuple(found)

    @cached_property
    def defences(self) -> tuple[Step, ...]:
        """The defender's turns between those attacks."""
        return tuple(self.steps[1 : 2 * len(self.attacks) - 1 : 2])


def line_of(position: Position, turns: Iterable[Sequence[Move]]) -> Line:
    """A line from words."""
    return Line(stones_of(position), tuple(tuple(turn) for turn in turns))


def play_turn(position: StonePosition, cells: Sequence[int]) -> StonePosition:
    """After a turn's stones; a turn with fewer stones than it has is ended all the same."""
    mover = position.mover
    for cell in cells:
        position = position.with_stone(cell)
    if position.mover != mover or position.won_by is not None:
        return position
    rest = (1 - mover, position.rules.stones, None)
    return StonePosition(position.room, position.rules, position.chosen, position.boards, *rest)


def holes(position: StonePosition, player: int) -> list[int]:
    """The empty cells of each set that `player` could fill in one turn, as boards."""
    return [position.rules.masks[s] & position.empty for s in position.fillable(player)]


def threat_level(position: StonePosition, player: int) -> int:
    """t: how many stones it takes to stop `player`; one more than a turn has means too many."""
    return position.threats(player)[1]


def single_threats(line: Line) -> int:
    """Turns, before the last, that leave the defender a free stone."""
    p = line.start.rules.stones
    return sum(0 < threat_level(step.after, line.attacker) < p for step in line.attacks[:-1])


def four_and_three(line: Line) -> int:
    """Turns with a single threat while another stone elsewhere would make a double one."""
    return sum(
        threat_level(step.after, line.attacker) == 1 and _live_three(step.after, line.attacker)
        for step in line.attacks[:-1]
    )


def _live_three(position: StonePosition, attacker: int) -> bool:
    """Is there a cell, outside all threats, where one stone alone needs two to be stopped?"""
    rules, mine = position.rules, position.boards[attacker]
    theirs = position.occupied & ~mine
    threatened = 0
    for hole in holes(position, attacker):
        threatened |= hole
    near = [
        mask & ~mine
        for mask in rules.masks
        if mask & theirs == 0 and (mask & ~mine).bit_count() == rules.stones + 1
    ]
    for cell in cells_of(position.empty & ~threatened):
        made = [hole & ~(1 << cell) for hole in near if hole >> cell & 1]
        if made and fewest_stoppers(made, 1) > 1:
            return True
    return False


def counter_threats(line: Line) -> int:
    """Defences whose stones stop a threat and make one."""
    count = 0
    for step in line.defences:
        placed = sum(1 << cell for cell in step.cells)
        rules = step.after.rules
        count += any(rules.masks[s] & placed for s in step.after.fillable(step.player))
    return count


def three_singles(line: Line) -> int:
    """1 if the last turn wins by threats of which no line alone makes two."""
    if not line.attacks or line.start.rules.stones < 2:
        return 0
    after = line.attacks[-1].after
    p = after.rules.stones
    if threat_level(after, line.attacker) <= p:
        return 0
    groups: dict[object, list[int]] = {}
    for index in after.fillable(line.attacker):
        hole = after.rules.masks[index] & after.empty
        groups.setdefault(line_through(after.rules, index), []).append(hole)
    return int(all(fewest_stoppers(found, 1) == 1 for found in groups.values()))


def line_through(rules: Geometry, index: int) -> object:
    """Equal for winning sets on one straight line; a set that is no line stands alone."""
    points = sorted(rules.coordinates[cell] for cell in rules.sets[index])
    if len(points) < 2:
        return index
    first, step = points[0], tuple(b - a for a, b in zip(points[0], points[1], strict=True))
    straight = all(
        tuple(b - a for a, b in zip(p, q, strict=True)) == step for p, q in pairwise(points)
    )
    if not straight:
        return index
    # Go back along the line as far as the first axis that moves allows: a point all its sets share.
    axis = next(i for i, s in enumerate(step) if s)
    back = first[axis] // step[axis]
    return step, tuple(a - back * s for a, s in zip(first, step, strict=True))


def quiet_first(line: Line) -> int:
    """1 if no stone of the first turn extends the attacker's longest open line."""
    if not line.attacks:
        return 0
    step = line.attacks[0]
    before, mine = step.before, step.before.boards[line.attacker]
    theirs = before.occupied & ~mine
    open_sets = [mask for mask in before.rules.masks if mask & theirs == 0]
    longest = max(((mask & mine).bit_count() for mask in open_sets), default=0)
    placed = sum(1 << cell for cell in step.cells)
    return int(
        longest > 0
        and not any(mask & placed and (mask & mine).bit_count() == longest for mask in open_sets)
    )


def parries_first(line: Line) -> int:
    """How many of the defender's threats the first turn must stop on its way."""
    return len(line.start.fillable(1 - line.attacker))


def apart(line: Line) -> int:
    """1 if two stones of the first turn lie on no common winning set."""
    if not line.attacks or len(line.attacks[0].cells) < 2:
        return 0
    placed = sum(1 << cell for cell in line.attacks[0].cells)
    return int(not any((mask & placed).bit_count() > 1 for mask in line.start.rules.masks))


def edge(line: Line) -> int:
    """How many of the attacker's stones lie on the rim of the board."""
    rules = line.start.rules
    low = tuple(min(axis) for axis in zip(*rules.coordinates, strict=True))
    high = tuple(max(axis) for axis in zip(*rules.coordinates, strict=True))
    return sum(
        any(at in (lo, hi) for at, lo, hi in zip(rules.coordinates[cell], low, high, strict=True))
        for step in line.attacks
        for cell in step.cells
    )
