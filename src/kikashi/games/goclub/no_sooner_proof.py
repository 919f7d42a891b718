"""No win of the first player within six stones, as a certificate: one second stone that holds.

The second player answers each stone that belongs to a shape (`no_sooner`); where no shape is left,
the judge sees for itself that two clubs at once need more stones than there is time for (leaf
`d`). So does it where a stone is played elsewhere: the zone of such a leaf are the shapes' cells.
"""

from __future__ import annotations

from kikashi.games.goclub import ROOM
from kikashi.games.goclub.no_sooner import STONES, NoSooner, Shape
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.search import Certificate
from kikashi.stones.proofs.leaves import joined

SECOND = (2, 2)
"""The second stone, beside the first by so many columns and rows: of all it leaves the fewest
positions to go through (23,540 on 19x19)."""


class _Writer:
    """Nodes, children first, equal ones once."""

    def __init__(self, game: NoSooner) -> None:
        self.game = game
        self.nodes: list[list[object]] = []
        self._numbers: dict[str, int] = {}

    def add(self, node: list[object]) -> int:
        key = repr(node)
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[key]

    def turn(
        self, here: StonePosition, left: tuple[Shape, ...], threats: tuple[Shape, ...], bound: int
    ) -> int | None:
        """The second player to move, the other with `bound` turns; None: nothing holds."""
        due = self.game.due(threats)
        if not left or bound < 2:
            return self.add(["d", bound])
        stone = self.game.answer(left, threats)
        if not stone or (due and due != stone):
            return None
        cell = stone.bit_length() - 1
        after = here.with_stone(cell)
        if after.won_by is not None:
            return self.add(["t", bound, [cell], None])
        child = self.reply(after, *self.game.stopped(left, threats, stone), bound)
        return None if child is None else self.add(["t", bound, [cell], child])

    def reply(
        self, here: StonePosition, left: tuple[Shape, ...], threats: tuple[Shape, ...], bound: int
    ) -> int | None:
        """The first player to move: a pass for every stone that helps no two clubs."""
        elsewhere = self.add(["d", bound - 1])
        zone = 0
        for cells in joined(_holes(here, bound), bound + 1, lambda _steps: None):
            zone |= cells
        replies: list[list[object]] = []
        for cell in cells_of(zone & here.empty):
            stone = 1 << cell
            child = self.turn(
                here.with_stone(cell), *self.game.after(left, threats, stone), bound - 1
            )
            if child is None:
                return None
            replies.append([[cell], child])
        return self.add(["r", bound, replies, [[[], elsewhere]]])


def _holes(here: StonePosition, most: int) -> list[int]:
    """The empty cells of clubs that are open to the first player and lack at most so many."""
    own, other = here.boards[0], here.boards[1]
    found = (mask & ~own for mask in here.rules.masks if not mask & other)
    return [cells for cells in found if cells.bit_count() <= most]


def no_sooner(size: int) -> Certificate | None:
    """After a first stone in the centre: no win with six stones. None: that stone does not hold."""
    centre = size // 2 * (size + 1)
    after = stones_of(ROOM.start({"size": f"{size}x{size}"})).with_stone(centre)
    game = NoSooner(after.rules, centre)
    writer = _Writer(game)
    second = centre - SECOND[0] - SECOND[1] * size
    there = after.with_stone(second)
    turns = STONES - 1
    child = writer.reply(there, *game.stopped(game.shapes, game.fours, 1 << second), turns)
    if child is None:
        return None
    root = writer.add(["t", turns, [second], child])
    claim = {"kind": "no-forcing-win", "side": "black", "by": "any", "turns": turns}
    return Certificate(after, claim, writer.nodes, root)
