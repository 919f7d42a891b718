"""Progress for long work: a bar with the time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from kikashi.cli._common import language
from kikashi.words import say

QUIET_SECONDS = 15.0
"""Between two lines where nobody watches a bar."""
FIRST_SECONDS = 1.0
"""What is done sooner says nothing."""


class Tell(Protocol):
    """Is told stage, done and total (0: not known), and perhaps how it stands."""

    def __call__(self, stage: str, done: int, total: int, stand: str = "") -> None: ...


@contextmanager
def stage_progress() -> Iterator[Tell]:
    """Progress on standard error while the block runs."""
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
        tasks: dict[str, TaskID] = {}

        def tell(stage: str, done: int, total: int, stand: str = "") -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total or None)
            said = stand or stage
            bars.update(tasks[stage], completed=done, total=total or None, description=said)

        yield tell


def _lines() -> Tell:
    told_of: dict[str, tuple[float, int]] = {}
    """When a stage was last told of, and how much of it was done."""
    due = time.monotonic() + FIRST_SECONDS

    def tell(stage: str, done: int, total: int, stand: str = "") -> None:
        nonlocal due
        now = time.monotonic()
        if now < due:
            return
        due = now + QUIET_SECONDS
        left = ""
        # By what was done since the last line: what comes first may have taken no time at all.
        before, known = told_of.get(stage, (now, done))
        if done > known and total:
            seconds = f"{(now - before) / (done - known) * (total - done):.0f}"
            left = say("progress.left", language(), seconds=seconds)
        told_of[stage] = now, done
        told = f"{stage}: {done}{f'/{total}' if total else ''}{left}"
        typer.echo(f"{told} ({stand})" if stand else told, err=True)

    return tell
