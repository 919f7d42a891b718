"""What a repeated table is: the published figures, ours, how ours were made, what is missing."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kikashi.law import GameError

Report = Callable[[str, int, int], None]


class PaperError(GameError):
    """A table that is not there, or that cannot be made with what was given."""


@dataclass(frozen=True)
class Table:
    """Rows of words; a figure of ours stands beside the published one."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Figure:
    """One published figure with ours, for the first page of the report."""

    name: str
    published: float
    ours: float
    unit: str = ""
    zh: str = ""
    """The name in Chinese; without one it is shown in English."""


@dataclass(frozen=True)
class Plot:
    """Bars by series and label; `across` and `upward` name the axes with their units."""

    series: Mapping[str, Mapping[str, float]]
    title: str
    across: str
    upward: str


@dataclass(frozen=True)
class Answer:
    """What running one entry gave."""

    tables: tuple[Table, ...]
    command: str
    seconds: float
    """Of this run alone: it may have gone on with an earlier one."""
    missing: tuple[str, ...] = ()
    """What could not be repeated, and why."""
    figures: tuple[Figure, ...] = ()
    plots: tuple[Plot, ...] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Drawn positions as SVG text, by what they show."""


@dataclass(frozen=True)
class Settings:
    """What a run may use."""

    data: Path | None = None
    """The folder of records; entries say which file they look for."""
    work: Path = Path("papers-work")
    """Where a long run keeps its state, so that it can be stopped and gone on with."""
    jobs: int = os.cpu_count() or 1
    games: int | None = None
    """Only so many records."""
    proof: Path | None = None
    """Where an entry that proves something writes its certificate."""


class Entry(Protocol):
    """A module of this package that repeats something published."""

    ID: str
    PAPER: str
    TITLE: str
    TITLE_ZH: str
    QUICK: int
    """The records (or games, boards ...) of a look that takes some seconds."""

    def run(self, settings: Settings, report: Report) -> Answer: ...


def machine() -> str:
    """The machine in words, for reports."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def to_json(entry: Entry, answer: Answer) -> dict[str, Any]:
    """The stable fields of `kikashi papers run --json`."""
    return {
        "id": entry.ID,
        "paper": entry.PAPER,
        "title": entry.TITLE,
        "title_zh": entry.TITLE_ZH,
        "tables": [
            {"title": t.title, "columns": list(t.columns), "rows": [list(r) for r in t.rows]}
            for t in answer.tables
        ],
        "command": answer.command,
        "machine": machine(),
        "seconds": round(answer.seconds, 1),
        "missing": list(answer.missing),
        "figures": [
            {
                "name": f.name,
                "name_zh": f.zh or f.name,
                "published": f.published,
                "ours": f.ours,
                "unit": f.unit,
            }
            for f in answer.figures
        ],
    }
