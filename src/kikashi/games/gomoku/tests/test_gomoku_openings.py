"""Openings of Gomoku that are decided: searched, written down, checked, and checked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.games.gomoku import paper000_openings
from kikashi.papers import Settings


@pytest.mark.native
@pytest.mark.thorough
def test_an_opening_is_proved_once_and_checked_in_every_run(tmp_path: Path) -> None:
    settings = Settings(work=tmp_path, jobs=1, games=1)
    searched = paper000_openings.run(settings, lambda *_: None)
    (row,) = searched.tables[0].rows
    assert row[:2] == ("h8 a1 i9 o15", "Black wins")
    (file,) = tmp_path.glob("*.cert.gz")
    written = file.stat().st_mtime_ns
    again = paper000_openings.run(settings, lambda *_: None)
    assert again.tables[0].rows[0][:6] == row[:6]
    assert file.stat().st_mtime_ns == written, "the search was made again"
