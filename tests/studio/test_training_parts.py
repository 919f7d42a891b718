"""What puzzles in the studio are made of: disguises, ratings, plots, rulings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from kikashi.exam.glicko import Rating
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.puzzles.answers import GOES_ON
from kikashi.puzzles.starter import starter, starter_games
from kikashi.search import Limits, solve
from kikashi.stones import puzzling as judging
from kikashi.studio.services import ratings
from kikashi.studio.services.disguises import Disguise, draw
from kikashi.studio.services.making import Refused, StoppedError, Teller, make_one
from kikashi.studio.services.progress import MOST_POINTS, Share, thinned
from kikashi.studio.services.solutions import solution_tree
from tests.studio.solvers import whole

NOW = datetime(2026, 11, 15, tzinfo=UTC)


@pytest.mark.parametrize("game", starter_games())
def test_a_turn_survives_being_dressed_and_undressed_in_every_disguise(game: str) -> None:
    drops = [p for p in starter(game) if "*" in p.answers[0][0]]
    puzzle = (drops or starter(game))[-1]
    start = puzzle.start()
    colourings = (False, True) if isinstance(start, StonePosition) else (False,)
    for symmetry in start.symmetries():
        for swapped in colourings:
            disguise = Disguise(symmetry, swapped)
            shown = disguise.dress(start)
            for answer in puzzle.answers:
                (turn,) = disguise.dress_turns(start, [answer])
                shown.play_all(turn)
                assert disguise.undress_turn(start, [move.upper() for move in turn]) == answer
            assert (shown.to_move == start.to_move) != swapped


def test_every_symmetry_and_both_colourings_are_drawn() -> None:
    start = starter("connect6")[0].start()
    drawn = {draw(start, Random(seed)) for seed in range(200)}
    assert len(drawn) == 2 * len(start.symmetries())


def test_a_win_raises_one_rating_and_lowers_the_other() -> None:
    person, puzzle = Rating(1500, 200), ratings.first_rating(1500)
    won, lost = (ratings.meet(person, puzzle, solved=solved) for solved in (True, False))
    assert won.person.value > person.value > lost.person.value
    assert won.puzzle.value < puzzle.value < lost.puzzle.value
    assert won.expected == lost.expected == pytest.approx(0.5)
    assert won.person.deviation < person.deviation


def test_a_rest_makes_a_rating_less_sure_and_changes_nothing_else() -> None:
    rating = Rating(1700, 60)
    assert ratings.rested(rating, NOW, NOW + timedelta(days=29)) == rating
    later = ratings.rested(rating, NOW, NOW + timedelta(days=400))
    assert later.value == rating.value
    assert rating.deviation < later.deviation <= 350
    assert ratings.rested(rating, NOW, NOW - timedelta(days=400)) == rating


def test_a_curve_keeps_its_ends_and_few_points() -> None:
    points = [(float(n), float(n)) for n in range(5000)]
    found = thinned(points)
    assert (len(found), found[0], found[-1]) == (MOST_POINTS, points[0], points[-1])
    assert thinned(points[:7]) == tuple(points[:7])


def test_a_theme_is_weak_only_with_enough_tries_and_clearly_too_few_solved() -> None:
    assert Share("a", 5, 1, 2.5).weak
    assert not Share("a", 3, 0, 2.5).weak
    assert not Share("a", 5, 2, 2.5).weak


@pytest.mark.native
def test_the_defence_on_the_board_lasts_as_long_as_any() -> None:
    chosen = [puzzle for puzzle in starter("connect6") if puzzle.length == 3][:5]
    for puzzle in chosen:
        before = stones_of(puzzle.start())
        turn = whole(before, puzzle.answers[0])
        found = judging.answer(before, turn, by=puzzle.by, turns=puzzle.turns, listed=True)
        after = before.play_all(turn).play_all(found.defence)
        left = solve(after, puzzle.by, Limits(nodes=100_000), most_turns=60).turns
        assert left == puzzle.turns - 1, "a weaker defence would lose faster"


@pytest.mark.native
def test_a_right_turn_late_in_a_long_puzzle_is_known_without_being_listed() -> None:
    puzzle = max(starter("connect6"), key=lambda one: one.length)
    position = stones_of(puzzle.start()).play_all([*puzzle.line[0], *puzzle.line[1]])
    found = judging.answer(
        position, puzzle.line[2], by=puzzle.by, turns=puzzle.turns - 1, listed=False, seconds=60.0
    )
    assert found.verdict == GOES_ON


@pytest.mark.native
def test_a_proof_that_does_not_fit_the_budget_is_its_main_line_and_says_so() -> None:
    puzzle = max(starter("connect6"), key=lambda one: one.length)
    start = stones_of(puzzle.start())
    found = solution_tree(start, puzzle.by, puzzle.turns, puzzle.line, lambda *_: False)
    assert not found["proved"]
    assert [turn["moves"] for turn in found["turns"]] == [list(turn) for turn in puzzle.line]


@pytest.mark.native
def test_a_stop_ends_the_factory_at_once() -> None:
    puzzle = starter("connect6")[-1]
    stopped = make_one(puzzle.start(), lambda *_: None, lambda: True)
    assert isinstance(stopped, Refused)
    assert stopped.code == "stopped"
    told: list[str] = []
    teller = Teller(lambda event, _: told.append(event), lambda: False)
    for done in range(1, 1001):
        teller("find", done, 1000)
    assert 2 <= len(told) < 50, "progress is told, but not a thousand times"
    with pytest.raises(StoppedError):
        Teller(lambda *_: None, lambda: True)("find", 1, 2)
