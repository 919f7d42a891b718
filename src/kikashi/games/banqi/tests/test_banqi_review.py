"""The review of a game: what acts were worth, and the luck of flips."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kikashi.games import room
from kikashi.games.banqi.acts_reviewed import review_acts
from kikashi.games.banqi.contest_records import write
from kikashi.games.banqi.engine import weighed
from kikashi.games.banqi.position import banqi_of
from kikashi.games.banqi.verbs import app
from kikashi.law import GameError

pytestmark = pytest.mark.native
BANQI = room("banqi")


def test_a_missed_capture_costs_and_a_good_flip_is_luck() -> None:
    start = banqi_of(BANQI.from_text("4/4/4/4/4/4/1gX1/1KX1 first red 0 pR"))
    rows = list(review_acts(start, ("c2", "R"), 3_000))
    assert [(row.act, row.shown, row.best) for row in rows] == [("c2", "R", "b1-b2")]
    assert rows[0].lost > 0.05
    flip = next(act for act in weighed(start, nodes=3_000) if act.move == "c2")
    chances = {letter: chance for letter, _, chance in flip.outcomes}
    assert rows[0].luck == pytest.approx((chances["R"] - chances["p"]) / 2, abs=1e-3)
    assert rows[0].luck > 0, "an own piece is better than a soldier beside the king"


def test_nothing_is_lost_where_there_is_one_act_and_a_game_that_is_over_is_refused() -> None:
    start = banqi_of(BANQI.from_text("K3/g3/4/4/4/4/4/4 first red 0"))
    rows = list(review_acts(start, ("a8-a7",), 1_000))
    assert [(row.lost, row.chance, row.luck) for row in rows] == [(0.0, 1.0, 0.0)]
    with pytest.raises(GameError, match="over after 1 moves"):
        list(review_acts(start, ("a8-a7", "a7-a6"), 1_000))


def test_the_verb_reviews_a_game_of_a_file(tmp_path: Path) -> None:
    moves = ("b8", "R", "c8", "n", "b8-c8")
    file = tmp_path / "games.txt"
    end = banqi_of(BANQI.start().play_all(moves[:4]))
    file.write_text("# game 1\n" + write(end, moves[:4], ("A", "B")), "utf-8")
    words = ["review", str(file), "--nodes", "300"]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    assert "b8(R)" in said.output
    assert "second: lost" in said.output
    told = CliRunner(env={"KIKASHI_LANGUAGE": "zh-Hant"}).invoke(app, words).output
    assert "後手：選擇損失" in told
    assert not re.search("[a-z]{2,}", told)
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
    assert [act["shown"] for act in found["acts"]] == ["R", "n"]
    missing = CliRunner().invoke(app, [*words, "--game", "2"])
    assert "fewer than 2 games" in str(missing.exception)
