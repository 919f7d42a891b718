"""The library: files are read as far as they can be, searched under symmetries, made puzzles of."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from kikashi.games import room
from kikashi.law.winning_set_room import stones_of
from kikashi.play.position_keys import key_of, met_positions
from kikashi.puzzles.games import games
from kikashi.records import Record, write
from kikashi.studio.guard import LARGER_BODIES
from kikashi.studio.services import library
from tests.studio import solvers
from tests.studio.client import Client, problem

pytestmark = pytest.mark.slow

SIX = Path(__file__).parent.parent / "puzzles" / "six_games.txt"


def bring(client: Client, data: bytes, name: str, game: str = "connect6") -> dict[str, Any]:
    """Brings a file and waits until it is read."""
    answer = client.request(
        "POST",
        "/api/library/collections",
        params={"game": game, "name": name},
        content=data,
        headers={"Content-Type": "application/octet-stream"},
    )
    assert answer.status_code == 201, answer.text
    brought = answer.json()
    if brought["job"]:
        client.get(f"/api/jobs/{brought['job']}/events")
    found: dict[str, Any] = client.get(f"/api/library/collections/{brought['id']}").json()
    return found


def last_event(client: Client, job: str) -> dict[str, Any]:
    text = client.get(f"/api/jobs/{job}/events").text.strip().split("\n\n")[-1]
    found: dict[str, Any] = json.loads(
        next(line[5:] for line in text.splitlines() if line.startswith("data:"))
    )
    return found


@pytest.fixture(scope="module")
def brought(client: Client) -> dict[str, Any]:
    return bring(client, SIX.read_bytes(), "six.txt")


def test_a_file_is_read_and_its_games_are_listed(client: Client, brought: dict[str, Any]) -> None:
    count = len(SIX.read_text().splitlines())
    assert (brought["state"], brought["games"], brought["refused"]) == ("ready", count, 0)
    path = f"/api/library/collections/{brought['id']}"
    page = client.get(f"{path}/games?limit=4&offset=2").json()
    assert (page["total"], [game["number"] for game in page["games"]]) == (count, [3, 4, 5, 6])
    game = client.get(f"{path}/games/3").json()
    assert " ".join(game["moves"]) == SIX.read_text().splitlines()[2].strip().lower()
    sgf = client.get(f"{path}/games/3/sgf")
    assert sgf.text.startswith("(;")
    assert client.get(f"{path}/file").content == SIX.read_bytes()


def test_a_broken_file_gets_a_sentence_and_loses_nothing(client: Client) -> None:
    good = SIX.read_text().splitlines()
    mixed = "\n".join([good[0], "j10 j10 k11", good[1], "what is this", good[2]]).encode()
    found = bring(client, mixed, "mixed.txt")
    assert (found["state"], found["games"], found["refused"]) == ("ready", 3, 2)
    unread = client.get(f"/api/library/collections/{found['id']}/unread").json()
    assert [entry["number"] for entry in unread] == [2, 4]
    assert unread[0]["text"].startswith("line 2, game 2, move 2:")
    for data in (b"\x00\xff\x00\xff" * 50, b"(;GM[1]SZ[19];B[", gzip.compress(b"j10 k11")[:15]):
        broken = bring(client, data, "broken.sgf")
        assert (broken["state"], broken["games"]) == ("broken", 0)
        unread = client.get(f"/api/library/collections/{broken['id']}/unread").json()
        assert unread[0]["text"] or broken["note"]
        assert client.get(f"/api/library/collections/{broken['id']}/file").content == data
    kept = client.get(f"/api/library/collections/{found['id']}").json()
    assert kept["games"] == 3


def test_too_large_too_many_and_empty_files_are_refused_in_words(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(app)
    path = "/api/library/collections?game=connect6&name=a.txt"
    large = b"x" * (LARGER_BODIES["/api/library/collections"] + 1)
    answer = client.request("POST", path, content=large)
    assert "bytes" in problem(answer, 413, "too-large")
    problem(client.request("POST", path, content=b""), 422, "empty-file")
    inflating = gzip.compress(b" " * (library.MOST_UNPACKED + 1))
    assert len(inflating) < 100_000
    for file in (inflating, inflating[:-8], gzip.compress(b"j10") + inflating):
        told = problem(client.request("POST", path, content=file), 413, "too-large")
        assert "when unpacked" in told
    monkeypatch.setattr(library, "MOST_COLLECTIONS", 1)
    bring(client, b"j10", "one.txt")
    problem(client.request("POST", path, content=b"j10"), 409, "library-full")
    wrong = client.request("POST", "/api/library/collections?game=nothing&name=a", content=b"j10")
    assert wrong.status_code == 422


def test_a_position_is_found_under_every_symmetry(client: Client, brought: dict[str, Any]) -> None:
    moves = SIX.read_text().splitlines()[0].lower().split()
    position = room("connect6").start().play_all(moves[:7])
    for symmetry in position.symmetries():
        seen = position.transform(symmetry)
        query = {"game": "connect6", "start": seen.to_text(), "collection": brought["id"]}
        found = client.post("/api/library/positions", query).json()
        assert found["games"] == 1
        assert (found["found"][0]["game"]["number"], found["found"][0]["stones"]) == (1, 7)
        expected = {position.transform_move(symmetry, move) for move in moves[7:9]}
        assert set(found["continuations"][0]["moves"]) == expected
    nowhere = {"game": "connect6", "moves": ["a1", "s19", "a19"]}
    assert client.post("/api/library/positions", nowhere).json()["games"] == 0


def test_a_key_does_not_depend_on_the_picture_and_tells_positions_apart() -> None:
    seed = 20261115
    chance = random.Random(seed)
    names: dict[str, str] = {}
    for number in range(30):
        position = stones_of(room("connect6").start())
        for _ in range(5 + 2 * (number % 5)):
            position = position.play(chance.choice(position.legal_moves()))
        keys = {key_of(position.transform(s)).text for s in position.symmetries()}
        assert len(keys) == 1
        assert names.setdefault(keys.pop(), position.to_text()) == position.to_text()


def test_symmetric_answers_to_a_symmetric_position_are_one_continuation() -> None:
    start = room("connect6").start().play("j10")
    key = key_of(start)
    assert len(key.symmetries) == 8
    turns = {
        key.turn(start, [start.transform_move(s, move) for move in ("k11", "k12")])
        for s in start.symmetries()
    }
    assert len(turns) == 1
    assert len(key.back(start, turns.pop())) == 2


def test_rooms_without_winning_sets_are_indexed_too() -> None:
    moves = ("h2e2", "h9g7", "h0g2")
    met = list(met_positions(room("xiangqi").start(), moves))
    mirrored = tuple(room("xiangqi").start().transform_move("mirror", m) for m in moves)
    again = list(met_positions(room("xiangqi").start(), mirrored))
    assert [key for _, key, _ in met] == [key for _, key, _ in again]
    assert len(met) == 4


def test_a_game_whose_pieces_move_is_shelved_searched_and_made_puzzles_of(app: FastAPI) -> None:
    client = Client(app)
    found = bring(client, b"h2e2 h9g7 h0g2\nb2e2 b9c7\n", "moves.txt", "xiangqi")
    assert (found["state"], found["games"]) == ("ready", 2)
    query = {"game": "xiangqi", "moves": ["h2e2", "h9g7"]}
    assert client.post("/api/library/positions", query).json()["games"] == 2, "one is mirrored"
    path = f"/api/library/collections/{found['id']}"
    assert client.post(f"{path}/factory", {}).status_code == 202


def test_a_game_without_themes_is_shelved_but_has_no_factory(app: FastAPI) -> None:
    client = Client(app)
    found = bring(client, b"h8 h9 g8\n", "moves.txt", "connect")
    assert found["games"] == 1
    path = f"/api/library/collections/{found['id']}"
    problem(client.post(f"{path}/factory", {}), 422, "no-factory")


def test_names_can_be_searched_and_counts_are_for_plots(client: Client) -> None:
    records = []
    for number, moves in enumerate(games("connect6", 3, seed=5)):
        record = Record.from_moves("connect6", moves)
        record.players = (f"Lin {number}", "Wu 50%_")
        records.append(record)
    found = bring(client, write(records), "named.sgf")
    path = f"/api/library/collections/{found['id']}"
    assert client.get(f"{path}/games?words=lin 1").json()["total"] == 1
    assert client.get(f"{path}/games?words=WU 50%_").json()["total"] == 3
    assert client.get(f"{path}/games?words=nobody").json()["total"] == 0
    counts = client.get(f"{path}/counts").json()
    assert sum(counts["results"].values()) == 3
    assert sum(bar["count"] for bar in counts["stones"]) == 3


def test_bars_are_few_and_round() -> None:
    bars = library.bars([(n, 1) for n in range(3, 121)])
    assert len(bars) <= library.BARS + 1
    assert sum(bar.count for bar in bars) == 118
    assert library.bars([]) == ()
    assert [bar.count for bar in library.bars([(7, 2)])] == [2]


def test_the_factory_runs_on_a_collection_and_goes_on_after_a_stop(
    app: FastAPI, client: Client, brought: dict[str, Any]
) -> None:
    path = f"/api/library/collections/{brought['id']}"
    stopped = client.post(f"{path}/factory", {}).json()["job"]
    assert client.post(f"{path}/factory", {}).json()["job"] == stopped, "one at a time"
    client.delete(f"/api/jobs/{stopped}")
    client.get(f"/api/jobs/{stopped}/events")
    job = client.post(f"{path}/factory", {}).json()["job"]
    text = client.get(f"/api/jobs/{job}/events").text
    assert '"stage":' in text
    result = last_event(client, job)["result"]
    assert result["whole"]
    made = client.get("/api/puzzles/made").json()
    assert len(made) == result["puzzles"] == result["stats"]["puzzles"] > 0
    assert {entry["collection"] for entry in made} == {brought["id"]}
    after = client.get(path).json()
    assert after["funnel"]["whole"]
    assert '"certificate"' not in json.dumps(after)
    counts = client.get(f"{path}/counts").json()
    assert sum(counts["puzzles"].values()) == len(made)
    own = solvers.begin(client, own=True)
    assert own["puzzle"] in {entry["puzzle"] for entry in made}
    assert own["rated"] is False
    problem(Client(app).post(f"{path}/factory", {}), 404, "not-found")


def test_a_collection_is_its_persons_alone_and_can_be_taken_away(app: FastAPI) -> None:
    client = Client(app)
    found = bring(client, SIX.read_bytes(), "mine.txt")
    path = f"/api/library/collections/{found['id']}"
    stranger = Client(app)
    for part in ("", "/games", "/games/1", "/games/1/sgf", "/file", "/unread", "/counts"):
        problem(stranger.get(path + part), 404, "not-found")
    problem(stranger.delete(path), 404, "not-found")
    moves = SIX.read_text().splitlines()[0].lower().split()[:7]
    query = {"game": "connect6", "moves": moves}
    assert stranger.post("/api/library/positions", query).json()["games"] == 0
    assert client.post("/api/library/positions", query).json()["games"] == 1
    assert client.delete(path).status_code == 204
    problem(client.get(path), 404, "not-found")
    assert client.post("/api/library/positions", query).json()["games"] == 0
