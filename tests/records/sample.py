"""The real games that the record formats are tried on."""

from __future__ import annotations

from pathlib import Path

from tests.data import data


def sample_games() -> Path:
    """The 2,000 Connect6 games."""
    return data("connect6/human_games_sample2000.csv")
