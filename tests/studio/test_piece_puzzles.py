"""Puzzles of a game whose pieces move: made by the factory, judged reply by reply."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI

from kikashi.games import room
from kikashi.law import IllegalMoveError
from kikashi.puzzles.starter import starter
from kikashi.search import Limits, solve
from kikashi.studio.services.judging_pieces import judge_move
from kikashi.studio.services.making import Refused, make_one
from tests.studio import solvers
from tests.studio.client import Client, problem
from tests.studio.puzzling import TELLING, keys, made

pytestmark = pytest.mark.thorough

MATE_IN_THREE = "3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w - - 0 1"
"""Two chariots go up in turn: the ladder."""
RACE = "3k5/9/4b4/9/9/9/8r/7r1/R8/1R2K4 w - - 0 1"
"""The same, but Black has two chariots as well and mates first if Red lets him."""


def best(position: dict[str, Any]) -> str:
    here = room("xiangqi").from_text(position["text"], position["options"])
    found = solve(here, limits=Limits(nodes=100_000), fastest=True)
    assert found.verdict == "win"
    return found.line[0][0]


def test_a_position_becomes_a_puzzle_and_is_solved_against_the_longest_reply(app: FastAPI) -> None:
    client = Client(app)
    found = made(client, game="xiangqi", start=MATE_IN_THREE)
    assert found["puzzle"], found
    attempt = solvers.begin(client, "xiangqi", puzzle=found["puzzle"])
    assert (attempt["by"], attempt["sort"]) == ("checks", "main")
    for number in range(1, found["length"] + 1):
        assert attempt["state"] == "open"
        attempt = solvers.play(client, attempt, [best(attempt["position"])])
        assert len(attempt["turns"]) == 2 * number - (attempt["state"] == "solved")
    assert (attempt["state"], attempt["verdict"]) == ("solved", "solved")
    solution = client.get(f"/api/puzzles/attempts/{attempt['id']}/solution").json()
    assert solution["main_line"] is True
    assert len(solution["turns"]) == 2 * found["length"] - 1
    assert {ladder["game"] for ladder in client.get("/api/exam/ladders").json()} >= {"connect6"}


def test_a_shipped_puzzle_is_solved_with_drops(app: FastAPI) -> None:
    client = Client(app)
    puzzle = next(
        p for p in starter("minishogi") if p.length == 2 and all("*" in t[0] for t in p.line[::2])
    )
    attempt = solvers.begin(client, "minishogi", puzzle=puzzle.id)
    problem(client.get(f"/api/puzzles/attempts/{attempt['id']}/solution"), 409, "not-over")
    while attempt["state"] == "open":
        assert attempt["end"] is None
        assert not keys(attempt) & TELLING
        told = attempt["position"]
        here = room("minishogi").from_text(told["text"], told["options"])
        found = solve(here, limits=Limits(nodes=100_000))
        attempt = solvers.play(client, attempt, list(found.line[0]))
        assert list(found.line[0]) in attempt["turns"], "as the game writes it: S*3d, not s*3d"
    assert (attempt["state"], attempt["verdict"]) == ("solved", "solved")


@pytest.mark.native
def test_a_move_that_gives_the_mate_away_is_wrong_and_shown_why() -> None:
    start = room("xiangqi").from_text(RACE, {})
    (right,) = solve(start, limits=Limits(nodes=100_000)).line[0]
    assert judge_move(start, [right], listed=False, seconds=5).verdict == "goes-on"
    away = judge_move(start, ["b0c0"], listed=False, seconds=5)
    assert (away.verdict, away.reason) == ("wrong", "defence")
    after = start.play("b0c0").play(away.defence[0])
    assert solve(after, "checks", Limits(nodes=100_000)).verdict == "no"
    with pytest.raises(IllegalMoveError):
        judge_move(start, [right, right], listed=False)


@pytest.mark.native
def test_a_mate_at_once_is_a_puzzle_of_one_turn_and_the_start_has_no_win() -> None:
    mate = room("xiangqi").from_text("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1", {})
    made = make_one(mate, lambda *_: None, lambda: False)
    assert not isinstance(made, Refused)
    assert made.turns == 1
    assert set(made.answers) == {("b0b9",), ("b0d0",)}, "every mate is a right answer"
    refused = make_one(room("xiangqi").start(), lambda *_: None, lambda: False)
    assert isinstance(refused, Refused)
    assert refused.code in ("no-win", "unknown")


def test_moves_are_named_as_people_write_them(client: Client) -> None:
    query = {"game": "xiangqi", "moves": ["h2e2", "h9g7"]}
    named = {
        language: [
            turn["names"]
            for turn in client.post("/api/positions", query | {"language": language}).json()[
                "turns"
            ]
        ]
        for language in ("en", "zh-Hant")
    }
    assert named == {"en": [["C2=5"], ["H8+7"]], "zh-Hant": [["炮二平五"], ["馬8進7"]]}
    (turn,) = client.post("/api/positions", {"game": "gomoku", "moves": ["h8"]}).json()["turns"]
    assert turn["names"] == turn["moves"] == ["h8"]
