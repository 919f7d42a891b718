"""The ladder, the ratings and the simulation."""

from __future__ import annotations

import pytest

from kikashi.exam import BEYOND, PAPER, Rating, Score, after_answer, expected, kyu_of, rate
from kikashi.exam.simulation import longer, separation


def sit(answers: str, ladder: tuple[object, ...] = PAPER) -> Score:
    score = Score()
    for letter in answers:
        score = after_answer(score, PAPER, right=letter == "r")
    return score


def test_the_ladder_is_the_papers() -> None:
    assert [(x.kyu, x.length) for x in PAPER] == [(11 - n, n) for n in range(1, 8)]
    assert [(x.puzzles, x.needed) for x in PAPER] == [(4, 3)] * 3 + [(3, 2)] * 4
    assert {x.wrong_ends for x in PAPER} == {2}


def test_two_wrong_end_it_in_any_level() -> None:
    assert sit("ww").over
    assert sit("rwrw").over
    assert kyu_of(sit("rwrw"), PAPER) is None
    assert kyu_of(sit("rrr" + "ww"), PAPER) == 10
    assert not sit("w" + "rrr" + "w").over, "one wrong is forgiven in every level"


def test_everything_right_reaches_kyu_4_and_ends_there() -> None:
    score = sit("rrr" * 3 + "rr" * 4)
    assert score.over
    assert kyu_of(score, PAPER) == 4
    assert after_answer(score, PAPER, right=False) == score


def test_beyond_goes_on_with_longer_puzzles_and_with_single_threats() -> None:
    assert [(x.kyu, x.length, x.single) for x in BEYOND] == [
        (3, 8, False),
        (2, 2, True),
        (1, 4, True),
    ]
    assert len({x.pool for x in PAPER + BEYOND}) == len(PAPER + BEYOND), "each level has its own"
    assert all(x.beyond for x in BEYOND)


def test_glicko_gives_the_published_example() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rate(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_games_a_rating_only_grows_less_sure() -> None:
    after = rate(Rating(1600, 100), [])
    assert after.value == 1600
    assert after.deviation > 100


def test_a_solver_and_a_puzzle_move_apart() -> None:
    player, puzzle = Rating(1500, 100), Rating(1500, 100)
    assert expected(player, puzzle) == pytest.approx(0.5)
    assert rate(player, [(puzzle, 1.0)]).value > 1500 > rate(puzzle, [(player, 0.0)]).value


def test_stronger_players_reach_more_and_more_puzzles_separate_better() -> None:
    paper, twice = separation(sittings=400), separation(longer(PAPER, 4), sittings=400)
    reached = [standing.passed for standing in paper.standings]
    assert reached == sorted(reached)
    assert twice.puzzles == 4 * paper.puzzles
    assert twice.in_order > paper.in_order
