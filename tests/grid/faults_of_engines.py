"""Engines that crash, hang or answer rubbish, and tasks that kill them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from kikashi.grid import Task
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from tests.grid.work import Recovery, Work, counted_once, doubles, two_pcs


def engine_crashes(folder: Path) -> Recovery:
    """Engines that die in a task are started again and the task is done."""
    marks = folder / "marks"
    marks.mkdir()
    os.environ["KIKASHI_TEST_MARKS"] = str(marks)
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        tickets = {executor.submit(Task("odd.crash-once", {"number": n})): n for n in range(4)}
        found = {one.ticket: one.unwrap()["value"] for one in executor.results()}
        spent = time.monotonic() - began
        assert found == {ticket: 2 * n for ticket, n in tickets.items()}
        assert sum(who.died for who in counted_once(grid, 4).owners) == 4
    return Recovery("an engine that crashes", spent, "4 deaths, 4 workers started again")


def engine_hangs(folder: Path) -> Recovery:
    """A task that does not hear is ended with its worker at its limit; the worker comes back."""
    with two_pcs(folder) as (_, __, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        executor.submit(Task("odd.deaf", {"seconds": 600}, seconds=0.5))
        (outcome,) = executor.results()
        assert outcome.error == "a odd.deaf task ran past its limit of 0.5 s"
        Work(doubles(8), executor).finish()
        spent = time.monotonic() - began
    return Recovery("an engine that hangs", spent, "ended at its limit of 0.5 s")


def engine_talks_rubbish(folder: Path) -> Recovery:
    """A value that does not fit its schema is never accepted."""
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        executor.submit(Task("odd.rubbish", {}))
        (outcome,) = executor.results()
        spent = time.monotonic() - began
        assert "quarantine" in outcome.error
        assert "rubbish" in outcome.error
        assert grid_figures(grid.dir).refused["result"] == 3
    return Recovery("an engine that answers rubbish", spent, "refused three times, then quarantine")


def task_kills_engines(folder: Path) -> Recovery:
    """Three deaths by two owners put a task into quarantine; the PCs go on."""
    with two_pcs(folder) as (grid, _, app), NatsExecutor(app) as executor:
        began = time.monotonic()
        bad = executor.submit(Task("odd.crash", {}))
        good = {executor.submit(task) for task in doubles(20)}
        found = {one.ticket: one for one in executor.results()}
        spent = time.monotonic() - began
        assert "the task is in quarantine: 3 tries of 2 owners failed" in found[bad].error
        assert all(found[ticket].value is not None for ticket in good)
        assert len(grid_figures(grid.dir).quarantined) == 1
    return Recovery(
        "a task that kills every engine", spent, "quarantine after 3 deaths by 2 owners"
    )
