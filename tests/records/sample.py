"""Where the real records are: never committed, so tests find them beside the checkout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[3] / "shared/data"


def sample_games() -> Path:
    """The 2,000 Connect6 games; the test is skipped if they are not there, but fails under CI."""
    path = Path(os.environ.get("KIKASHI_DATA", _BESIDE)) / "connect6/human_games_sample2000.csv"
    if not path.exists():
        reason = f"the sample games are not at {path} (set KIKASHI_DATA)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path
