"""Papers about Connect6: patterns with their slips, and openings with certificates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kikashi.games.connect6 import paper003_openings, paper003_patterns
from kikashi.papers import Settings

pytestmark = pytest.mark.native


def silent(*_: object) -> None:
    """Nobody watches."""


def test_every_pattern_scores_as_published_and_every_slip_is_named() -> None:
    answer = paper003_patterns.run(Settings(), silent)
    patterns, key, examples = answer.tables
    assert {row[-1] for row in patterns.rows} == {"yes"}
    assert key.rows[0][1:] == key.rows[1][1:]
    for _, published, ours, slip in examples.rows:
        assert (published == ours) is (slip == "-") or "writes" in slip


def test_a_certificate_of_an_earlier_run_is_checked_and_not_believed(tmp_path: Path) -> None:
    opening = "j10 a1 s19"
    path = tmp_path / f"{paper003_openings.ID}-j10-a1-s19.cert.gz"
    path.write_bytes(b'{"kikashi-certificate": 1}\n')
    row = paper003_openings.openings_in(tmp_path, 1.0).proved(opening)
    assert row[0].startswith("refused: ")


def test_what_each_opening_took_is_kept_for_the_next_run(tmp_path: Path) -> None:
    for opening in ("j10 j11 k10", "j10 j11 k11"):
        assert paper003_openings.openings_in(tmp_path, 0.001).proved(opening)[0] == "unknown"
    kept = json.loads((tmp_path / f"{paper003_openings.ID}.json").read_text("utf-8"))
    assert set(kept) == {"j10 j11 k10", "j10 j11 k11"}
    assert all(spent["nodes"] > 0 for spent in kept.values())


def test_the_distance_is_that_of_the_farther_stone() -> None:
    assert paper003_openings.distance("j10 l12 h8") == 2
    assert paper003_openings.distance("j10 k11 a1") == 9
