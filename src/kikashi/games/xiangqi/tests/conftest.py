"""Real positions for the tests of this room; nothing of them is kept in the project."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

BESIDE = Path(__file__).resolve().parents[6] / "shared/data"


@pytest.fixture(scope="session")
def xiangqi_folder() -> Path:
    folder = Path(os.environ.get("KIKASHI_DATA", BESIDE)) / "xiangqi"
    if not folder.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail(f"the real positions are not at {folder}; set KIKASHI_DATA")
        pytest.skip("the real positions are not here; set KIKASHI_DATA to their folder")
    return folder


@pytest.fixture(scope="session")
def mates(xiangqi_folder: Path) -> list[tuple[int, str]]:
    """All positions with a stated length of the shortest mate by checks, shortest first."""
    with (xiangqi_folder / "mates_checks_only.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(int(row["mate_in"]), row["fen"]) for row in rows]


@pytest.fixture(scope="session")
def no_mate_by_checks(xiangqi_folder: Path) -> dict[str, str]:
    """By name, the FEN of the positions without a known mate by checks."""
    with (xiangqi_folder / "no_checks_only_mate.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: row["fen"] for row in rows}


@pytest.fixture(scope="session")
def perfts(xiangqi_folder: Path) -> list[tuple[str, list[int]]]:
    """FEN and the counts for depths 1, 2, 3."""
    lines = (xiangqi_folder / "perft.epd").read_text("utf-8").splitlines()
    fields = [line.split(";") for line in lines if line and not line.startswith("#")]
    return [(fen, [int(count) for count in counts]) for fen, *counts in fields]
