"""A volunteer obeys its owner, says why it idles, and loses nothing when it leaves."""

from __future__ import annotations

import asyncio
import datetime
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kikashi.cli._grid_join import cores_for
from kikashi.grid import Task, TaskError, workers
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.manners import Hours, Manners, OthersLoad
from kikashi.grid.process import Setting
from kikashi.grid.status import PcFigures
from tests.grid.running import Grid, people
from tests.grid.work import Work, children, counted_once, doubles, pauses, running_on, until


def test_hours_may_pass_midnight() -> None:
    night = Hours.read("20:30-8")
    assert str(night) == "20:30-08:00"
    assert night.hold(datetime.time(23, 0))
    assert night.hold(datetime.time(7, 59))
    assert not night.hold(datetime.time(8, 0))
    assert not night.hold(datetime.time(20, 29))
    assert Hours.read("9-17").hold(datetime.time(9, 0))
    assert not Hours.read("9-17").hold(datetime.time(17, 0))


@pytest.mark.parametrize("text", ["", "8", "8-9-10", "25:99-3", "late"])
def test_wrong_hours_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(TaskError, match="hours look like 20:00-8:00"):
        Hours.read(text)


class World:
    """A clock and a load that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.load = 0.0

    def manners(self, grace: float) -> Manners:
        return Manners(
            only_when_idle=True, grace=grace, load=lambda: self.load, clock=lambda: self.now
        )


def test_only_when_idle_waits_for_quiet_and_gives_running_tasks_their_grace() -> None:
    world = World()
    manners = world.manners(60)
    assert manners.why_idle() == "its owner uses it"  # nobody knows yet
    world.now += 61
    assert manners.why_idle() == ""
    world.load = 1.5
    assert manners.why_idle() == "its owner uses it"
    assert not manners.patience_is_over()
    world.now += 61
    assert manners.why_idle() == "its owner uses it"
    assert manners.patience_is_over()
    world.load = 0.0
    world.now += 30
    assert manners.why_idle() == "its owner uses it"
    world.now += 31
    assert manners.why_idle() == ""
    assert not manners.patience_is_over()


def test_the_load_of_others_is_a_number_of_cores() -> None:
    load = OthersLoad()
    time.sleep(0.15)
    assert 0 <= load() <= (os.cpu_count() or 1) + 0.5


@pytest.fixture
def grid(tmp_path: Path) -> Iterator[Grid]:
    with Grid(tmp_path) as made:
        yield made


def figures_of(grid: Grid, name: str) -> PcFigures:
    return next(pc for pc in grid_figures(grid.dir).pcs if pc.name == name)


@pytest.mark.slow
def test_ctrl_c_finishes_what_runs_and_hands_back_the_rest(grid: Grid) -> None:
    anna, bert, app = people(grid, "anna", "bert", trusted=True)
    leaver = grid.join(anna)
    with NatsExecutor(app) as executor:
        work = Work(pauses(4, 1.0), executor)
        until(lambda: running_on(grid, "anna") == 1)
        leaver.send(signal.SIGINT)
        assert leaver.ended() == 130
        told = re.search(r"(\d+) task\(s\) done", leaver.text())
        grid.join(bert)
        work.finish()
    assert told is not None
    done = int(told[1])
    assert 1 <= done < 4, "what ran was finished, and one runs at a time"
    found = counted_once(grid, 4)
    assert sum(who.lost for who in found.owners) == 0
    assert {who.owner: who.accepted for who in found.owners} == {"anna": done, "bert": 4 - done}


@pytest.mark.slow
def test_a_second_ctrl_c_hands_back_what_runs(grid: Grid) -> None:
    anna, bert, app = people(grid, "anna", "bert", trusted=True)
    leaver = grid.join(anna)
    with NatsExecutor(app) as executor:
        ticket = executor.submit(Task("odd.wait", {}))
        until(lambda: running_on(grid, "anna") == 1)
        leaver.send(signal.SIGINT)
        leaver.wait_for("once more to hand them back")
        leaver.send(signal.SIGINT)
        assert leaver.ended() == 130
        grid.join(bert)
        until(lambda: running_on(grid, "bert") == 1)
        executor.cancel(ticket)
        (outcome,) = executor.results()
        assert outcome.cancelled


@pytest.mark.slow
def test_a_revoked_volunteer_is_cut_off_and_its_tasks_go_on(grid: Grid) -> None:
    anna, bert, app = people(grid, "anna", "bert", trusted=True)
    gone = grid.join(anna)
    with NatsExecutor(app) as executor:
        work = Work(pauses(6, 0.5), executor)
        until(lambda: running_on(grid, "anna") == 1)
        grid.join(bert)
        grid.command("revoke", "anna", "--dir", str(grid.dir))
        assert gone.ended() == 1
        assert "it may have been revoked" in gone.text()
        work.finish()
    counted_once(grid, 6)
    again = grid.join(anna, wait=False)
    assert again.ended() == 1
    assert "joined" not in again.text()


@pytest.mark.slow
def test_a_volunteer_says_why_it_idles_and_keeps_its_limits(grid: Grid) -> None:
    anna, bert, app = people(grid, "anna", "bert", trusted=True)
    soon = datetime.datetime.now() + datetime.timedelta(hours=2)
    hours = f"{soon:%H:%M}-{soon + datetime.timedelta(hours=1):%H:%M}"
    grid.join(anna, "--hours", hours)
    until(lambda: figures_of(grid, "anna").state.startswith("outside its hours"))
    worker = grid.join(bert, "--memory", "600M", "--nice", "15")
    (child,) = children(worker.pid)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, child) == min(15 + ours, 19)
    assert len(os.sched_getaffinity(child)) == 1
    with NatsExecutor(app) as executor:
        Work(doubles(20), executor).finish()
        assert {pc.name: pc.done for pc in grid_figures(grid.dir).pcs} == {"anna": 0, "bert": 20}
        executor.submit(Task("odd.greedy", {"bytes": 2 << 30}))
        executor.submit(Task("odd.double", {"number": 1}, memory=4 << 30))
        errors = sorted(outcome.error for outcome in executor.results())
    assert "no PC can do this: it needs" in errors[0]
    assert "more memory than this PC gives" in errors[1]
    table = grid.command("status", "--dir", str(grid.dir))
    assert "outside its hours" in table
    assert "waiting for tasks" in table


def test_pcs_of_one_machine_lend_different_cores() -> None:
    assert cores_for("pc1", [0, 1], 1) != cores_for("pc2", [0, 1], 1)
    assert sorted(cores_for("pc1", [2, 3, 5], 3)) == [2, 3, 5]
    assert len(cores_for("anna", range(8), 3)) == 3
    assert cores_for("anna", [], 2) == ()


class Starved:
    """A worker process on a machine that is too busy to let it begin."""

    def __init__(self, _setting: Setting) -> None:
        self._ends = os.pipe()

    def fileno(self) -> int:
        return self._ends[0]

    def end(self) -> int:
        for end in self._ends:
            os.close(end)
        return 0


def test_a_worker_that_cannot_begin_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "Process", Starved)
    monkeypatch.setattr(workers, "START_SECONDS", 0.01)
    with pytest.raises(TaskError, match="too busy"):
        asyncio.run(workers.Slot(Setting()).start())
