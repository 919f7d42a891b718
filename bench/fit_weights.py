"""Fits the weights of the evaluation to self-play: who wins from positions with so many open sets?

    python bench/fit_weights.py connect6 --games 400 --level 8

Plays games of one level against itself (noise makes them differ; game n always has seed n), takes
the positions in which the player found no forced win for either side, and fits a logistic
regression of the result on the open sets of both sides by stones lacking, with a ridge. One unit
of the printed weights is a hundredth of a logit. The same command gives the same weights, on any
machine, since levels below 10 are bounded by nodes alone here. Weights are kept from falling as
sets fill: with few examples a regression may not see what every player knows.

    python bench/fit_weights.py connect6 --games 40 --tempo

says what having the move is worth, given the weights: half the mean difference between the values
of searches of depth 3 and of depth 2. With the right tempo they agree, and a search may compare a
turn that was searched less deeply with the others.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np

from kikashi import games
from kikashi.law.winning_sets import StonePosition
from kikashi.play.levels import level_named, levels
from kikashi.search.playing import SURE, Budget
from kikashi.stones.engine import StoneStyle, search
from kikashi.stones.evaluation import evaluate

RIDGE = 3.0
NOISE = 40
SKIPPED_STONES = 3
"""The first stones say nothing about who wins."""
UNIT = 100
FIXED = StoneStyle(glance=0, forces=False, partial=0.0)
"""For searches of a fixed depth."""


def one_game(game: str, level: int, seed: int) -> list[tuple[list[int], float]]:
    """Features of the quiet positions of a game, and the result for the side to move."""
    position = games.room(game).start()
    assert isinstance(position, StonePosition)
    chosen = level_named(level, levels(game))
    weights = games.room(game).part("engine").weights(position)
    seen: list[tuple[int, list[int]]] = []
    turn = 0
    while position.result() is None:
        budget = Budget(nodes=chosen.nodes, seed=seed * 1000 + turn, noise=NOISE, variety=3 * NOISE)
        thought = search(position, weights, replace(chosen.style), budget)
        if thought.reason == "searched" and position.occupied.bit_count() >= SKIPPED_STONES:
            open_sets = evaluate(position, weights).open_sets
            mine, theirs = open_sets[position.mover], open_sets[1 - position.mover]
            seen.append((position.mover, [*mine[1:], *(-count for count in theirs[1:])]))
        for move in thought.moves:
            position = position.play(move)
        turn += 1
    result = position.result()
    assert result is not None
    return [(features, (result.payoffs[mover] + 1) / 2) for mover, features in seen]


def tempo_of_game(game: str, level: int, seed: int) -> list[float]:
    """By how much each position of a game looks better to a search of odd depth, halved."""
    position = games.room(game).start()
    assert isinstance(position, StonePosition)
    chosen = level_named(level, levels(game))
    weights = games.room(game).part("engine").weights(position)
    found: list[float] = []
    turn = 0
    while position.result() is None:
        budget = Budget(nodes=chosen.nodes, seed=seed * 1000 + turn, noise=NOISE, variety=3 * NOISE)
        thought = search(position, weights, chosen.style, budget)
        if thought.reason == "searched" and position.occupied.bit_count() >= SKIPPED_STONES:
            values = [
                search(
                    position, weights, replace(FIXED, most_depth=depth), Budget(nodes=10**9)
                ).score
                for depth in (2, 3)
            ]
            if max(map(abs, values)) < SURE:
                found.append((values[1] - values[0]) / 2 + weights.tempo)
        for move in thought.moves:
            position = position.play(move)
        turn += 1
    return found


def show_tempo(game: str, level: int, count: int, jobs: int) -> None:
    """Plays and prints the tempo."""
    with ProcessPoolExecutor(jobs) as pool:
        parts = pool.map(tempo_of_game, [game] * count, [level] * count, range(count))
        values = np.array([value for part in parts for value in part])
    error = 1.96 * values.std() / len(values) ** 0.5
    print(f"tempo: {values.mean():.0f} +- {error:.0f} ({len(values)} positions)")


def fit(features: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Ridge logistic regression by Newton's method; the last weight is the advantage of moving."""
    inputs = np.hstack([features, np.ones((len(features), 1))])
    weights = np.zeros(inputs.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (results - chance) - RIDGE * weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        step = np.linalg.solve(curve + RIDGE * np.eye(len(weights)), slope)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tempo", action="store_true", help="fit the tempo alone")
    given = parser.parse_args()
    if given.tempo:
        show_tempo(given.game, given.level, given.games, given.jobs)
        return
    rows: list[tuple[list[int], float]] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        count = given.games
        for found in pool.map(one_game, [given.game] * count, [given.level] * count, range(count)):
            rows += found
    features = np.array([row for row, _ in rows], float)
    results = np.array([result for _, result in rows])
    weights = fit(features, results)
    lacks = features.shape[1] // 2
    chance = 1 / (1 + np.exp(-(np.hstack([features, np.ones((len(features), 1))]) @ weights)))
    loss = -np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance))
    print(f"{given.games} games, {len(rows)} positions, log loss {loss:.4f} (a coin: 0.6931)")
    print(f"moving: {UNIT * weights[-1]:.0f}")
    for name, part in (("mover", weights[:lacks]), ("waiting", weights[lacks : 2 * lacks])):
        raw = [round(float(UNIT * weight), 1) for weight in part]
        kept = [round(max(part[lack:].max(), 0.0) * UNIT) for lack in range(lacks)]
        print(f"{name}: as fitted {raw}; never falling {kept} (sets that lack 1, 2, ... stones)")


if __name__ == "__main__":
    main()
