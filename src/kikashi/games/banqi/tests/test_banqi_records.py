"""The 655 games of a university course: every move legal, every result as the record says."""

from __future__ import annotations

import re

import pytest

from kikashi.games import room
from tests.data import data

REASONS = {
    "NoMove": ("no-pieces", "no-move"),
    "NoEatFlipDraw": ("no-progress",),
    "PositionRepetitionDraw": ("repetition",),
}


@pytest.mark.slow
def test_all_655_games_of_the_course_replay_with_their_results() -> None:
    text = data("banqi/ntu2021_azul_games.txt").read_text("utf-8")
    games = re.split(r"^# game ", text, flags=re.MULTILINE)[1:]
    assert len(games) == 655
    banqi, differences = room("banqi"), []
    for game in games:
        lines = game.strip().split("\n")
        moves = " ".join(line.partition(" ")[2] for line in lines if re.match(r"\d+\. ", line))
        result = banqi.from_text(moves, {"preset": "course"}).result()
        said, _, score = lines[-1].partition(" ")
        first, second = map(float, score.split()[-1].split(","))
        expected = (
            int(first > second) - int(first < second),
            int(second > first) - int(second < first),
        )
        if (
            result is None
            or result.payoffs != expected
            or result.reason not in REASONS[said.partition(",")[0]]
        ):
            differences.append((lines[0], result))
    assert not differences
