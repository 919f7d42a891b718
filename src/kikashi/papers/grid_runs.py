"""The runs behind the volunteers' table, each measured once and kept in a file."""

from __future__ import annotations

import csv
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kikashi.games import room
from kikashi.grid import Executor, Outcome, Task, load_kinds, open_executor
from kikashi.grid.solving import solve_many_on
from kikashi.law import GameError, Position
from kikashi.papers.contract import PaperError
from kikashi.papers.stage import Stage
from kikashi.proofs import check_stated

GAME, BY, NODES = "connect6", "vcst", 20_000
ROUNDS = 40
"""Round trips of which the median is taken."""
ECHOES = 2_000
Run = dict[str, Any]


class Kept:
    """Runs by name in a JSON file: a table that was stopped goes on where it was."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._runs: dict[str, Run] = json.loads(path.read_text("utf-8")) if path.exists() else {}

    def get(self, name: str, make: Callable[[], Run]) -> Run:
        """The run of that name; made now if it has not been."""
        if name not in self._runs:
            self._runs[name] = make()
            self._path.write_text(json.dumps(self._runs, indent=1), "utf-8")
        return self._runs[name]


def positions(records: Path, most: int) -> list[Position]:
    """One position a game: the winner to move, three of its turns before the end."""
    first = room(GAME).start()
    found = []
    with records.open(newline="") as file:
        for row in csv.DictReader(file):
            moves = row["moves"].split(",")
            turn = len(moves) // 2 - 4
            if turn > 0:
                found.append(first.play_all(moves[: 2 * turn - 1]))
            if len(found) == most:
                return found
    raise PaperError(f"{records} has only {len(found)} games that are long enough, not {most}")


def real(searches: Sequence[Position], volunteers: int) -> Run:
    """Real searches by real PCs of one core each."""
    with _stage() as stage:
        stage.join(volunteers)
        with open_executor(stage.app) as grid:
            _warm(grid, volunteers)
            begun = time.monotonic()
            answers = list(solve_many_on(_Eager(grid), searches, BY, nodes=NODES))
            wall = time.monotonic() - begun
    wrong = next((answer for answer in answers if isinstance(answer, GameError)), None)
    if wrong is not None:
        raise PaperError(f"a search failed on the grid: {wrong}")
    good = [answer for answer in answers if not isinstance(answer, GameError)]
    checking, checked = 0.0, 0
    for answer in good:
        if answer.certificate is not None:
            spent = time.process_time()
            check_stated(answer.certificate)
            checking += time.process_time() - spent
            checked += 1
    return {
        "searches": len(good),
        "wall": wall,
        "durations": [round(answer.outcome.seconds, 4) for answer in good],
        "wins": checked,
        "checking": checking / max(1, len(good)),
    }


def replay(durations: Sequence[float], volunteers: int, each: int) -> Run:
    """Volunteers that sleep as long as recorded tasks took."""
    count = volunteers * each
    with _stage() as stage:
        stage.sleep(volunteers)
        with open_executor(stage.app) as grid:
            _warm(grid, volunteers)
            before = stage.cpu_seconds()
            begun = time.monotonic()
            for number in range(count):
                seconds = durations[number % len(durations)]
                grid.submit(Task("grid.pause", {"seconds": seconds, "number": number}))
            outcomes = list(grid.results())
            wall = time.monotonic() - begun
            after = stage.cpu_seconds()
    _refuse_failures(outcomes)
    work = sum(durations[number % len(durations)] for number in range(count))
    return {
        "tasks": count,
        "work": work,
        "wall": wall,
        "ideal": list_schedule([durations[n % len(durations)] for n in range(count)], volunteers),
        "coordinator": (after[0] - before[0]) / count,
        "server": (after[1] - before[1]) / count,
    }


def echoes(volunteers: int = 20) -> Run:
    """What the smallest tasks cost: CPU time of coordinator, server and client, and the way."""
    with _stage() as stage:
        stage.sleep(volunteers)
        with open_executor(stage.app) as grid:
            _warm(grid, volunteers)
            trips = []
            for number in range(ROUNDS):
                begun = time.monotonic()
                grid.submit(Task("grid.echo", {"number": -number}))
                _refuse_failures(list(grid.results()))
                trips.append(time.monotonic() - begun)
            before, client = stage.cpu_seconds(), time.process_time()
            begun = time.monotonic()
            for number in range(ECHOES):
                grid.submit(Task("grid.echo", {"number": number}))
            _refuse_failures(list(grid.results()))
            wall = time.monotonic() - begun
            after, done = stage.cpu_seconds(), time.process_time()
    return {
        "tasks": ECHOES,
        "wall": wall,
        "coordinator": (after[0] - before[0]) / ECHOES,
        "server": (after[1] - before[1]) / ECHOES,
        "client": (done - client) / ECHOES,
        "latency": statistics.median(trips) / 2,
    }


def list_schedule(durations: Sequence[float], volunteers: int) -> float:
    """When the last task would end if handing out cost nothing, in the order they were given."""
    free = [0.0] * volunteers
    for duration in durations:
        soonest = min(range(volunteers), key=free.__getitem__)
        free[soonest] += duration
    return max(free)


class _Eager(Executor):
    """A grid that is given everything at once, as long jobs are."""

    def __init__(self, grid: Executor) -> None:
        self._grid = grid

    @property
    def capacity(self) -> int:
        return 1 << 20

    def submit(self, task: Task) -> int:
        return self._grid.submit(task)

    def cancel(self, ticket: int) -> bool:
        return self._grid.cancel(ticket)

    def results(self) -> Iterator[Outcome]:
        return self._grid.results()

    def close(self) -> None:
        """The grid is not ours to close."""


def _stage() -> Stage:
    load_kinds()
    return _TemporaryStage()


class _TemporaryStage(Stage):
    def __init__(self) -> None:
        self._place = tempfile.TemporaryDirectory(
            prefix="kikashi-grid-", ignore_cleanup_errors=True
        )
        super().__init__(Path(self._place.name))

    def close(self) -> None:
        super().close()
        self._place.cleanup()


def _warm(grid: Executor, volunteers: int) -> None:
    """Lets everyone do something once, so that no start-up is measured."""
    for number in range(2 * volunteers):
        grid.submit(Task("grid.echo", {"number": -1000 - number}))
    _refuse_failures(list(grid.results()))


def _refuse_failures(outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        if outcome.value is None:
            raise PaperError(f"a task failed on the grid: {outcome.error or 'cancelled'}")
