"""Where the real records and problems are: not in the house, but beside it."""

from __future__ import annotations

import os
from pathlib import Path

from tests.needs import cannot_run

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"


def data(name: str) -> Path:
    """A file of the data folder; without it the test is skipped, except in CI, where it fails."""
    path = Path(os.environ.get("KIKASHI_DATA", BESIDE)) / name
    if not path.exists():
        cannot_run(f"the data is not at {path} (set KIKASHI_DATA)")
    return path
