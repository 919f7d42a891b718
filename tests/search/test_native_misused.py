"""Whoever misuses the native module is refused, or served in turn; nothing hangs or breaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kikashi import _native
from tests.search import misuse

pytestmark = pytest.mark.native

SECONDS = 240
"""Enough on a machine that does much else; what hangs, hangs for ever."""


@pytest.mark.parametrize(
    "way",
    [
        misuse.minishogi_from_inside,
        misuse.go_from_inside,
        misuse.deep_counts,
        misuse.all_memory,
        misuse.tables_are_stopped,
        misuse.tables_of_others,
    ],
    ids=lambda way: way.__name__,
)
def test_it_ends_well(way: object, tmp_path: Path) -> None:
    name = getattr(way, "__name__", "")
    folder = [str(tmp_path)] if way is misuse.tables_of_others else []
    command = [sys.executable, "-m", "tests.search.misuse", name, *folder]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr


def test_a_style_out_of_range_is_refused_in_a_sentence() -> None:
    geometry = _native.Geometry(3, [[0, 1, 2]], 1, 1, 2, [], [])
    counts = ("width", "root_width", "first_stones", "glance", "threat_nodes")
    style: dict[str, Any] = dict.fromkeys(counts, 4)
    style |= {"forces": True, "partial": 0.1, "wary": 0.1, "most_depth": 1 << 40}
    with pytest.raises(ValueError, match="the style's most_depth is out of range"):
        _native.think(
            geometry,
            [[], []],
            0,
            1,
            [[0] * 16] * 3,
            style=style,
            nodes=10,
            seconds=0.0,
            soft=0.0,
            threads=1,
            seed=1,
            noise=0,
            variety=0,
            lines=1,
        )


def test_a_tree_of_go_is_not_kept_for_another_position() -> None:
    """Its moves would be played on a board that they do not fit."""
    player = _native.go_player(5, 1 << 20)

    def visits(board: str, mover: int) -> int:
        start: tuple[Any, ...] = (board, mover, -1, -1, 0, 0, [], "simple", False, True, 13, False)
        effort: tuple[Any, ...] = (50, 0.0, 0.0, 1, 1, False, {}, None)
        return int(player.think(True, *start, *effort)["visits"])

    first = "." * 25
    assert visits(first, 0) == 50
    assert visits(first, 0) > 50
    assert visits(first, 1) == 50  # somebody else is to move, as after a stone of a handicap
    assert visits("X" + "." * 24, 1) == 50
    player.advance(7)
    assert visits("X......O" + "." * 17, 0) > 50
    player.advance(7)
    assert visits("X......O" + "." * 17, 0) == 50
