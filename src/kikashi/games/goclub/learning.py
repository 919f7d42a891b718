"""A GoClub player that learns: ten weights of clubs, fitted by games against itself.

It knows the rules and nothing else: at first every club counts alike. Each round tries pairs of
opposite changes against the player of the last round and goes the way that won more (an evolution
strategy after Salimans and others, 2017). The same seed gives the same player.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kikashi import _native
from kikashi.games.goclub import ROOM
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.stones.twin import native_geometry

SIZE = 19
WEIGHTS = 10
"""By the stones that a club holds, 0 to 4: own clubs, then the other side's."""
ROUNDS, PAIRS, GAMES = 600, 16, 40
"""Rounds; opposite changes tried in each; games of each change, half of them moving first."""
DRAWN = 3
"""Stones drawn by lot at the start of a game, so that no two are alike."""
SPREAD, PACE = 0.5, 1.0
"""Of a change, in logarithms of weights; and how far a round goes."""

Logs = NDArray[np.float64]


@dataclass(frozen=True)
class Learned:
    """A fitted player."""

    weights: tuple[float, ...]
    games: int
    """Played while learning."""

    def move(self, position: StonePosition) -> int:
        """The cell it takes."""
        stones = [list(cells_of(board)) for board in position.boards]
        geometry = native_geometry(position.rules)
        return _native.goclub_weight_move(geometry, stones, position.mover, list(self.weights))


def weights_of(logs: Logs) -> list[float]:
    """Positive numbers, the largest 1."""
    return [float(w) for w in np.exp(logs - logs.max())]


def learn(
    rounds: int = ROUNDS,
    *,
    seed: int = 1,
    jobs: int = 1,
    report: Callable[[int, int], None] = lambda *_: None,
) -> Learned:
    """Fits the weights."""
    geometry = native_geometry(stones_of(ROOM.start({"size": f"{SIZE}x{SIZE}"})).rules)
    source = np.random.default_rng(seed)
    logs = np.zeros(WEIGHTS)

    def score(pair: tuple[Logs, Logs, int]) -> float:
        """What the first player gets against the second, from -1 to 1."""
        mine, theirs = weights_of(pair[0]), weights_of(pair[1])
        half = GAMES // 2
        play = _native.goclub_weight_games
        first = play(geometry, mine, theirs, DRAWN, half, pair[2])
        second = play(geometry, theirs, mine, DRAWN, half, pair[2])
        return (first[0] - first[1] + second[1] - second[0]) / (2 * half)

    with ThreadPoolExecutor(jobs) as crew:
        for number in range(rounds):
            changes = source.normal(size=(PAIRS, WEIGHTS))
            seeds = source.integers(1, 1 << 60, size=PAIRS)
            duels = [
                (logs + SPREAD * change, logs - SPREAD * change, int(s))
                for change, s in zip(changes, seeds, strict=True)
            ]
            scores = np.array(list(crew.map(score, duels)))
            logs = logs + PACE * (scores @ changes) / PAIRS
            report(number + 1, rounds)
    return Learned(tuple(weights_of(logs)), rounds * PAIRS * GAMES)
