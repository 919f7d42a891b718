"""Nothing of a broker or a volunteer outlives its kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.grid import Task, load_kinds
from kikashi.grid.client import NatsExecutor
from tests.grid.running import Grid, people
from tests.grid.work import children, running_on, until

load_kinds()


def gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}/exe").exists() for pid in pids)


@pytest.mark.slow
def test_server_checkers_and_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    with Grid(tmp_path) as grid:
        file, app = people(grid, "anna")
        anna = grid.join(file)
        with NatsExecutor(app) as executor:
            executor.submit(Task("odd.factors", {"number": 30}))  # a checker is started for it
            (outcome,) = executor.results()
            assert outcome.basis == "certificate"
            deaf = executor.submit(Task("odd.deaf", {"seconds": 600}))
            until(lambda: running_on(grid, "anna") == 1)
            workers = children(anna.pid)
            assert workers
            anna.kill()
            until(lambda: gone(workers), 10)
            executor.cancel(deaf)
            assert len(list(executor.results())) == 1
        below = children(grid.broker.pid)
        assert len(below) >= 2
        grid.broker.kill()
        until(lambda: gone(below), 10)
