"""The option `--grid FILE`: the same work, done by the machines of a grid."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kikashi.law import GameError

if TYPE_CHECKING:
    from kikashi.grid import Executor

# The grid is imported inside: it is slow to load, and most verbs run without it.

GridOption = Annotated[
    Path | None,
    typer.Option("--grid", metavar="FILE", help="Let a grid do the work: an app's credential."),
]


@contextmanager
def executor(grid: Path | None, jobs: int = 1) -> Iterator[Executor]:
    """The machines of the grid that FILE leads to, or `jobs` threads here."""
    from kikashi.grid import load_kinds, open_executor  # noqa: PLC0415

    if grid is not None:
        if not grid.is_file():
            raise GameError(f"there is no credential file {grid}; `kikashi grid invite` makes one")
        load_kinds()
    try:
        made = open_executor(grid, jobs=jobs, notify=tell)
    except ImportError as problem:
        raise GameError(f"this installation cannot use a grid: {problem}") from None
    with made as found:
        yield found


@contextmanager
def far(grid: Path | None) -> Iterator[Executor | None]:
    """The machines of the grid, or None where the work is better done without an executor."""
    if grid is None:
        yield None
        return
    with executor(grid) as there:
        yield there


def tell(text: str) -> None:
    """What the grid has to say, on standard error."""
    typer.echo(f"kikashi: {text}", err=True)
