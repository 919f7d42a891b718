"""Puzzles made once for the tests of this folder, from six games of our own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from kikashi.grid import LocalExecutor
from kikashi.puzzles import Puzzle, Store, make, puzzles

GAMES = Path(__file__).with_name("six_games.txt")


def make_into(path: Path, jobs: int = 2, files: list[Path] | None = None) -> Store:
    store = Store(path, create=True)
    with LocalExecutor(jobs) as executor:
        make(store, files or [GAMES], "connect6", executor)
    return store


@cache
def database() -> Path:
    path = Path(mkdtemp(prefix="kikashi-puzzles-")) / "made.db"
    make_into(path).close()
    return path


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    return tuple(puzzles(Store(database())))
