"""A sample of real positions: every win that is claimed passes the checker."""

from __future__ import annotations

import csv
import json
import re

import pytest

from kikashi.games import room
from kikashi.search import Limits, solve
from tests.data import data

EVERY = 67
"""One game in so many: thirty of the two thousand."""
MOST_NODES = {1: 100, 2: 1_080, 3: 9_000, 4: 5_200, 5: 12_000, 6: 12_200}
"""By k. Where the last winning turn is not first: 1,099, 9,355, 5,836, 17,445, 12,362 from 2 on."""


@pytest.mark.parametrize("k", range(1, 7))
def test_wins_before_the_end_of_real_games_are_proved(k: int) -> None:
    start = room("connect6").start()
    with data("connect6/human_games_sample2000.csv").open(newline="") as file:
        games = [row["moves"].split(",") for row in csv.DictReader(file)][::EVERY]
    wins = nodes = 0
    for moves in games:
        turn = len(moves) // 2 - 2 * (k - 1)
        if turn <= 0:
            continue
        position = start.play_all(moves[: 2 * turn - 1])
        verdict = solve(position, "vcdt", Limits(nodes=100_000))
        nodes += verdict.nodes
        if verdict.certificate is not None:
            verdict.certificate.check()
            wins += 1
        if k == 1:
            assert verdict.turns == 1
    assert wins >= len(games) // 6
    assert nodes <= MOST_NODES[k]


@pytest.mark.parametrize("name", ["black-vcf", "intro-vcf"])
def test_problems_of_continuous_fours_are_won_and_proved(name: str) -> None:
    puzzles = json.loads(data(f"gomoku/renju-puzzles/{name}.json").read_text("utf-8"))["puzzles"]
    for puzzle in [p for p in puzzles if p.get("mode") == 32][::20]:
        cells = {
            key: re.findall(r"[a-z]\d+", puzzle.get(key, "").lower())
            for key in ("stones", "blackStones", "whiteStones")
        }
        black = cells["blackStones"] or cells["stones"][0::2]
        white = cells["whiteStones"] or cells["stones"][1::2]
        side = "black" if puzzle["side"] == 1 else "white"
        text = f"setup black={','.join(black)} white={','.join(white)} move={side} left=1"
        verdict = solve(room("gomoku").from_text(text), "vcf", Limits(nodes=1_000_000))
        assert verdict.certificate is not None, text
        verdict.certificate.check()
