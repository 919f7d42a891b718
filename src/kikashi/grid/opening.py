"""One way to get an executor, for every verb that takes `--grid FILE` and `--jobs N`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kikashi.grid.contract import Executor
from kikashi.grid.local import LocalExecutor


def open_executor(
    grid: Path | None = None,
    *,
    jobs: int = 1,
    job: str = "",
    notify: Callable[[str], None] | None = None,
) -> Executor:
    """The grid that a credential file of the role app names, or threads of this process.

    With a `job` name the work on a grid outlives this program: handing in the same tasks under
    that name again gives the results that are there. `notify` is told in words when all wait.
    """
    if grid is None:
        return LocalExecutor(jobs)
    # Whoever works alone needs no client of NATS.
    from kikashi.grid.client import NatsExecutor  # noqa: PLC0415

    return NatsExecutor(grid, job=job, notify=notify)
