"""Puzzles of further sorts in the studio: single threats, the only defence, the best choice; their
exam.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi import FastAPI

from kikashi.exam import BEYOND, PAPER
from kikashi.exam.ladder import Level
from kikashi.games import room
from kikashi.law import Position
from kikashi.puzzles import choices
from kikashi.puzzles.model import BEST_CHOICE, FURTHER
from kikashi.puzzles.starter import starter, starter_games
from kikashi.search import Limits, solve
from kikashi.studio.services import sittings
from tests.studio import solvers
from tests.studio.client import Client, problem
from tests.studio.exams import answer, begin, board
from tests.studio.puzzling import keys

pytestmark = pytest.mark.slow

TELLING = {"answers", "line", "certificate", "refutation", "solution", "themes", "difficulty"}
CHOICE_TELLING = TELLING - {"difficulty"} | {"grounds", "value"}
CHOICE_GAMES = starter_games(BEST_CHOICE)


def turn_of(attempt: dict[str, Any]) -> list[str]:
    """A whole turn that begins a win of the attempt's class."""
    here = solvers.board(attempt["game"], attempt["position"])
    return solvers.whole(here, solve(here, attempt["by"], Limits(nodes=300_000)).line[0])


def test_every_further_set_has_its_place_on_the_shelf(client: Client) -> None:
    for shelf in client.get("/api/puzzles").json():
        there = {one["sort"]: one for one in shelf["further"]}
        for sort in FURTHER:
            shipped = starter(shelf["game"], sort)
            assert (sort in there) == bool(shipped), (shelf["game"], sort)
            if shipped:
                found = there[sort]
                assert found["puzzles"] == len(shipped) == sum(found["lengths"].values())
                assert {puzzle.by for puzzle in shipped} == {found["by"]}
                assert all(set(theme["names"]) == {"en", "zh-Hant"} for theme in found["themes"])


def test_a_wish_for_one_sort_gets_no_other(client: Client) -> None:
    for sort in ("single-threats", "defence"):
        count = client.post("/api/puzzles/counts", {"game": "gomoku", "sort": sort}).json()
        assert count["fitting"] == len(starter("gomoku", sort))
        attempt = solvers.begin(client, "gomoku", sort=sort)
        assert attempt["sort"] == sort
        assert attempt["puzzle"].endswith(f"-{sort[0]}")
    assert solvers.begin(client, "gomoku")["sort"] == "main"
    refused = client.post("/api/puzzles/counts", {"game": "gomoku", "sort": "nonsense"})
    assert refused.status_code == 422


@pytest.mark.parametrize("game", ["connect6", "gomoku"])
def test_a_win_by_single_threats_is_played_to_its_end(app: FastAPI, game: str) -> None:
    client = Client(app)
    attempt = solvers.begin(client, game, sort="single-threats", longest=4)
    assert keys(attempt) & TELLING == set()
    refused = client.get(f"/api/puzzles/attempts/{attempt['id']}/solution")
    problem(refused, 409, "not-over")
    for _ in range(20):
        attempt = solvers.play(client, attempt, turn_of(attempt))
        assert attempt["verdict"] in ("solved", "goes-on"), attempt["verdict"]
        if attempt["state"] == "solved":
            break
    assert attempt["state"] == "solved"
    found = client.get(f"/api/puzzles/attempts/{attempt['id']}/solution").json()
    assert found["main_line"] is True
    first = found["turns"][0]["moves"]
    assert sorted(first) in [sorted(turn) for turn in solvers.answers(app, attempt["id"])]


def test_leaving_the_other_side_a_win_fails_a_single_threat_puzzle(app: FastAPI) -> None:
    client = Client(app)
    attempt = solvers.begin(client, sort="single-threats", tags=["parries"])
    done = solvers.fail_it(client, attempt)
    assert (done["state"], done["reason"]) == ("failed", "counter")
    again = client.post(
        "/api/puzzles/attempts", {"game": "connect6", "purpose": "repeat", "sort": "main"}
    ).json()
    assert again["puzzle"] == done["puzzle"], "a failure waits whatever sort is chosen now"


@pytest.mark.parametrize("game", ["connect6", "gomoku"])
def test_the_only_defence_solves_and_another_turn_is_answered_by_the_win(
    app: FastAPI, game: str
) -> None:
    client = Client(app)
    attempt = solvers.begin(client, game, sort="defence")
    here = solvers.board(game, attempt["position"])
    assert attempt["player"] == here.mover
    (only,) = solvers.answers(app, attempt["id"])
    done = solvers.play(client, attempt, solvers.whole(here, only))
    assert (done["state"], done["verdict"], done["reason"]) == ("solved", "solved", "holds")
    solution = client.get(f"/api/puzzles/attempts/{attempt['id']}/solution").json()
    assert [sorted(turn["moves"]) for turn in solution["turns"]] == [sorted(only)]

    other = solvers.begin(client, game, sort="defence")
    here = solvers.board(game, other["position"])
    done = solvers.play(client, other, solvers.quiet_turn(here))
    assert (done["state"], done["reason"]) == ("failed", "counter")
    attack = done["turns"][1]
    after = here.play_all(solvers.quiet_turn(here))
    proved = solve(after, other["by"], Limits(nodes=300_000))
    assert proved.verdict == "win"
    assert attack, "the turn that wins is shown on the board"


def test_the_ladder_is_that_of_the_command_line(client: Client) -> None:
    (stand,) = [one for one in client.get("/api/exam/ladders").json() if one["game"] == "connect6"]
    told = [(step["kyu"], step["length"], step["single"]) for step in stand["levels"]]
    assert told == [(step.kyu, step.length, step.single) for step in PAPER + BEYOND]
    assert all(step["pool"] > step["puzzles"] for step in stand["levels"])


def test_a_step_by_single_threats_is_ruled_by_their_rule(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Level(2, 2, 3, 1, beyond=True, single=True)
    monkeypatch.setattr(sittings, "PAPER", ())
    monkeypatch.setattr(sittings, "BEYOND", (step,))
    client = Client(app)
    sitting = begin(client, "gomoku", beyond=True)
    assert sitting["levels"][0]["single"] is True
    first = sitting["question"]["puzzle"]
    while not sitting["over"]:
        here = board(sitting)
        turn = solvers.whole(here, solve(here, "vct", Limits(nodes=300_000)).line[0])
        sitting = answer(client, sitting, turn)
    assert sitting["kyu"] == 2
    entry = next(one for one in sitting["past"] if one["puzzle"] == first)
    assert entry["verdict"] in ("solved", "open")
    path = f"/api/exam/sittings/{sitting['id']}/puzzles/{first}/solution"
    solution = client.get(path).json()
    assert solution["main_line"] is True
    assert len(solution["turns"]) >= 3
    certificate = client.get(f"/api/exam/certificates/{sitting['certificate']}").json()
    assert certificate["single"] is True


def wrong_words(attempt: dict[str, Any], right: list[list[str]]) -> list[str]:
    words = [choice["word"] for choice in attempt["position"]["scene"]["choices"]]
    return [word for word in words if [word] not in right]


def shown(question: dict[str, Any]) -> Position:
    """The board of a question, turned as it is shown."""
    asked = question["position"]
    return room(asked["game"]).from_text(asked["start"], asked["options"])


def best_of(question: dict[str, Any]) -> list[list[str]]:
    return [list(turn) for turn in choices.best(shown(question))]


@pytest.mark.parametrize("game", CHOICE_GAMES)
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
    assert keys(attempt) & CHOICE_TELLING == set()
    solution = f"/api/puzzles/attempts/{attempt['id']}/solution"
    problem(client.get(solution), 409, "not-over")
    problem(client.post(solution, {"flags": {}}), 409, "not-over")
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
    assert client.post(solution, {"flags": {"nonsense": "1"}}).status_code == 422
    for flag in told["flags"]:
        set_to = next(value for value in flag["choices"] if value != flag["default"])
        again = client.post(solution, {"flags": {flag["name"]: set_to}}).json()
        assert {one["word"] for one in again["choices"]} == {one["word"] for one in told["choices"]}
        assert again["grounds"] != told["grounds"]
        assert again["proved"] is False

    other = solvers.begin(client, game, sort=BEST_CHOICE)
    words = wrong_words(other, solvers.answers(app, other["id"]))
    done = solvers.play(client, other, [words[-1]])
    assert (done["state"], done["reason"]) == ("failed", "not-best")
    assert done["end"]["after"] < done["end"]["before"]


@pytest.mark.parametrize("game", CHOICE_GAMES)
def test_the_exam_asks_choices_and_tells_nothing_before_its_end(app: FastAPI, game: str) -> None:
    client = Client(app)
    (stand,) = [one for one in client.get("/api/exam/ladders").json() if one["game"] == game]
    assert stand["choices"]
    assert len(stand["levels"]) >= 5
    sitting = begin(client, game)
    first = sitting["question"]
    assert set(first["question"]) == {"en", "zh-Hant"}
    sitting = answer(client, sitting, best_of(first)[0])
    assert (sitting["last"]["verdict"], sitting["right"]) == ("solved", 1)
    assert sitting["last"]["position"]["scene"] == first["position"]["scene"]
    assert keys(sitting) & (CHOICE_TELLING - {"certificate"}) == set()
    while not sitting["over"]:
        question = sitting["question"]
        sitting = answer(client, sitting, [wrong_words(question, best_of(question))[0]])
    entry = sitting["past"][-1]
    assert (entry["verdict"], entry["reason"], entry["choice"]) == ("wrong", "not-best", True)
    path = f"/api/exam/sittings/{sitting['id']}/puzzles/{entry['puzzle']}/solution"
    assert client.get(path).json()["choices"][0]["best"] is True


@pytest.mark.parametrize("game", CHOICE_GAMES)
def test_a_question_shows_the_view_of_who_chooses(app: FastAPI, game: str) -> None:
    client = Client(app)
    attempt = solvers.begin(client, game, sort=BEST_CHOICE)
    seen = shown(attempt).view_of_mover()
    assert attempt["position"]["text"] == seen.text
    assert {one["word"] for one in attempt["position"]["scene"]["choices"]} == set(seen.legal_moves)
    if room(game).on_points() is None:
        assert json.dumps(attempt["position"]["scene"]).count('"hand"') >= 1
