"""What one of three players can force on small boards, and every first move in space."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from kikashi.games.goclub import ROOM, paper002_coalitions
from kikashi.law.winning_set_room import stones_of
from kikashi.papers import Settings
from kikashi.stones.coalitions import can_force

pytestmark = pytest.mark.native


def silent(*_: object) -> None:
    """Nobody watches."""


def test_the_table_says_what_was_searched_and_goes_on_from_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = paper002_coalitions.run(Settings(work=tmp_path, jobs=1, games=2), silent)
    three, space = answer.tables
    assert [row[:2] for row in three.rows][3:] == [
        ("4x4", "first"),
        ("4x4", "second"),
        ("4x4", "third"),
    ]
    assert {row[2:6] for row in three.rows} == {("no", "no", "no", "yes")}
    assert [(row[0], row[2], row[3], row[4]) for row in space.rows] == [
        ("3x3x3", "4", "4", "0"),
        ("4x4x4", "4", "4", "0"),
    ]
    assert len(list(tmp_path.glob("*.cert.gz"))) == 8
    monkeypatch.setattr(paper002_coalitions, "can_force", None)  # what was searched is kept
    log = next(tmp_path.glob("*.jsonl"))
    with log.open("a") as file:
        file.write('["4x4", 0, "al')  # of a run that was killed
    again = paper002_coalitions.run(Settings(work=tmp_path, jobs=1, games=2), silent)
    assert again.tables[0] == three


def test_up_to_6x6_a_sum_alone_keeps_one_from_winning_against_two() -> None:
    """Beck: one stone against two a round, and a club of five that misses m weighs 3^-m."""
    for size, small in (("4x4", True), ("6x6", True), ("7x7", False)):
        start = ROOM.start({"size": size, "clubs": "plane", "players": "3"})
        clubs = len(stones_of(start).rules.sets)
        assert (3 * clubs * Fraction(1, 3**5) < 1) is small
        found = can_force(start, (0,), (0,))
        assert found.forced is False
        assert (found.nodes == 1) is small


def test_who_is_blocked_by_one_wins_no_more_with_a_helper() -> None:
    """6x6 is drawn for two by blocking alone; where the limit comes first nothing is said."""
    held, _ = paper002_coalitions.held_by_one({"size": "6x6"}, 20_000)
    assert held
    assert not paper002_coalitions.held_by_one({"size": "7x7"}, 100)[0]
