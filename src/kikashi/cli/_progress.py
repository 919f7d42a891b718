"""Progress for long work: a bar with the time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

QUIET_SECONDS = 15.0
"""Between two lines where nobody watches a bar."""


@contextmanager
def stage_progress(*, show: bool = True) -> Iterator[Callable[[str, int, int], None]]:
    """Gives a function that is told stage, done and total (0: not known)."""
    if not show:
        yield lambda _stage, _done, _total: None
        return
    if not sys.stderr.isatty():
        yield _lines()
        return
    columns = (
        TextColumn("{task.description:<9}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, object] = {}

        def tell(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total or None)
            bars.update(tasks[stage], completed=done, total=total or None)  # type: ignore[arg-type]

        yield tell


def _lines() -> Callable[[str, int, int], None]:
    begun: dict[str, float] = {}
    said = {"at": 0.0}

    def tell(stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        fresh = stage not in begun
        begun.setdefault(stage, now)
        if fresh or now - said["at"] >= QUIET_SECONDS:
            said["at"] = now
            spent = now - begun[stage]
            left = f", {spent / done * (total - done):.0f} s left" if done and total else ""
            typer.echo(f"{stage}: {done}{f'/{total}' if total else ''}{left}", err=True)

    return tell
