"""Puzzles: given at random, judged by search, rated, repeated; nothing is told before the end."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from kikashi.law.winning_sets import StonePosition
from kikashi.puzzles.answers import played
from kikashi.puzzles.model import FURTHER
from kikashi.puzzles.starter import starter, starter_games
from kikashi.search import Limits, solve
from kikashi.stones.answers import judge_turn
from kikashi.studio.store.solving import CardRow, StrayRow
from tests.studio import solvers
from tests.studio.client import Client, problem
from tests.studio.puzzling import TELLING, keys, made

pytestmark = pytest.mark.slow


def without_points(value: Any) -> Any:
    """An answer without the cells of the board and the choices, which name every move."""
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if name not in ("points", "choices")}
        return {name: without_points(inner) for name, inner in kept.items()}
    return [without_points(inner) for inner in value] if isinstance(value, list) else value


def test_every_game_with_a_starter_set_has_a_shelf_with_words_for_its_themes(
    client: Client,
) -> None:
    shelves = {shelf["game"]: shelf for shelf in client.get("/api/puzzles").json()}
    assert set(shelves) == {game for sort in ("", *FURTHER) for game in starter_games(sort)}
    for game, shelf in shelves.items():
        assert shelf["puzzles"] == len(starter(game)) == sum(shelf["lengths"].values())
        for theme in shelf["themes"]:
            assert set(theme["names"]) == {"en", "zh-Hant"}, theme


def test_a_puzzle_is_solved_turn_by_turn_against_the_strongest_defence(app: FastAPI) -> None:
    client = Client(app)
    attempt = solvers.begin(client, shortest=3, longest=3)
    assert (attempt["state"], attempt["length"], attempt["rated"]) == ("open", 3, True)
    first = solvers.play(
        client, attempt, solvers.winning_turn(solvers.board("connect6", attempt["position"]))
    )
    assert first["verdict"] == "goes-on"
    assert len(first["turns"]) == 2, "the turn, and the defence on the board"
    assert first["position"]["to_move"] == attempt["player"]
    done = solvers.solve_it(client, first)
    assert done["state"] == "solved"
    assert len(done["turns"]) == 5, "the strongest defence lasts as long as the puzzle"
    assert done["end"]["after"] > done["end"]["before"] == 1500
    with app.state.studio.store.session() as session:
        card = session.get_one(CardRow, done["puzzle"])
        assert card.value < card.data["difficulty"], "the puzzle has lost"
        assert (card.attempts, card.solved) == (1, 1)


def test_beside_an_attempt_that_counts_there_is_no_second_one(app: FastAPI) -> None:
    client = Client(app)
    counts = solvers.begin(client, shortest=2, longest=2)
    assert counts["rated"]
    for wish in ({"puzzle": counts["puzzle"]}, {"purpose": "again", "shortest": 2, "longest": 2}):
        second = solvers.begin(client, **wish)
        assert second["id"] == counts["id"], "the one that counts goes on"
    path = f"/api/puzzles/attempts/{counts['id']}"
    given_up = client.post(f"{path}/end", {"how": "give-up"}).json()
    assert given_up["end"]["after"] < given_up["end"]["before"]
    again = solvers.begin(client, puzzle=counts["puzzle"])
    assert (again["id"] != counts["id"], again["rated"]) == (True, False)


def test_a_newcomer_begins_with_puzzles_of_one_turn(app: FastAPI) -> None:
    client = Client(app)
    lengths = []
    for _ in range(3):
        attempt = solvers.begin(client)
        lengths.append(attempt["length"])
        client.post(f"/api/puzzles/attempts/{attempt['id']}/end", {"how": "give-up"})
    assert lengths == [1, 1, 1]
    assert solvers.begin(Client(app), shortest=3)["length"] >= 3, (
        "who asks for longer ones gets them"
    )


def test_leaving_the_other_side_a_win_fails_and_shows_how(app: FastAPI) -> None:
    client = Client(app)
    attempt = solvers.begin(client, tags=["parries"])
    failed = solvers.fail_it(client, attempt)
    assert (failed["state"], failed["verdict"], failed["reason"]) == ("failed", "wrong", "counter")
    assert failed["position"]["result"]["winner"] == 1 - attempt["player"]
    assert failed["end"]["after"] < failed["end"]["before"]


def undecided(client: Client) -> tuple[dict[str, Any], list[str]]:
    """A puzzle with a quiet turn of which the search says nothing: no threat, and no answer."""
    for _ in range(60):
        attempt = solvers.begin(client, without=["parries"], shortest=2, longest=2)
        before = solvers.board("connect6", attempt["position"])
        turn = solvers.quiet_turn(before)
        after = played(before, turn)
        # Counted in nodes: what is settled so is settled on a slow machine too, and in its second.
        wins = solve(after, limits=Limits(nodes=20_000)).verdict
        if wins == "no" and judge_turn(before, after).verdict == "not-our-line":
            return attempt, turn
    pytest.fail("sixty puzzles, and the other side wins after a quiet turn in each")


def test_a_turn_that_the_search_cannot_decide_costs_nothing_and_is_logged(app: FastAPI) -> None:
    client = Client(app)
    attempt, turn = undecided(client)
    after = solvers.play(client, attempt, turn)
    assert (after["verdict"], after["state"], after["turns"]) == ("not-our-line", "open", [])
    assert after["strayed"] == 1
    with app.state.studio.store.session() as session:
        stray = session.scalars(select(StrayRow).where(StrayRow.card_id == attempt["puzzle"])).one()
    start = solvers.asked(app, attempt["id"]).puzzle.start()
    start.play_all(stray.turns[-1])  # in the puzzle's own notation: legal there
    done = solvers.solve_it(client, after)
    assert (done["state"], done["end"]["after"] > 1500) == ("solved", True)


def of_stones() -> list[str]:
    """Where pieces move, every legal move is told: test_piece_puzzles.py looks at those."""
    return [game for game in starter_games() if isinstance(starter(game)[0].start(), StonePosition)]


def test_no_answer_before_the_end_holds_the_solution(app: FastAPI) -> None:
    for game in of_stones():
        client = Client(app)
        attempt = solvers.begin(client, game, shortest=2)
        path = f"/api/puzzles/attempts/{attempt['id']}"
        told = [attempt]
        told.append(client.get(path).json())
        told.append(client.get("/api/puzzles").json())
        told.append(client.get(f"/api/puzzles/progress?game={game}").json())
        told.append(client.get("/api/puzzles/failures").json())
        refused = client.get(f"{path}/solution")
        problem(refused, 409, "not-over")
        told.append(refused.json())
        right = solvers.answers(app, attempt["id"])
        first = solvers.play(
            client, attempt, solvers.winning_turn(solvers.board(game, attempt["position"]))
        )
        problem(client.get(f"{path}/solution"), 409, "not-over")
        for answer in (*told, first):
            one = answer if isinstance(answer, dict) and "puzzle" in answer else None
            if one is not None:
                assert one["end"] is None
                assert not keys({**one, "position": one["position"]}) & TELLING
        stones = {stone["cell"] for stone in attempt["position"]["scene"]["stones"]}
        for answer in told:
            text = json.dumps(without_points(answer))
            for turn in right:
                new = [move for move in turn if move not in stones]
                assert not all(f'"{move}"' in text for move in new), (game, turn)
        for job in client.get("/api/jobs").json():
            events = json.dumps(client.get(f"/api/jobs/{job['id']}").json()["events"])
            assert '"parent"' not in events
        done = solvers.solve_it(client, first)
        tree = client.get(f"{path}/solution").json()
        assert tree["proved"]
        assert done["end"]["themes"] is not None
        assert any(set(turn) <= set(tree["turns"][0]["moves"]) for turn in right)


def test_the_solution_tree_is_a_proof_on_the_board_that_was_shown(app: FastAPI) -> None:
    client = Client(app)
    attempt = solvers.begin(client, shortest=4, longest=4)
    path = f"/api/puzzles/attempts/{attempt['id']}"
    ended = client.post(f"{path}/end", {"how": "give-up"}).json()
    assert (ended["state"], ended["reason"]) == ("failed", "gave-up")
    tree = client.get(f"{path}/solution").json()
    start = solvers.board("connect6", attempt["position"])
    positions: list[StonePosition] = []
    for turn in tree["turns"]:
        before = start if turn["parent"] < 0 else positions[turn["parent"]]
        positions.append(before.play_all(turn["moves"]))
    leaves = set(range(len(positions))) - {turn["parent"] for turn in tree["turns"]}
    for leaf in leaves:
        assert positions[leaf].threats(attempt["player"])[1] > 2, "every line ends unstoppable"


def test_a_skipped_puzzle_costs_nothing_and_tells_nothing(app: FastAPI) -> None:
    client = Client(app)
    attempt = solvers.begin(client)
    path = f"/api/puzzles/attempts/{attempt['id']}"
    skipped = client.post(f"{path}/end", {"how": "skip"}).json()
    assert (skipped["state"], skipped["end"]) == ("skipped", None)
    problem(client.get(f"{path}/solution"), 409, "not-over")
    assert client.get("/api/puzzles/progress?game=connect6").json()["rating"] is None


def test_stale_finished_illegal_and_strange_turns_are_refused_in_words(app: FastAPI) -> None:
    client = Client(app)
    attempt = solvers.begin(client, shortest=2, longest=2)
    path = f"/api/puzzles/attempts/{attempt['id']}/turns"
    problem(client.post(path, {"moves": ["a1", "a2"], "after": 2}), 409, "changed")
    taken = attempt["position"]["scene"]["stones"][0]["cell"]
    problem(client.post(path, {"moves": [taken, "a2"], "after": 0}), 422, "refused")
    problem(client.post(path, {"moves": ["a1"], "after": 0}), 422, "refused")
    done = solvers.solve_it(client, attempt)
    problem(client.post(path, {"moves": ["a1", "a2"], "after": len(done["turns"])}), 409, "over")
    stranger = Client(app)
    for answer in (
        stranger.get(f"/api/puzzles/attempts/{attempt['id']}"),
        stranger.get(f"/api/puzzles/attempts/{attempt['id']}/solution"),
        stranger.post(path, {"moves": ["a1", "a2"], "after": 0}),
    ):
        problem(answer, 404, "not-found")


def test_of_two_turns_at_once_one_counts(app: FastAPI) -> None:
    client = Client(app)
    attempt = solvers.begin(client, tags=["parries"])
    turn = solvers.quiet_turn(solvers.board("connect6", attempt["position"]))
    path = f"/api/puzzles/attempts/{attempt['id']}/turns"
    with ThreadPoolExecutor(4) as threads:
        query = {"moves": turn, "after": 0}
        answers = list(threads.map(lambda _: client.post(path, query).status_code, range(4)))
    assert sorted(answers) == [200, 409, 409, 409]
    progress = client.get("/api/puzzles/progress?game=connect6").json()
    assert (progress["attempts"], len(progress["history"])) == (1, 1)


def test_failures_are_listed_until_they_are_solved_and_repeats_are_not_rated(app: FastAPI) -> None:
    client = Client(app)
    failed = solvers.fail_it(client, solvers.begin(client, tags=["parries"]))
    listed = client.get("/api/puzzles/failures?game=connect6").json()
    assert [entry["puzzle"] for entry in listed] == [failed["puzzle"]]
    again = solvers.begin(client, purpose="repeat")
    assert (again["puzzle"], again["rated"]) == (failed["puzzle"], False)
    before = client.get("/api/puzzles/progress?game=connect6").json()["rating"]
    solvers.solve_it(client, again)
    assert client.get("/api/puzzles/failures").json() == []
    assert client.get("/api/puzzles/progress?game=connect6").json()["rating"] == before
    refused = client.post("/api/puzzles/attempts", {"game": "connect6", "purpose": "repeat"})
    problem(refused, 404, "no-failures")


def test_old_puzzles_come_back_only_when_asked_for(app: FastAPI) -> None:
    client = Client(app)
    lengths = Counter(puzzle.length for puzzle in starter("goclub"))
    rare = next(length for length, count in lengths.items() if count == 1)
    wish: dict[str, Any] = {"game": "goclub", "shortest": rare, "longest": rare}
    assert client.post("/api/puzzles/counts", wish).json() == {"fitting": 1, "fresh": 1}
    only = solvers.begin(client, **wish)
    assert client.post("/api/puzzles/counts", wish).json() == {"fitting": 1, "fresh": 0}
    problem(client.post("/api/puzzles/attempts", wish), 404, "none-left")
    client.post(f"/api/puzzles/attempts/{only['id']}/end", {"how": "skip"})
    again = solvers.begin(client, **wish, purpose="again")
    assert (again["puzzle"], again["rated"]) == (only["puzzle"], False)
    problem(
        client.post("/api/puzzles/attempts", {**wish, "tags": ["edge", "x"], "every": True}),
        404,
        "none-fit",
    )


def test_tags_can_be_mixed_and_mixes_are_kept_by_name(app: FastAPI) -> None:
    client = Client(app)

    def tags(**wish: Any) -> set[str]:
        return set(solvers.asked(app, solvers.begin(client, **wish)["id"]).puzzle.tags)

    either = ["parries", "three-singles"]
    for _ in range(5):
        assert tags(tags=either) & set(either)
        assert tags(tags=either, every=True) >= set(either)
        assert not tags(without=either) & set(either)
    wish = {"game": "connect6", "tags": either, "every": True, "longest": 4}
    assert (
        client.request("PUT", "/api/puzzles/mixes/morning", json={"wish": wish}).status_code == 200
    )
    kept = client.get("/api/puzzles/mixes").json()
    assert [(mix["name"], mix["wish"]["tags"], mix["wish"]["longest"]) for mix in kept] == [
        ("morning", either, 4)
    ]
    assert Client(app).get("/api/puzzles/mixes").json() == []
    assert client.delete("/api/puzzles/mixes/morning").status_code == 204
    assert client.get("/api/puzzles/mixes").json() == []


def test_a_reported_puzzle_is_not_met_again(app: FastAPI) -> None:
    client = Client(app)
    wish: dict[str, Any] = {"game": "goclub", "shortest": 7, "longest": 7}
    attempt = solvers.begin(client, **wish)
    report = client.post(f"/api/puzzles/{attempt['puzzle']}/reports", {"text": "j10 wins too"})
    assert report.status_code == 204
    problem(client.post("/api/puzzles/attempts", {**wish, "purpose": "again"}), 404, "none-met")
    problem(client.post("/api/puzzles/0000/reports", {"text": ""}), 404, "not-found")


def test_puzzles_are_turned_and_their_colours_changed(app: FastAPI) -> None:
    name = solvers.begin(Client(app), shortest=2, longest=2)["puzzle"]
    client = Client(app)
    seen = {
        (attempt["position"]["text"], attempt["player"])
        for attempt in (solvers.begin(client, puzzle=name) for _ in range(24))
    }
    assert len(seen) > 6
    assert {player for _, player in seen} == {0, 1}


def test_progress_shows_rating_days_lengths_and_themes(app: FastAPI) -> None:
    client = Client(app)
    for number in range(3):
        attempt = solvers.begin(client, tags=["parries"], longest=3)
        solvers.solve_it(client, attempt) if number else solvers.fail_it(client, attempt)
    found = client.get("/api/puzzles/progress?game=connect6").json()
    assert (found["attempts"], found["solved"]) == (3, 2)
    assert len(found["history"]) == 3
    assert found["history"][-1][1] == found["rating"]
    assert (found["days"][-1]["solved"], found["days"][-1]["failed"]) == (2, 1)
    theme = next(share for share in found["themes"] if share["name"] == "parries")
    assert (theme["attempts"], theme["solved"]) == (3, 2)
    assert 0 < theme["expected"] < 3
    assert theme["names"]["zh-Hant"] == "先防再攻"


THREE_THREES = "h10,i10,j10,k7,k8,k9,p3,p4,p5"


def test_a_position_becomes_a_puzzle_of_its_maker_alone(app: FastAPI) -> None:
    client = Client(app)
    start = "setup black=a1,s19,a19,s1,j1 white=h10,i10,k8,k9 move=white left=2"
    found = made(client, start=start)
    assert set(found) == {"puzzle", "length", "quality"} or found["puzzle"] is None, found
    if found["puzzle"] is None:
        pytest.fail(str(found))
    listed = client.get("/api/puzzles/made").json()
    assert [entry["puzzle"] for entry in listed] == [found["puzzle"]]
    attempt = solvers.begin(client, puzzle=found["puzzle"])
    assert attempt["rated"] is False
    stranger = Client(app)
    query = {"game": "connect6", "puzzle": found["puzzle"]}
    problem(stranger.post("/api/puzzles/attempts", query), 404, "not-found")


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ("setup black=a1,b1,c1,d1 white=s1,s3,s5 move=black left=2", "at-once"),
        ("setup black=a1 white=s1,s3 move=black left=2", "no-win"),
        (f"setup black={THREE_THREES} white=a1,a3,a5,c1,c5,e1,e7,g1 move=black left=2", "many"),
        ("setup black=a1,b5 white=s1,s3 move=black left=1", "turn-begun"),
    ],
)  # fmt: skip
def test_what_is_no_puzzle_is_refused_with_the_reason(
    client: Client, start: str, code: str
) -> None:
    found = made(client, start=start)
    assert (found["puzzle"], found["code"]) == (None, code)
    assert found["detail"]
