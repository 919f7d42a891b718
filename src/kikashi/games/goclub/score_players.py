"""The paper's players against each other: lookahead of 1 to 4 plies, version 1.0 or 2.0."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

from kikashi import _native
from kikashi.games.goclub import ROOM
from kikashi.law.winning_set_room import stones_of
from kikashi.stones.twin import native_geometry

SIZE = 19
BLOCK = 5_000
"""Games of one seed: the same whatever the number of threads."""
SHORTEST = 17
"""The stones of the paper's first-player win: likeness is SHORTEST / stones x the win rate."""


@dataclass(frozen=True)
class Tally:
    """Many games: how many of each length the first and the second player won, and no one."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    nobody: tuple[int, ...]

    @property
    def games(self) -> int:
        return sum(self.first) + sum(self.second) + sum(self.nobody)

    @property
    def win_rate(self) -> float:
        return sum(self.first) / self.games

    @property
    def error(self) -> float:
        """Half of the 95% interval of the win rate."""
        return 1.96 * sqrt(self.win_rate * (1 - self.win_rate) / self.games)

    @property
    def stones(self) -> float:
        """The mean length of a game that the first player won."""
        return sum(n * count for n, count in enumerate(self.first)) / max(1, sum(self.first))

    @property
    def likeness(self) -> float:
        return SHORTEST / self.stones * self.win_rate if self.stones else 0.0


def _geometry() -> _native.Geometry:
    return native_geometry(stones_of(ROOM.start({"size": f"{SIZE}x{SIZE}"})).rules)


def many(
    games: int,
    *,
    standing: bool,
    jobs: int = 1,
    report: Callable[[int, int], None] = lambda *_: None,
) -> Tally:
    """One-ply 1.0 against itself."""
    geometry = _geometry()
    blocks = [min(BLOCK, games - begin) for begin in range(0, games, BLOCK)]

    def block(number: int) -> tuple[list[int], list[int], list[int]]:
        one = (1, 1)
        return _native.goclub_games(geometry, one, one, standing, blocks[number], number + 1)

    total = [[0] * (SIZE * SIZE + 1) for _ in range(3)]
    with ThreadPoolExecutor(jobs) as crew:
        for done, lengths in enumerate(crew.map(block, range(len(blocks))), start=1):
            for mine, theirs in zip(total, lengths, strict=True):
                for n, count in enumerate(theirs):
                    mine[n] += count
            report(done, len(blocks))
    return Tally(*(tuple(part) for part in total))


def one(first: int, second: int, *, standing: bool) -> list[str]:
    """The game of 2.0 with so many plies each; it draws no lots, so there is one."""
    cells = stones_of(ROOM.start({"size": f"{SIZE}x{SIZE}"})).rules.cells
    moves = _native.goclub_game(_geometry(), (first, 2), (second, 2), standing, 1)
    return [cells[cell] for cell in moves]
