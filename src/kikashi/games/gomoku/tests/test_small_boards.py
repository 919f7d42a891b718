"""The page of small boards: every verdict certified, one first move of each class."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.games.gomoku.paper000_small_boards import first_cells
from kikashi.games.gomoku.rules import Gomoku
from kikashi.papers import Settings, entry
from kikashi.proofs import check_stated


def test_first_moves_are_counted_up_to_symmetry() -> None:
    counts = [len(first_cells(Gomoku().start({"size": f"{n}x{n}"}).rules)) for n in (5, 6, 7)]
    assert counts == [6, 6, 10]


@pytest.mark.native
def test_a_quick_look_gives_checked_certificates_that_are_kept(tmp_path: Path) -> None:
    answer = entry("000-gomoku").run(Settings(None, tmp_path, games=2), lambda *_: None)
    boards, first = answer.tables
    assert [row[:3] for row in boards.rows] == [
        ("3x3", "3", "draw"),
        ("4x3", "3", "black within 4"),
    ]
    assert {row[2] for row in first.rows} == {"draw"}
    kept = sorted(tmp_path.glob("*.cert.gz"))
    assert len(kept) == len(boards.rows) + len(first.rows)
    assert check_stated(kept[0].read_bytes()).sentence
