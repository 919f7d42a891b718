"""Replies to a plan that are answered by a certified win."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.games.gomoku import paper000_lin_proofs
from kikashi.games.gomoku.paper000_lin_proofs import PLANS, Plan, replies
from kikashi.papers import Settings

pytestmark = pytest.mark.native


def silent(*_: object) -> None:
    """Nobody watches."""


def test_replies_are_asked_once_for_each_symmetry_and_the_farthest_first() -> None:
    diagonal = replies(PLANS[0])  # h8 a1 i9: the long diagonal is an axis
    assert len(diagonal) == (225 - 15) // 2 + 15 - 3
    assert diagonal[0] in ("a2", "o1", "o15", "a15", "b1")
    assert set(diagonal[-4:]) & {"g7", "h9", "g9", "i8", "h7", "g8"}
    assert len(replies(Plan("h8 a2 i9", "black", ""))) == 225 - 3


@pytest.mark.thorough
def test_a_certificate_is_checked_again_and_a_broken_one_is_no_win(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(work=tmp_path, jobs=1, games=1)
    (row,) = paper000_lin_proofs.run(settings, silent).tables[0].rows
    assert row[3:5] == ("1", "1")
    monkeypatch.setattr(paper000_lin_proofs, "solve", None)  # what was searched is kept
    assert paper000_lin_proofs.run(settings, silent).tables[0].rows == (row,)
    (path,) = tmp_path.glob("*.cert.gz")
    path.write_bytes(path.read_bytes()[:200])
    (broken,) = paper000_lin_proofs.run(settings, silent).tables[0].rows
    assert broken[4] == "0"
    assert broken[-1] != "none"
