"""Paper 000: many searches by 1 to 20 machines, again, and further than it went."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import mean, stdev

from kikashi.grid.simulation import Churn, Costs, Load, Simulated, Simulation, resources
from kikashi.papers import grid_runs
from kikashi.papers.contract import Answer, Figure, PaperError, Plot, Report, Settings, Table
from kikashi.papers.grid_runs import Run

ID = "000-volunteers"
PAPER = "000"
TITLE = "Many Connect6 searches by many machines: speed-up, the grid itself, and ten thousand"
TITLE_ZH = "許多機器做許多六子棋搜尋：加速、格網本身，與一萬台"
QUICK = 6
FILE = "human_games_sample2000.csv"

SEARCHES = 16_880
DIVISOR = 844
"""What the paper's averages divide by."""
PUBLISHED = {
    1: 155572.83,
    4: 62001.08,
    8: 33021.50,
    12: 24463.34,
    16: 21724.56,
    20: 18801.79,
}
REPLAYED = (1, 4, 8, 12, 16, 20, 50, 100, 200)
EACH, FEW_EACH = 40, 6
"""Tasks for each volunteer of a replay; of a short run, which also stops at the paper's twenty."""
MEAN = 1.0
"""Seconds to which recorded durations are stretched: short ones would measure the two cores."""
REAL = 200
"""Real searches, unless --games says otherwise."""
SIMULATED, FEW_SIMULATED = (20, 200, 1000, 2000, 5000, 10_000), (20, 200, 1000)
INTERNET = 0.05
"""Seconds one way that are added to the measured latency of the loopback: an assumption."""
CHURN = Churn()
REPLICATED = 0.05
"""Tasks that are done by two owners: the coordinator's least share, and newcomers."""
REMEDIES = (4, 16)
"""Coordinators and checkers, where one of each is not enough."""
RUNS, FEW_RUNS, MANY = 5, 2, 5000
"""Simulated runs, each with other chances; from so many volunteers on only a few."""

MISSING = (
    "The paper's 16,880 positions are lost; ours are real positions too, one a game, three of the "
    "winner's turns before the end.",
    "This machine has two cores, so real searches stop at two volunteers. Beyond that volunteers "
    "sleep as long as recorded searches took, stretched to a mean of one second: that measures the "
    "grid (TLS, leases, ledger, answers), not the searching. They are coroutines, fifty to a "
    "process. All are trusted: what a second opinion costs stands in the simulation.",
    "Whatever else runs on the machine takes from the figures.",
    "The simulation assumes 50 ms one way on the internet, stays of 4 hours and absences of one, "
    "both exponential, and that half of those who leave say so.",
    "One simulated run says little about coordinators and checkers: a job ends with its last task, "
    "and whether a long one is lost near the end moves the speed-up by some per cent, up or down, "
    "far more than several of them can where none is full. So runs are compared in pairs, with the "
    "same comings and goings, and before the last 5% of the tasks, where the end does not count.",
)
SHORT = (
    f"This run was short (--quick, --games): {FEW_EACH} tasks for each sleeping volunteer, so that "
    "the last task weighs more, and no more volunteers than the paper had.",
)


def run(settings: Settings, report: Report) -> Answer:
    """Measures what has not been measured yet; `--games N` asks for N real searches."""
    if settings.data is None:
        raise PaperError("the records are needed: name their folder with --data")
    records = settings.data / grid_runs.GAME / FILE
    if not records.is_file():
        raise PaperError(f"there is no file {records}")
    settings.work.mkdir(parents=True, exist_ok=True)
    count = settings.games or REAL
    kept = grid_runs.Kept(settings.work / f"{ID}-{count}.json")
    began = time.perf_counter()
    searches = grid_runs.positions(records, count)
    each = FEW_EACH if settings.games else EACH
    replayed = tuple(PUBLISHED) if settings.games else REPLAYED
    steps = 3 + len(replayed)
    real = {}
    for number in (1, 2):
        report("volunteers", number - 1, steps)
        real[number] = kept.get(f"real {number}", partial(grid_runs.real, searches, number))
    durations = stretched(real[1]["durations"], MEAN)
    replays = {}
    for step, number in enumerate(replayed, start=2):
        report("volunteers", step, steps)
        make = partial(grid_runs.replay, durations, number, each)
        replays[number] = kept.get(f"replay {number}", make)
    report("volunteers", steps - 1, steps)
    small = kept.get("echoes", grid_runs.echoes)
    costs = measured(small, real[1])
    report("volunteers", steps, steps)
    few = f" --games {settings.games}" if settings.games else ""
    return Answer(
        tables=(
            _paper(replays, real[1]["durations"], costs, each),
            _real(real),
            _replays(replays, durations, costs),
            _resources(costs, real[1]),
            _simulated(real[1]["durations"], costs, FEW_SIMULATED if settings.games else SIMULATED),
        ),
        command=f"kikashi papers run {ID} --data DATA{few}",
        seconds=time.perf_counter() - began,
        missing=MISSING + (SHORT if settings.games else ()),
        figures=tuple(
            Figure(
                f"speed-up of {n} volunteers (ours sleep)",
                PUBLISHED[1] / PUBLISHED[n],
                _speed_up(replays[n]),
                zh=f"{n} 台志願電腦的加速（我們的只是睡著）",
            )
            for n in PUBLISHED
            if n > 1
        ),
        plots=(
            Plot(
                {
                    "paper 000, searches": {
                        str(n): 100 * PUBLISHED[1] / PUBLISHED[n] / n for n in PUBLISHED
                    },
                    "ours, volunteers that sleep as long as searches take": {
                        str(n): 100 * _speed_up(replays[n]) / n for n in PUBLISHED
                    },
                },
                "Speed-up divided by the number of volunteers",
                "volunteers",
                "efficiency, per cent",
            ),
        ),
    )


def stretched(durations: Sequence[float], wanted: float) -> list[float]:
    """The same durations, longer or shorter, so that their mean is `wanted`."""
    total = sum(durations)
    if not total > 0:
        raise PaperError("the recorded searches took no time at all; record longer ones")
    return [wanted * len(durations) * duration / total for duration in durations]


def measured(small: Run, real: Run) -> Costs:
    """The costs for the simulation, from the smallest tasks and from the checked wins."""
    return Costs(
        coordinator=small["coordinator"],
        server=small["server"],
        checking=real["checking"],
        client=small["client"],
        latency=small["latency"],
    )


def gain(runs: Sequence[Simulated], alone: Sequence[Simulated]) -> str:
    """By how much runs are faster than others with the same chances, and the standard error."""
    each = [
        100 * (one.before_the_end / other.before_the_end - 1)
        for one, other in zip(runs, alone, strict=True)
    ]
    return f"{mean(each):+.2f}% +- {stdev(each) / math.sqrt(len(each)):.2f}"


def _speed_up(replay: Run) -> float:
    return float(replay["work"] / replay["wall"])


def _paper(replays: dict[int, Run], durations: Sequence[float], costs: Costs, each: int) -> Table:
    rows = []
    whole = Load(stretched(durations, PUBLISHED[1] / SEARCHES), SEARCHES)
    for number, total in PUBLISHED.items():
        theirs, ours = PUBLISHED[1] / total, _speed_up(replays[number])
        simulated = Simulation(number, whole, costs).run()
        rows.append(
            (
                str(number),
                f"{total:.2f}",
                f"{total / DIVISOR:.2f}",
                f"{total / SEARCHES:.2f}",
                f"{theirs:.2f}",
                f"{100 * theirs / number:.1f}%",
                f"{ours:.2f}",
                f"{100 * ours / number:.1f}%",
                f"{100 * simulated.speed_up / number:.1f}%",
            )
        )
    columns = (
        "machines",
        "paper: total s",
        "its average (/ 844)",
        "s a search (/ 16,880)",
        "speed-up, paper",
        "efficiency, paper",
        f"speed-up, ours (replayed, {each} tasks each)",
        "efficiency, ours",
        "simulated, all 16,880",
    )
    return Table("The paper's table, and ours with sleeping volunteers", columns, tuple(rows))


def _real(real: dict[int, Run]) -> Table:
    rows = []
    for number, run in real.items():
        spent = sum(run["durations"])
        rows.append(
            (
                str(number),
                str(run["searches"]),
                str(run["wins"]),
                f"{run['wall']:.2f}",
                f"{spent:.2f}",
                f"{real[1]['wall'] / run['wall']:.2f}",
                f"{100 * spent / run['wall'] / number:.1f}%",
            )
        )
    columns = (
        "volunteers",
        "searches",
        "wins, each checked",
        "wall s",
        "s in searches",
        "speed-up",
        "time spent in searches",
    )
    title = f"Real searches ({grid_runs.BY}, {grid_runs.NODES:,} nodes) by real PCs of one core"
    return Table(title, columns, tuple(rows))


def _replays(replays: dict[int, Run], durations: Sequence[float], costs: Costs) -> Table:
    rows = []
    for number, run in replays.items():
        simulated = Simulation(number, Load(durations, run["tasks"]), costs).run()
        rows.append(
            (
                str(number),
                str(run["tasks"]),
                f"{run['wall']:.2f}",
                f"{_speed_up(run):.2f}",
                f"{100 * _speed_up(run) / number:.1f}%",
                f"{100 * run['work'] / run['ideal'] / number:.1f}%",
                f"{100 * run['ideal'] / run['wall']:.1f}%",
                f"{100 * simulated.speed_up / number:.1f}%",
                f"{1000 * run['coordinator']:.2f}",
                f"{1000 * run['server']:.2f}",
            )
        )
    columns = (
        "volunteers",
        "tasks",
        "wall s",
        "speed-up",
        "efficiency",
        "if handing out were free",
        "of that",
        "simulated",
        "coordinator ms a task",
        "server ms a task",
    )
    return Table("The grid itself: recorded durations, slept", columns, tuple(rows))


def _resources(costs: Costs, real: Run) -> Table:
    usual = mean(real["durations"])
    paper = PUBLISHED[1] / SEARCHES
    rows = []
    for resource, other, long in zip(
        resources(costs, usual), resources(costs, 1.0), resources(costs, paper), strict=True
    ):
        rows.append(
            (
                resource.name,
                f"{1000 * resource.per_task:.2f}",
                f"{resource.full_at:,.0f}",
                f"{other.full_at:,.0f}",
                f"{long.full_at:,.0f}",
                resource.remedy,
            )
        )
    columns = (
        "resource, the first bottleneck first",
        "ms a task",
        f"full at volunteers, tasks of {usual:.2f} s (ours)",
        "of 1 s",
        f"of {paper:.2f} s (the paper's)",
        "what removes it",
    )
    return Table("What is full first", columns, tuple(rows))


def _simulated(durations: Sequence[float], costs: Costs, numbers: Sequence[int]) -> Table:
    rows = []
    paper = stretched(durations, PUBLISHED[1] / SEARCHES)
    far = replace(costs, latency=costs.latency + INTERNET)
    for number in numbers:
        alone: list[Simulated] = []
        for coordinators, checkers in ((1, 1), REMEDIES):
            load = Load(paper, EACH * number, REPLICATED)
            costs_here = replace(far, checkers=checkers)
            runs = [
                Simulation(
                    number, load, costs_here, CHURN, coordinators=coordinators, seed=seed
                ).run()
                for seed in range(RUNS if number < MANY else FEW_RUNS)
            ]
            speeds = [run.speed_up for run in runs]
            alone = alone or runs
            rows.append(
                (
                    f"{number:,}",
                    f"{coordinators} / {checkers}",
                    f"{mean(speeds):,.0f}",
                    f"{min(speeds):,.0f} to {max(speeds):,.0f}",
                    f"{mean(run.before_the_end for run in runs):,.0f}",
                    "" if runs is alone else gain(runs, alone),
                    f"{100 * mean(run.efficiency for run in runs):.1f}%",
                    f"{mean(run.lost for run in runs):.0f}",
                    f"{100 * mean(run.coordinator_busy for run in runs):.1f}%",
                    f"{100 * mean(run.checkers_busy for run in runs):.1f}%",
                    f"{max(run.longest_wait for run in runs):.2f}",
                )
            )
    columns = (
        "volunteers",
        "coordinators / checkers",
        "speed-up, mean of the runs",
        "from the slowest to the fastest run",
        "before the last 5% of the tasks",
        "there more than 1 / 1, run by run",
        "efficiency",
        "attempts lost",
        "coordinator busy",
        "checkers busy",
        "longest wait s",
    )
    title = (
        f"Simulated, with churn: {EACH} tasks a volunteer of the paper's mean, "
        f"{100 * REPLICATED:.0f}% done twice"
    )
    return Table(title, columns, tuple(rows))
