"""Volunteers that say things twice, or that lie."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from kikashi.grid import LocalExecutor, Task
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.pc import Volunteer
from kikashi.grid.people import read_credential
from kikashi.grid.workers import CoroutineWorkers
from tests.grid.running import Grid, grid_of, people
from tests.grid.work import Recovery, Work, counted_once, doubles, until, volunteer_here


class Stutterer(Volunteer):
    """Sends every result twice."""

    async def _publish(self, js: object, what: str, message: object) -> None:
        for _ in range(2):
            await super()._publish(js, what, message)  # type: ignore[arg-type]


def result_twice(folder: Path) -> Recovery:
    """Every result is delivered twice and counted once."""
    with Grid(folder) as grid:
        file, app = people(grid, "anna", trusted=True)
        made = Stutterer(read_credential(file, "pc"), CoroutineWorkers())
        with volunteer_here(made), NatsExecutor(app) as executor:
            began = time.monotonic()
            Work([Task("grid.echo", {"number": n}) for n in range(100)], executor).finish()
            spent = time.monotonic() - began
            until(lambda: grid_figures(grid.dir).wasted >= 100)
            counted_once(grid, 100)
    return Recovery("every result delivered twice", spent, "100 tasks, 100 duplicates set aside")


def volunteer_lies(folder: Path) -> Recovery:
    """One of three owners gives wrong answers: it is found, and no wrong answer stays."""
    with grid_of(folder, "anna", "bert") as (grid, app):
        liar = grid.join(grid.invite("eve"), KIKASHI_TEST_LIE="1")
        with NatsExecutor(app) as executor:
            began = time.monotonic()
            Work(doubles(150), executor).finish()
            spent = time.monotonic() - began
            trust = {who.owner: who.distrusted for who in grid_figures(grid.dir).owners}
            assert trust["eve"], trust
            assert (trust["anna"], trust["bert"]) == ("", ""), trust
            assert liar.ended() == 1
            assert "sends this PC away" in liar.text()
    return Recovery("a lying volunteer", spent, f"150 tasks right; eve: {trust['eve']}")


def lies_withdrawn(folder: Path) -> Recovery:
    """One with a good name lies when nobody else is there; what it told is taken back and redone.

    Only anna has confirmed its answers, so no probe is new to it: it is found when bert comes.
    """
    sign = folder / "lie"
    with Grid(folder, "--lease", "5", "--give-up", "120") as grid:
        anna, bert, eve, app = people(grid, "anna", "bert", "eve")
        honest = grid.join(anna, wait=False)
        grid.join(eve, KIKASHI_TEST_LIE_WHEN=str(sign))
        honest.wait_for("joined")
        with NatsExecutor(app, job="long") as executor:
            for number in range(1000, 1020):  # eve earns a name
                executor.submit(Task("odd.double", {"number": number}, care="full"))
            assert len(list(executor.results())) == 20
            honest.send(signal.SIGINT)
            assert honest.ended() == 130
            sign.touch()
            asked = {executor.submit(task): task for task in doubles(30)}
            careful = Task("odd.double", {"number": 30}, care="full")
            asked[executor.submit(careful)] = careful
            until(lambda: tasks_of(grid, "eve") == 20 + 31)
            began = time.monotonic()
            for file in (anna, bert):
                grid.join(file)
            told = {one.ticket: one.unwrap() for one in executor.results()}
            right = answers_here(asked)
            wrong = {ticket for ticket, value in told.items() if value != right[ticket]}
            assert wrong, "nobody believed the liar"
            corrected: dict[int, object] = {}
            while wrong - corrected.keys():
                corrected |= {one.ticket: one.unwrap() for one in executor.corrections()}
                assert time.monotonic() - began < 90, f"{len(corrected)} of {len(wrong)} corrected"
                time.sleep(0.02)
            spent = time.monotonic() - began
            assert corrected.keys() == wrong  # nothing is taken back that was right
            assert told | corrected == right
            trust = {who.owner: who.distrusted for who in grid_figures(grid.dir).owners}
            assert "two others contradict its answer" in trust["eve"]
            assert (trust["anna"], trust["bert"]) == ("", "")
        with NatsExecutor(app, job="long") as again:  # the ledger has the corrected answers
            tickets = {again.submit(task): task for task in asked.values()}
            assert {one.ticket: one.unwrap() for one in again.results()} == answers_here(tickets)
    return Recovery(
        "a liar with a good name", spent, f"{len(wrong)} wrong answers withdrawn and redone"
    )


def tasks_of(grid: Grid, owner: str) -> int:
    """How many tasks an owner's PCs have answered."""
    return sum(who.tasks for who in grid_figures(grid.dir).owners if who.owner == owner)


def answers_here(asked: dict[int, Task]) -> dict[int, object]:
    """What the local executor says, by the same tickets."""
    with LocalExecutor(2) as alone:
        tickets = {alone.submit(task): ticket for ticket, task in asked.items()}
        return {tickets[one.ticket]: one.unwrap() for one in alone.results()}
