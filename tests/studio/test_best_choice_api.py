"""Puzzles of one best choice in the studio: shelf, attempt, rating, costs after the end, exam."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi import FastAPI

from kikashi.games import room
from kikashi.puzzles.model import BEST_CHOICE
from kikashi.puzzles.starter import starter, starter_games
from tests.studio import solvers
from tests.studio.client import Client, problem
from tests.studio.test_exam_api import answer, begin
from tests.studio.test_puzzles_api import keys

pytestmark = pytest.mark.slow

GAMES = starter_games(BEST_CHOICE)
TELLING = {"answers", "line", "certificate", "refutation", "solution", "themes", "grounds", "value"}


def wrong_words(attempt: dict[str, Any], right: list[list[str]]) -> list[str]:
    words = [choice["word"] for choice in attempt["position"]["scene"]["choices"]]
    return [word for word in words if [word] not in right]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_choice_solves_and_every_cost_is_told_after_the_end(
    app: FastAPI, game: str
) -> None:
    client = Client(app)
    (shelf,) = [one for one in client.get("/api/puzzles").json() if one["game"] == game]
    (sort,) = shelf["further"]
    assert (shelf["puzzles"], sort["sort"]) == (0, BEST_CHOICE)
    assert sort["puzzles"] == len(starter(game, BEST_CHOICE))
    attempt = solvers.begin(client, game, sort=BEST_CHOICE)
    assert attempt["rated"]
    assert set(attempt["question"]) == {"en", "zh-Hant"}
    assert keys(attempt) & TELLING == set()
    solution = f"/api/puzzles/attempts/{attempt['id']}/solution"
    problem(client.get(solution), 409, "not-over")
    turns = f"/api/puzzles/attempts/{attempt['id']}/turns"
    assert client.post(turns, {"moves": ["nonsense"], "after": 0}).status_code == 422
    right = solvers.answers(app, attempt["id"])
    done = solvers.play(client, attempt, right[0])
    assert (done["state"], done["reason"]) == ("solved", "best")
    assert done["end"]["after"] > done["end"]["before"]
    assert done["position"]["scene"] == attempt["position"]["scene"], "the board stays as asked"
    told = client.get(solution).json()
    assert [[one["word"]] for one in told["choices"] if one["best"]] == right
    assert told["proved"] == (room(game).judging() is not None)
    assert set(told["grounds"]) == {"en", "zh-Hant"}

    other = solvers.begin(client, game, sort=BEST_CHOICE)
    words = wrong_words(other, solvers.answers(app, other["id"]))
    done = solvers.play(client, other, [words[-1]])
    assert (done["state"], done["reason"]) == ("failed", "not-best")
    assert done["end"]["after"] < done["end"]["before"]


@pytest.mark.parametrize("game", GAMES)
def test_the_exam_asks_choices_and_tells_nothing_before_its_end(app: FastAPI, game: str) -> None:
    client = Client(app)
    (stand,) = [one for one in client.get("/api/exam/ladders").json() if one["game"] == game]
    assert stand["choices"]
    assert len(stand["levels"]) >= 5
    sitting = begin(client, game)
    by_id = {puzzle.id: puzzle for puzzle in starter(game, BEST_CHOICE)}
    first = sitting["question"]
    assert set(first["question"]) == {"en", "zh-Hant"}
    sitting = answer(client, sitting, list(by_id[first["puzzle"]].answers[0]))
    assert (sitting["last"]["verdict"], sitting["right"]) == ("solved", 1)
    assert sitting["last"]["position"]["scene"] == first["position"]["scene"]
    assert keys(sitting) & (TELLING - {"certificate"}) == set()
    while not sitting["over"]:
        question = sitting["question"]
        right = [list(turn) for turn in by_id[question["puzzle"]].answers]
        sitting = answer(client, sitting, [wrong_words(question, right)[0]])
    entry = sitting["past"][-1]
    assert (entry["verdict"], entry["reason"], entry["choice"]) == ("wrong", "not-best", True)
    path = f"/api/exam/sittings/{sitting['id']}/puzzles/{entry['puzzle']}/solution"
    assert client.get(path).json()["choices"][0]["best"] is True


@pytest.mark.parametrize("game", GAMES)
def test_a_question_shows_the_view_of_who_chooses(app: FastAPI, game: str) -> None:
    client = Client(app)
    attempt = solvers.begin(client, game, sort=BEST_CHOICE)
    start = solvers.asked(app, attempt["id"]).puzzle.start()
    seen = start.view_of_mover()
    assert attempt["position"]["text"] == seen.text
    assert {one["word"] for one in attempt["position"]["scene"]["choices"]} == set(seen.legal_moves)
    assert json.dumps(attempt["position"]["scene"]).count('"hand"') >= 1
