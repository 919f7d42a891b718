"""The exam: sittings that survive a restart, rulings by workers, nothing told before the end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from kikashi.exam import PAPER, reachable
from kikashi.studio import create_app
from kikashi.studio.settings import Settings
from kikashi.studio.store.solving import CardRow
from tests.studio import solvers
from tests.studio.client import Client, problem
from tests.studio.conftest import WORK
from tests.studio.exams import answer, begin, board
from tests.studio.puzzling import keys

pytestmark = pytest.mark.slow

TELLING = {"answers", "line", "certificate_file", "refutation", "solution", "themes"}


def right(client: Client, sitting: dict[str, Any]) -> dict[str, Any]:
    """Answers one question to its end, by the exam's own rule."""
    puzzle = sitting["question"]["puzzle"]
    while not sitting["over"] and sitting["question"]["puzzle"] == puzzle:
        sitting = answer(client, sitting, solvers.winning_turn(board(sitting)))
    return sitting


def wrong(client: Client, sitting: dict[str, Any]) -> dict[str, Any]:
    return answer(client, sitting, solvers.quiet_turn(board(sitting)))


def test_every_ladder_shows_the_steps_that_its_puzzles_reach(client: Client) -> None:
    ladders = client.get("/api/exam/ladders").json()
    by_game = {ladder["game"]: ladder["levels"] for ladder in ladders}
    assert [step["kyu"] for step in by_game["connect6"]][:7] == [10, 9, 8, 7, 6, 5, 4]
    for levels in by_game.values():
        for step in levels:
            assert step["pool"] > step["puzzles"] > 0
    assert reachable({1: 30, 2: 30, 3: 4, 4: 30}) == PAPER[:2], "it ends where puzzles are few"
    assert reachable({2: 30, 3: 30}) == PAPER[1:3], "and begins where there are some"
    assert reachable({1: 4, 2: 30}) == reachable({-2: 30}) == ()


def test_a_sitting_goes_up_the_ladder_and_ends_with_two_wrong(app: FastAPI) -> None:
    client = Client(app)
    sitting = begin(client)
    assert (sitting["level"], sitting["right"], sitting["wrong"]) == (0, 0, 0)
    for _ in range(3):
        sitting = right(client, sitting)
        assert sitting["last"]["verdict"] == "solved"
    assert (sitting["level"], sitting["passed"], sitting["right"]) == (1, 1, 0)
    sitting = wrong(client, sitting)
    assert (sitting["wrong"], sitting["last"]["verdict"]) == (1, "wrong")
    assert sitting["past"] == [], "what was asked is listed at the end"
    sitting = wrong(client, sitting)
    assert (sitting["over"], sitting["kyu"]) == (True, 10)
    assert sitting["question"] is None
    failed = [entry for entry in sitting["past"] if entry["verdict"] == "wrong"]
    assert len(failed) == 2
    problem(
        client.post(
            f"/api/exam/sittings/{sitting['id']}/turns",
            {"puzzle": "abcd", "moves": ["a1"], "after": 0},
        ),
        409,
        "over",
    )
    certificate = Client(app).get(f"/api/exam/certificates/{sitting['certificate']}").json()
    assert (certificate["name"], certificate["kyu"], certificate["right"]) == ("Lin", 10, 3)


def test_who_passes_nothing_gets_no_certificate(app: FastAPI) -> None:
    client = Client(app)
    sitting = wrong(client, wrong(client, begin(client)))
    assert (sitting["over"], sitting["kyu"], sitting["certificate"]) == (True, None, None)
    problem(client.get("/api/exam/certificates/nothing"), 404, "not-found")


def test_no_answer_before_the_end_holds_the_solution(app: FastAPI) -> None:
    client = Client(app)
    sitting = begin(client)
    name = sitting["question"]["puzzle"]
    path = f"/api/exam/sittings/{sitting['id']}"
    problem(client.get(f"{path}/puzzles/{name}/solution"), 409, "not-over")
    told = [sitting, client.get(path).json(), client.get("/api/exam/sittings").json()]
    told.append(client.get("/api/exam/ladders").json())
    told.append(wrong(client, sitting))
    assert told[-1]["last"]["puzzle"] == name
    problem(client.get(f"{path}/puzzles/{name}/solution"), 409, "not-over")
    with app.state.studio.store.session() as session:
        cards = {card.id: card.data for card in session.scalars(select(CardRow))}
    for one in told:
        assert not keys(one) & TELLING
        text = json.dumps(one)
        assert json.dumps(cards[name]["answers"]) not in text
        assert json.dumps(cards[name]["line"])[:-1] not in text
    for job in client.get("/api/jobs").json():
        events = json.dumps(client.get(f"/api/jobs/{job['id']}").json()["events"])
        assert '"parent"' not in events
    done = client.post(f"{path}/end", {}).json()
    tree = client.get(f"{path}/puzzles/{name}/solution").json()
    assert tree["proved"]
    assert tree["start"] == done["past"][0]["start"], "on the board as it was shown"


def test_the_puzzle_that_the_exam_asks_is_not_explained_elsewhere(app: FastAPI) -> None:
    client = Client(app)
    sitting = begin(client)
    name = sitting["question"]["puzzle"]
    attempt = solvers.begin(client, puzzle=name)
    path = f"/api/puzzles/attempts/{attempt['id']}"
    client.post(f"{path}/end", {"how": "give-up"})
    problem(client.get(f"{path}/solution"), 409, "in-exam")
    guest = Client(app)  # the same person in another browser, perhaps
    second = f"/api/puzzles/attempts/{solvers.begin(guest, puzzle=name)['id']}"
    guest.post(f"{second}/end", {"how": "give-up"})
    problem(guest.get(f"{second}/solution"), 409, "in-exam")
    client.post(f"/api/exam/sittings/{sitting['id']}/end", {})
    assert client.get(f"{path}/solution").status_code == 200
    assert guest.get(f"{second}/solution").status_code == 200


def test_a_sitting_survives_the_end_of_the_studio(database: str) -> None:
    settings = Settings(database=database, work=WORK)
    first = create_app(settings)
    client = Client(first)
    sitting = begin(client)
    while len(sitting["question"]["turns"]) == 0:  # up to the middle of a longer puzzle
        sitting = (
            right(client, sitting)
            if sitting["level"] == 0
            else answer(client, sitting, solvers.winning_turn(board(sitting)))
        )
    first.state.studio.close()
    second = create_app(settings)
    later = Client(second)
    later.cookies = client.cookies
    again = later.get(f"/api/exam/sittings/{sitting['id']}").json()
    assert again == sitting
    assert begin(later)["id"] == sitting["id"], "an open sitting is gone on with"
    after = right(later, again)
    assert (after["right"], after["last"]["verdict"]) == (again["right"] + 1, "solved")
    second.state.studio.close()


def test_a_sitting_is_its_persons_alone_and_stale_answers_are_refused(app: FastAPI) -> None:
    client = Client(app)
    sitting = begin(client)
    path = f"/api/exam/sittings/{sitting['id']}"
    stranger = Client(app)
    problem(stranger.get(path), 404, "not-found")
    problem(stranger.post(f"{path}/end", {}), 404, "not-found")
    stale = {"puzzle": sitting["question"]["puzzle"], "moves": ["a1", "a2"], "after": 2}
    problem(client.post(f"{path}/turns", stale), 409, "changed")
    other = {"puzzle": "00000000", "moves": ["a1", "a2"], "after": 0}
    problem(client.post(f"{path}/turns", other), 409, "changed")
    half = {"puzzle": sitting["question"]["puzzle"], "moves": ["a1"], "after": 0}
    assert client.post(f"{path}/turns", half).status_code == 422
    assert client.get(path).json()["wrong"] == 0, "what is no turn is no answer"


def test_a_sitting_asks_what_was_not_met_before(app: FastAPI) -> None:
    client = Client(app)
    seen: set[str] = set()
    for _ in range(4):
        sitting = wrong(client, wrong(client, begin(client)))
        asked = {entry["puzzle"] for entry in sitting["past"]}
        assert not asked & seen
        seen |= asked
