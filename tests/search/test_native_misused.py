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

TAI = 34
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


@pytest.mark.parametrize("number", [-(1 << 31), -1, 1 << 30])
def test_numbers_that_would_overflow_are_refused(number: int) -> None:
    """The sanitizers end the process where one gets through."""
    geometry = _native.Geometry(6, [[0, 1, 2, 3, 4, 5]], 2, 1, 2, [], [])
    places = [[number, 0]] * 6
    solver = _native.HoneymoonSolver(1 << 14)
    mine, unseen = (1 << 13) - 1, (1 << 39) - (1 << 13)
    known: dict[str, Any] = {"mine": mine, "theirs": 0, "unseen": unseen, "their_unknown": 13}
    known |= {"most": [13] * 4, "led": -1, "leader": 0, "tried": mine, "samples": 1, "seed": 1}
    drawn: dict[str, Any] = {"rounds": 7, "no_trump": True, "by_tricks": False, "mine_first": True}
    played: dict[str, Any] = {"trump": 1, "declarer": True, "ruffs": False, "upcard": 40}
    start: tuple[Any, ...] = ("." * 9, 0, -1, -1)
    rules: tuple[Any, ...] = ([], "simple", False, True)
    effort: tuple[Any, ...] = (False, 5, 0.0, 0.0, 1, 1, False)
    player: Any = _native.go_player(3, 1 << 20)
    komi = 1 << 20 if number == -1 else number
    tai = {"worth": [1] * TAI, "voids": [0] * TAI}
    deal: dict[str, Any] = {"flowers": True, "left": 16, "all_win": False, "passed_win": False}
    deal |= {"may_declare": True, "dealer": 0, "streak": 0, "round": 0, "base": 1, "unit": 1} | tai
    for asked in (
        lambda: _native.connect6_single_threats(geometry, [[], []], 0, places, True, 2, 9, 1.0),
        lambda: solver.proof(1, 2, -1, True, number, 10),
        lambda: solver.judge_draws(**known | drawn | {"most": [number, 13, 13, 13]}),
        lambda: solver.judge_draws(**known | drawn | {"their_unknown": number}),
        lambda: solver.judge_cards(**known | played | {"rounds": 7, "need": number}),
        lambda: player.think(True, *start, 0, 0, *rules, komi, *effort, {}, None),
        lambda: player.think(True, *start, number, 0, *rules, 13, *effort, {}, None),
        lambda: player.think(True, *start, 0, 0, *rules, 13, *effort, {"mercy": -1.0}, None),
        lambda: _native.go_record(3, "X........", 0, -1, [], "simple", False).ladder(0, -1),
        lambda: _native.MahjongRules(**deal | {"unit": number}),
        lambda: _native.mahjong_gather(_native.MahjongRules(**deal), (0, 0, number), 1, 1, 1),
        lambda: _native.MahjongRules(**deal | {"worth": [number] * TAI}),
    ):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            asked()
