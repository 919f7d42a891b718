"""Elo, SPRT and rating lists against published examples, and against themselves by simulation."""

from __future__ import annotations

import math
import random

import pytest

from kikashi.arena.statistics import (
    Sprt,
    Tally,
    elo_of,
    estimate,
    rating_list,
    score_of,
    strengths,
    superiority,
)


def test_elo_and_score_are_each_others_inverse() -> None:
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(190.848, abs=1e-3)
    for elo in (-700, -3, 0.5, 250):
        assert elo_of(score_of(elo)) == pytest.approx(elo)


def test_the_error_of_a_published_match() -> None:
    """1534 wins, 950 draws, 1516 losses: the usual approximation 1600 z s / ln 10 gives 9.40.

    The example is from a discussion of the formula (TalkChess, 'ELO error margin', 2015), where
    the rounder factor 700 gives 9.66.
    """
    found = estimate(Tally(1534, 950, 1516))
    assert found is not None
    assert found.elo == pytest.approx(1.56, abs=0.01)
    games, score, draws = 4000, 0.50225, 0.2375
    deviation = math.sqrt((score * (1 - score) - draws / 4) / (games - 1))
    assert found.error == pytest.approx(1600 * 1.96 * deviation / math.log(10), abs=0.01)
    assert found.error * 700 / 694.87 * 2 / 1.96 == pytest.approx(9.66, abs=0.01)


def test_draws_make_the_error_smaller() -> None:
    few, many = estimate(Tally(50, 0, 50)), estimate(Tally(10, 80, 10))
    assert few is not None
    assert many is not None
    assert many.error < few.error / 2


def test_a_clean_sweep_is_a_bound_and_stays_a_number() -> None:
    won, lost = estimate(Tally(20, 0, 0)), estimate(Tally(0, 0, 20))
    assert won is not None
    assert lost is not None
    assert won.at_least
    assert won.elo == pytest.approx(-lost.elo)
    assert 500 < won.elo < 800
    assert math.isfinite(won.error)
    assert estimate(Tally()) is None
    for tally in (Tally(wins=1), Tally(draws=1), Tally(draws=9)):
        single = estimate(tally)
        assert single is not None
        assert math.isfinite(single.elo)
        assert single.error > 50
        assert single.at_least == (tally.draws == 0)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    seed = 7
    chance, covered, rounds = random.Random(seed), 0, 400
    for _ in range(rounds):
        drawn = chance.choices(("w", "d", "l"), (0.5, 0.2, 0.3), k=300)
        found = estimate(Tally(drawn.count("w"), drawn.count("d"), drawn.count("l")))
        assert found is not None
        covered += abs(found.elo - elo_of(0.6)) <= found.error
    assert 0.92 < covered / rounds < 0.98, seed


def test_superiority_counts_decided_games_only() -> None:
    assert superiority(Tally(10, 500, 10)) == 0.5
    assert superiority(Tally(60, 0, 40)) == pytest.approx(0.97725, abs=1e-4)


def test_the_bounds_of_sprt_are_walds() -> None:
    test = Sprt(0, 5)
    assert test.upper == pytest.approx(2.94, abs=0.005)
    assert test.lower == pytest.approx(-2.94, abs=0.005)
    lopsided = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert lopsided.lower == pytest.approx(math.log(0.1 / 0.99))
    assert lopsided.upper == pytest.approx(math.log(0.9 / 0.01))


def test_the_likelihood_ratio_of_a_published_match() -> None:
    """4307 wins, 4063 losses, 8620 draws, 0 against 3 'BayesElo': published as 2.47, (-2.94, 2.94).

    (The sample of the jw1912/SPRT script.) BayesElo shrinks with draws: at this draw rate 3 of it
    are 3 x 4x/(1+x)^2 logistic Elo, x = 10^(-drawelo/400).
    """
    tally = Tally(4307, 8620, 4063)
    won, lost = tally.wins / tally.games, tally.losses / tally.games
    draw_elo = 200 * math.log10((1 - lost) / lost * (1 - won) / won)
    x = 10 ** (-draw_elo / 400)
    scale = 4 * x / (1 + x) ** 2
    test = Sprt(0, 3 * scale)
    assert test.likelihood(tally) == pytest.approx(2.47, abs=0.005)
    assert test.verdict(tally) == ""


def test_sprt_errs_no_more_often_than_it_says() -> None:
    seed = 11
    chance = random.Random(seed)
    test = Sprt(0, 50)
    wrong = {0.0: 0, 50.0: 0}
    for elo in wrong:
        for _ in range(100):
            wins = losses = 0
            while not (verdict := test.verdict(Tally(wins, 0, losses))):
                won = chance.random() < score_of(elo)
                wins, losses = wins + won, losses + (not won)
            wrong[elo] += verdict != ("rejected" if elo == 0 else "accepted")
    assert max(wrong.values()) <= 12, (seed, wrong)


EXAMPLE = {
    ("A", "B"): Tally(2, 0, 3),
    ("A", "D"): Tally(1, 0, 4),
    ("B", "C"): Tally(5, 0, 3),
    ("C", "D"): Tally(1, 0, 3),
}
"""The worked example of the encyclopedia article on the Bradley-Terry model."""


def test_bradley_terry_strengths_of_a_published_example() -> None:
    found = strengths(EXAMPLE, "ABCD")
    published = {"A": 0.640, "B": 1.043, "C": 0.660, "D": 2.270}
    assert found == pytest.approx(published, abs=0.0005)


def test_at_the_maximum_expected_and_real_scores_agree() -> None:
    found = strengths(EXAMPLE, "ABCD")
    for player in "ABCD":
        expected = real = 0.0
        for (first, second), tally in EXAMPLE.items():
            if player in (first, second):
                other = second if player == first else first
                own = tally if player == first else tally.reversed
                expected += tally.games * found[player] / (found[player] + found[other])
                real += own.wins
        assert expected == pytest.approx(real, abs=1e-6)


def test_a_rating_list_of_two_agrees_with_the_estimate() -> None:
    tally = Tally(60, 10, 30)
    first, second = rating_list({("x", "y"): tally}, ("x", "y"), prior=0)
    alone = estimate(tally)
    assert alone is not None
    assert first.player == "x"
    assert first.elo - second.elo == pytest.approx(alone.elo, abs=1e-6)


def test_a_list_with_a_player_who_lost_everything_stays_finite() -> None:
    results = {("a", "b"): Tally(10, 0, 0), ("b", "c"): Tally(10, 0, 0), ("a", "c"): Tally()}
    found = rating_list(results, ("a", "b", "c"))
    assert [rating.player for rating in found] == ["a", "b", "c"]
    assert all(math.isfinite(rating.elo) for rating in found)
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)
