"""The simulated grid: exact where arithmetic is exact, and worse for the reasons it should be."""

from __future__ import annotations

import pytest

from kikashi.grid import TaskError
from kikashi.grid.simulation import Churn, Costs, Load, Simulation, resources

FREE = Costs(coordinator=0.0, server=0.0, latency=0.0)


def test_without_costs_and_churn_nothing_is_wasted() -> None:
    for volunteers in (1, 7, 100):
        found = Simulation(volunteers, Load([2.0], 20 * volunteers), FREE).run()
        assert found.seconds == pytest.approx(40.0)
        assert found.efficiency == pytest.approx(1.0)
        assert found.speed_up == pytest.approx(volunteers)


def test_a_way_that_takes_time_is_hidden_by_the_task_held_ahead() -> None:
    """Only the first task waits for its way there, and the last answer for its way back."""
    found = Simulation(5, Load([1.0], 100), Costs(0.0, 0.0, latency=0.1)).run()
    assert found.seconds == pytest.approx(20 + 0.1 + 0.1 + 0.1)


def test_a_way_longer_than_the_task_is_not_hidden() -> None:
    near = Simulation(5, Load([0.1], 100), Costs(0.0, 0.0, latency=0.01)).run()
    far = Simulation(5, Load([0.1], 100), Costs(0.0, 0.0, latency=1.0)).run()
    assert near.efficiency > 0.9
    assert far.efficiency < 0.2


def test_a_full_coordinator_is_the_limit_and_more_of_them_remove_it() -> None:
    """A thousand volunteers with tasks of 1 s want 1,000 a second; 5 ms each allow 200."""
    load, slow = Load([1.0], 20_000), Costs(coordinator=0.005, server=0.0, latency=0.0)
    one = Simulation(1000, load, slow).run()
    assert one.speed_up == pytest.approx(200, rel=0.05)
    assert one.coordinator_busy == pytest.approx(1.0, abs=0.02)
    ten = Simulation(1000, load, slow, coordinators=10).run()
    assert ten.speed_up > 4 * one.speed_up


def test_full_checkers_hold_up_the_end_and_more_of_them_remove_it() -> None:
    """Twenty tasks a second of 0.1 s checking each are twice what one checker can do."""
    load = Load([1.0], 800)
    one = Simulation(20, load, Costs(0.0, 0.0, checking=0.1, latency=0.0)).run()
    four = Simulation(20, load, Costs(0.0, 0.0, checking=0.1, checkers=4, latency=0.0)).run()
    assert one.seconds == pytest.approx(80, rel=0.05)
    assert one.checkers_busy > 0.97
    assert four.seconds == pytest.approx(40, rel=0.05)


def test_the_number_at_which_a_resource_is_full_agrees_with_the_simulation() -> None:
    costs = Costs(coordinator=0.005, server=0.001, checking=0.002, client=0.0, latency=0.0)
    first, *rest = resources(costs, mean=1.0)
    assert first.name == "the coordinator, one thread"
    assert first.full_at == pytest.approx(200)
    assert "several coordinators" in first.remedy
    assert [round(r.full_at) for r in rest] == [500, 2000]
    below = Simulation(150, Load([1.0], 150 * 40), costs).run()
    above = Simulation(400, Load([1.0], 400 * 40), costs).run()
    assert below.efficiency > 0.95
    assert above.efficiency < 0.55


def test_every_task_is_done_although_volunteers_leave() -> None:
    churn = Churn(stay=30.0, away=10.0, polite=0.5, lease=5.0)
    found = Simulation(50, Load([3.0], 2_000), FREE, churn, seed=3).run()
    assert found.lost > 50
    assert found.useful == 6_000
    assert 0.7 < found.efficiency < 0.97
    polite = Churn(stay=30.0, away=10.0, polite=1.0, lease=5.0)
    assert Simulation(50, Load([3.0], 2_000), FREE, polite, seed=3).run().seconds < found.seconds


def test_confirming_answers_costs_its_share() -> None:
    once = Simulation(20, Load([1.0], 4_000), FREE).run()
    twice = Simulation(20, Load([1.0], 4_000, replicated=0.5), FREE, seed=1).run()
    assert twice.repeated == pytest.approx(2_000, rel=0.1)
    assert twice.seconds / once.seconds == pytest.approx(1.5, rel=0.05)


def test_the_same_seed_gives_the_same_run() -> None:
    churn = Churn(stay=20.0, away=5.0)
    runs = [Simulation(9, Load([1.0, 2.5], 300), FREE, churn, seed=5).run() for _ in range(2)]
    assert runs[0] == runs[1]


def test_coordinators_and_checkers_that_are_not_full_change_nothing_before_the_end() -> None:
    """Compared run by run, with the same comings and goings: a remedy where nothing is ill."""
    load, churn = Load([1.0, 9.0, 30.0], 2_000, 0.05), Churn(stay=2_000, away=500)
    for seed in range(3):
        few, many = (
            Simulation(
                100,
                load,
                Costs(1e-5, 1e-5, checking=1e-5, checkers=c),
                churn,
                coordinators=c,
                seed=seed,
            ).run()
            for c in (1, 8)
        )
        print(f"seed {seed}: {few.before_the_end:.2f} and {many.before_the_end:.2f}")
        assert abs(many.before_the_end / few.before_the_end - 1) < 0.01
        assert few.before_the_end > few.speed_up


def test_a_grid_of_nobody_and_a_load_of_nothing_are_refused() -> None:
    with pytest.raises(TaskError, match="at least one volunteer"):
        Simulation(0, Load([1.0], 1), FREE)
    with pytest.raises(TaskError, match="needs tasks"):
        Load([], 1)
