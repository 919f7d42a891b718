"""Glicko-2 (Glickman 2013): ratings for players and puzzles alike; a puzzle is an opponent."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

SCALE = 173.7178
TAU = 0.5
"""How fast volatility may change; Glickman advises 0.3 to 1.2."""
CLOSE_ENOUGH = 1e-6


@dataclass(frozen=True)
class Rating:
    """A strength, how unsure it is, and how erratic."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def expected(player: Rating, opponent: Rating) -> float:
    """The chance that `player` solves, or beats, `opponent`."""
    mu, other = (player.value - 1500) / SCALE, (opponent.value - 1500) / SCALE
    return _chance(mu, other, opponent.deviation / SCALE)


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _chance(mu: float, other: float, phi: float) -> float:
    return 1 / (1 + math.exp(-_weight(phi) * (mu - other)))


def rate(player: Rating, games: Iterable[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """The rating after one period; a score is 1 for a win or solved, 0 for a loss or failed."""
    mu, phi, sigma = (player.value - 1500) / SCALE, player.deviation / SCALE, player.volatility
    played = [((r.value - 1500) / SCALE, r.deviation / SCALE, score) for r, score in games]
    if not played:
        deviation = min(350.0, math.sqrt(phi * phi + sigma * sigma) * SCALE)
        return Rating(player.value, deviation, sigma)
    information, surprise = 0.0, 0.0
    for other, spread, score in played:
        chance = _chance(mu, other, spread)
        information += _weight(spread) ** 2 * chance * (1 - chance)
        surprise += _weight(spread) * (score - chance)
    variance = 1 / information
    sigma = _volatility(phi, sigma, variance, variance * surprise, tau)
    before = math.sqrt(phi * phi + sigma * sigma)
    phi = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Rating((mu + phi * phi * surprise) * SCALE + 1500, phi * SCALE, sigma)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: the Illinois form of false position."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi * phi + variance + e
        return e * (delta * delta - total) / (2 * total * total) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        step = 1
        while f(start - step * tau) < 0:
            step += 1
        high = start - step * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
