"""What a match says about strength: Elo with its error, SPRT, and a rating list.

Elo is logistic: a difference of d scores 1 / (1 + 10^(-d/400)). Draws count half. The error comes
from the variance of one game's score over its three outcomes, so draws make it smaller.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Z95 = 1.959963984540054
"""Standard deviations to either side that hold 95% of a normal distribution."""
ROUNDS, CLOSE = 10_000, 1e-10
"""Of the iteration for the rating list: at most so many rounds, or until nothing moves by more."""


def elo_of(score: float) -> float:
    """The difference in Elo that scores so much of each game on average."""
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score of each game that a difference in Elo promises."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points a game; one half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def reversed(self) -> Tally:
        """The other side's."""
        return Tally(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class Estimate:
    """A difference in Elo with the half width of its 95% interval."""

    elo: float
    error: float
    at_least: bool = False
    """One side took every point, so the difference has no upper bound."""


def estimate(tally: Tally) -> Estimate | None:
    """The Elo of the side whose tally it is over the other; None before the first game.

    Games that all ended alike say nothing about their variance: half a win and half a loss are
    then added.
    """
    if not tally.games:
        return None
    wins, draws, losses = map(float, (tally.wins, tally.draws, tally.losses))
    if tally.games in (tally.wins, tally.draws, tally.losses):
        wins, losses = wins + 0.5, losses + 0.5
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins + draws / 4) / games - score**2
    slope = 400 / math.log(10) / (score * (1 - score))
    error = Z95 * math.sqrt(variance / (games - 1)) * slope
    return Estimate(elo_of(score), error, tally.score in (0, 1))


def wilson(tally: Tally) -> tuple[float, float]:
    """The 95% interval of the score by Wilson's formula; draws count half."""
    games = tally.games
    if not games:
        return 0.0, 1.0
    square = Z95**2 / games
    middle = (tally.score + square / 2) / (1 + square)
    spread = tally.score * (1 - tally.score) / games + square / (4 * games)
    half = Z95 * math.sqrt(spread) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def superiority(tally: Tally) -> float:
    """How likely it is that the side is the stronger one; draws say nothing about that."""
    decided = tally.wins + tally.losses
    if not decided:
        return 0.5
    return 0.5 * (1 + math.erf((tally.wins - tally.losses) / math.sqrt(2 * decided)))


@dataclass(frozen=True)
class Sprt:
    """A sequential test of 'elo1 better' against 'elo0 better', with its two error rates."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """Below this the test says elo0."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Above this the test says elo1."""
        return math.log((1 - self.beta) / self.alpha)

    def likelihood(self, tally: Tally) -> float:
        """The logarithm of the likelihood ratio, by the normal law with the measured variance.

        One game of each outcome is needed before the variance means anything: until then half a
        game of each is added.
        """
        if not tally.games:
            return 0.0
        wins, draws, losses = map(float, (tally.wins, tally.draws, tally.losses))
        if not (wins and losses):
            wins, draws, losses = wins + 0.5, draws + 0.5, losses + 0.5
        games = wins + draws + losses
        score = (wins + draws / 2) / games
        variance = (wins + draws / 4) / games - score**2
        low, high = score_of(self.elo0), score_of(self.elo1)
        return games * (high - low) * (2 * score - low - high) / (2 * variance)

    def verdict(self, tally: Tally) -> str:
        """`accepted` (elo1), `rejected` (elo0), or `` while the test goes on."""
        ratio = self.likelihood(tally)
        if ratio >= self.upper:
            return "accepted"
        return "rejected" if ratio <= self.lower else ""


@dataclass(frozen=True)
class Rating:
    """One line of a rating list; the list's mean is 0."""

    player: str
    elo: float
    error: float
    games: int
    score: float


Results: TypeAlias = Mapping[tuple[str, str], Tally]
"""Between two players: the first one's tally; each pair once."""


def strengths(results: Results, players: Sequence[str], prior: float = 0.0) -> dict[str, float]:
    """Bradley-Terry strengths whose geometric mean is 1, by Zermelo's iteration.

    A draw is half a win for each. `prior` adds so many drawn games to each pair that met: with 0 a
    player who won or lost everything has no finite strength.
    """
    won = dict.fromkeys(players, 0.0)
    met: dict[str, dict[str, float]] = {player: {} for player in players}
    for (first, second), tally in results.items():
        games = tally.games + prior
        if not tally.games:
            continue
        won[first] += tally.wins + (tally.draws + prior) / 2
        won[second] += tally.losses + (tally.draws + prior) / 2
        met[first][second] = met[first].get(second, 0.0) + games
        met[second][first] = met[second].get(first, 0.0) + games
    strength = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        before = dict(strength)
        for player in players:
            shares = sum(n / (strength[player] + strength[o]) for o, n in met[player].items())
            if shares:
                strength[player] = max(won[player] / shares, 1e-12)
        mean = math.exp(sum(map(math.log, strength.values())) / len(strength))
        strength = {player: value / mean for player, value in strength.items()}
        if all(abs(strength[p] - before[p]) <= CLOSE * before[p] for p in players):
            break
    return strength


def rating_list(results: Results, players: Sequence[str], prior: float = 1.0) -> tuple[Rating, ...]:
    """Every player's Elo, best first, with the error of each taken with the others held fixed."""
    strength = strengths(results, players, prior)
    found = []
    for player in players:
        total, information = Tally(), 0.0
        for (first, second), tally in results.items():
            if player not in (first, second):
                continue
            other = second if player == first else first
            total += tally if player == first else tally.reversed
            expected = strength[player] / (strength[player] + strength[other])
            information += (tally.games + prior) * expected * (1 - expected)
        elo = 400 * math.log10(strength[player])
        spread = 400 / math.log(10)
        error = Z95 * spread / math.sqrt(information) if information else math.inf
        found.append(Rating(player, elo, error, total.games, total.score))
    return tuple(sorted(found, key=lambda rating: -rating.elo))
