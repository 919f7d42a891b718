"""The studio's API: it answers by the laws, keeps nothing, and refuses with problem documents."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from kikashi import games
from kikashi.protocols.levels_door import BELOW_SIMPLE
from kikashi.studio import create_app
from kikashi.studio.guard import MAX_BODY, AllowedHosts
from kikashi.studio.models import PositionQuery
from kikashi.studio.settings import Settings
from tests.studio.client import Client, problem


def position(client: Client, **query: Any) -> Any:
    answer = client.post("/api/positions", query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def words(position: dict[str, Any]) -> list[str]:
    """The moves that a position offers."""
    return [choice["word"] for choice in position["scene"]["choices"]]


def test_every_room_that_can_be_drawn_can_be_played(client: Client) -> None:
    listed = [game["id"] for game in client.get("/api/games").json()["games"]]
    assert listed == [room.id for room in games.rooms() if room.has_part("drawing")]
    for game in listed:
        found = position(client, game=game)
        assert found["scene"]["points"] or found["scene"]["trays"]
        assert words(found) == list(games.room(game).start().view_of_mover().legal_moves)


def test_a_room_says_which_computers_play_it_and_three_players_have_no_levels(
    client: Client,
) -> None:
    for game in client.get("/api/games").json()["games"]:
        ids = [computer["id"] for computer in game["computers"]]
        assert ids.index("simple") == min(BELOW_SIMPLE, len(ids) - 1)
        assert len(ids) == 1 + len(
            games.room(game["id"]).capabilities(games.room(game["id"]).normal_options(None)).levels
        )
        assert all(computer["names"]["zh-Hant"] for computer in game["computers"])
    three = position(client, game="goclub", options={"players": "3"})
    assert three["computers"] == ["simple"]


def test_further_pages_of_a_room_come_with_its_rules_in_order(client: Client) -> None:
    titles = [
        [
            page["title"]
            for page in client.get(
                "/api/games/connect6/rules", params={"language": language}
            ).json()["pages"]
        ]
        for language in ("en", "zh-Hant")
    ]
    assert titles[0] == ["First steps 1: threats", "First steps 2: winning by force"]
    assert titles[1] == ["入門一：迫著", "入門二：迫勝"]
    assert client.get("/api/games/gomoku/rules").json()["pages"] == []


def test_the_rules_are_told_in_both_languages(client: Client) -> None:
    texts = [
        client.get("/api/games/connect6/rules", params={"language": language}).json()["text"]
        for language in ("en", "zh-Hant")
    ]
    assert "Connect6" in texts[0]
    assert "六子棋" in texts[1]
    refused = client.get("/api/games/connect6/rules", params={"language": "fr"})
    problem(refused, 422, "malformed")


def test_moves_lead_to_the_position_that_the_law_has(client: Client) -> None:
    moves = ["j10", "k11", "i11", "l11"]
    found = position(client, game="connect6", moves=moves)
    law = games.room("connect6").start().play_all(moves)
    assert found["text"] == law.to_text()
    assert (found["to_move"], found["moves_left"]) == (0, 1)
    assert found["turns"][-1] == {
        "player": 0,
        "moves": ["l11"],
        "names": ["l11"],
        "complete": False,
    }
    kinds = {(mark["kind"], mark["cell"]) for mark in found["scene"]["marks"]}
    assert kinds == {("last", "k11"), ("last", "i11"), ("pending", "l11")}
    assert words(found) == list(law.legal_moves())


def test_a_position_can_start_from_a_setup_text(client: Client) -> None:
    text = "setup black=h8 white=i9 move=black left=1"
    assert position(client, game="gomoku", start=text, moves=["j10"])["turns"] == [
        {"player": 0, "moves": ["j10"], "names": ["j10"], "complete": True}
    ]


def test_threats_are_marked_when_asked_for(client: Client) -> None:
    moves = ["h8", "i9", "h9", "h10", "g8", "i8", "i10", "f7", "j11"]
    found = position(client, game="gomoku", moves=moves, threats=True)
    told = "Black: 1 × one turn from full (t = 1)"
    assert found["threats"] == [
        {"player": 0, "level": 1, "sets": 1, "cells": ["k12"], "told": told}
    ]
    assert position(client, game="gomoku", moves=moves)["threats"] == []


def test_a_finished_game_says_who_won(client: Client) -> None:
    moves = ["a1", "b1", "a2", "b2", "a3"]
    found = position(client, game="gomoku", options={"size": "5x5", "k": "3"}, moves=moves)
    assert found["result"] == {"reason": "set-filled", "payoffs": [1, -1], "winner": 0}
    assert words(found) == []
    assert any(trail["kind"] == "win" for trail in found["scene"]["trails"])


def test_the_simple_player_finishes_its_turn_and_calls_it_an_opinion(client: Client) -> None:
    query = {"game": "connect6", "moves": ["j10"], "seed": 4}
    answer = client.post("/api/replies", query).json()
    assert answer["kind"] == "opinion"
    assert len(answer["moves"]) == 2
    assert answer["position"]["moves"] == ["j10", *answer["moves"]]
    assert answer["position"]["to_move"] == 0
    assert client.post("/api/replies", query).json() == answer


def test_whole_games_against_the_simple_player_stay_legal(client: Client) -> None:
    seed = 20240501
    chance = random.Random(seed)
    for game, options in ("gomoku", {"size": "7x7"}), ("connect6", {"size": "7x7"}):
        moves: list[str] = []
        while True:
            query = {"game": game, "options": options, "moves": moves}
            here = position(client, **query)
            if here["result"]:
                break
            if here["to_move"] == 1:
                moves = client.post("/api/replies", query | {"seed": seed}).json()["position"][
                    "moves"
                ]
            else:
                moves = [*moves, chance.choice(words(here))]
        assert here["result"]["reason"] in ("set-filled", "board-full"), seed


@pytest.mark.parametrize(
    "query, code, words",
    [
        ({"game": "gomoku", "moves": ["h8", "h8"]}, "illegal-move", "move 2 (h8)"),
        ({"game": "gomoku", "moves": ["z9"]}, "illegal-move", "no cell 'z9'"),
        ({"game": "gomoku", "options": {"size": "99x99"}}, "refused", "from 3 to 25"),
        ({"game": "gomoku", "options": {"nonsense": "1"}}, "refused", "no option"),
        ({"game": "gomoku", "start": "setup black=a1"}, "refused", "who moves"),
        ({"game": "nosuch"}, "refused", "there is no game 'nosuch'"),
        ({"game": "../etc"}, "malformed", "game"),
        ({}, "malformed", "game"),
        ({"game": "gomoku", "moves": ["a1"] * 730}, "malformed", "moves"),
        ({"game": "gomoku", "moves": ["a" * 17]}, "malformed", "moves"),
        ({"game": "gomoku", "start": "x" * 8001}, "malformed", "start"),
        ({"game": "gomoku", "surprise": 1}, "malformed", "surprise"),
        ({"game": "gomoku", "moves": "h8"}, "malformed", "moves"),
        ({"game": "gomoku", "language": "fr"}, "malformed", "language"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(
    client: Client, query: dict[str, Any], code: str, words: str
) -> None:
    assert words in problem(client.post("/api/positions", query), 422, code)


def test_a_player_is_asked_only_where_there_is_a_move(client: Client) -> None:
    over = {
        "game": "gomoku",
        "options": {"size": "5x5", "k": "3"},
        "moves": ["a1", "b1", "a2", "b2", "a3"],
    }
    assert "over" in problem(client.post("/api/replies", over), 422, "refused")
    strange = {"game": "gomoku", "player": "deepblue"}
    assert "deepblue" in problem(client.post("/api/replies", strange), 422, "refused")


def test_a_refusal_of_the_laws_is_told_in_the_language_that_was_asked_for(client: Client) -> None:
    query = {"game": "gomoku", "moves": ["h8", "h8"]}
    told = [
        problem(client.post("/api/positions", query, headers=it), 422, "illegal-move")
        for it in ({"Accept-Language": "en"}, {"Accept-Language": "zh-Hant"})
    ]
    assert told == ["move 2 (h8): h8 already holds a stone", "第 2 著（h8）：h8 已經有子"]


def test_no_file_is_read_for_a_stranger(client: Client, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"name": "secret"}')
    query = {"game": "sets", "options": {"sets": str(secret)}}
    detail = problem(client.post("/api/positions", query), 422, "refused")
    assert "JSON text" in detail


def test_a_described_game_travels_by_its_content(client: Client) -> None:
    described = client.get("/api/games").json()["games"]
    fano = next(game for game in described if game["id"] == "sets")["options"][0]["default"]
    found = position(client, game="sets", options={"sets": fano}, moves=["a"])
    assert found["options"]["sets"] == fano


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "", "10.0.0.7", "[::2]"])
def test_other_hosts_are_not_answered_even_on_loopback(client: Client, host: str) -> None:
    problem(client.get("/api/games", headers={"Host": host}), 400, "wrong-host")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:9", "LOCALHOST", "[::1]:8000"])
def test_names_of_loopback_are_answered(client: Client, host: str) -> None:
    assert client.get("/api/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://evil.example:8000"])
def test_requests_from_other_sites_are_refused(client: Client, origin: str) -> None:
    refused = client.post("/api/positions", {"game": "gomoku"}, headers={"Origin": origin})
    problem(refused, 403, "wrong-origin")


def test_bound_to_every_address_it_answers_to_numbers_but_not_to_strange_names() -> None:
    hosts = AllowedHosts("0.0.0.0")
    assert hosts.allows("192.168.1.5:8000")
    assert not hosts.allows("evil.example")
    assert not AllowedHosts("192.168.1.5").allows("192.168.1.6")
    assert AllowedHosts("192.168.1.5").allows("192.168.1.5:80")


def test_a_request_that_is_too_large_is_refused_whatever_its_header_says(client: Client) -> None:
    large = b"x" * (MAX_BODY + 1)
    problem(client.request("POST", "/api/positions", content=large), 413, "too-large")

    async def pieces() -> Any:
        for _ in range(MAX_BODY // 1000 + 2):
            yield b"x" * 1000

    problem(client.request("POST", "/api/positions", content=pieces()), 413, "too-large")


def test_every_answer_carries_the_policy_of_the_page(client: Client) -> None:
    for answer in (
        client.get("/api/games"),
        client.get("/api/nothing"),
        client.get("/"),
        client.get("/api/games", headers={"Host": "evil.example"}),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_long_answers_travel_packed_and_secrets_do_not(client: Client) -> None:
    packed = {"Accept-Encoding": "gzip"}
    answer = client.post(
        "/api/positions", {"game": "connect6"}, headers={**packed, "X-Kikashi-Token": client.token}
    )
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json()["scene"]["points"]
    # A secret packed together with what a stranger chose could be guessed by the length.
    assert "content-encoding" not in client.get("/api/me", headers=packed).headers


@pytest.mark.parametrize("path", ["/play", "/game/abc", "/puzzles", "/analysis"])
def test_every_place_of_the_page_is_the_page(client: Client, path: str) -> None:
    assert client.get(path).text == client.get("/").text


def test_what_is_not_there_is_a_problem_too(client: Client) -> None:
    problem(client.get("/api/nothing"), 404, "not-found")
    problem(client.get("/nothing.html"), 404, "not-found")
    problem(client.get("/../../pyproject.toml"), 404, "not-found")
    problem(client.get("/api/positions/x"), 404, "not-found")
    problem(client.request("DELETE", "/api/games"), 405, "method-not-allowed")


def test_the_api_is_documented_without_a_page_from_elsewhere(client: Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {"/api/games", "/api/positions", "/api/me", "/api/jobs/{job}/events"} <= set(paths)
    assert "cdn" not in client.get("/docs").text


def test_a_bug_is_answered_without_its_details_and_logged(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_query: PositionQuery) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("kikashi.studio.service.position", broken)
    answer = client.post("/api/positions", {"game": "gomoku"})
    assert "secret" not in problem(answer, 500, "internal")
    assert answer.headers["content-security-policy"]
    assert "secret detail" in caplog.text


def test_without_a_built_page_the_studio_says_how_to_build_it(
    tmp_path: Path, database: str
) -> None:
    app = create_app(Settings(database=database, static=tmp_path))
    answer = Client(app).get("/")
    app.state.studio.close()
    assert answer.status_code == 503
    assert "make setup" in answer.text


def test_the_built_page_asks_no_other_host(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200, "the page is not built; `make setup` builds it"
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert client.get("/favicon.svg").status_code == 200


def test_a_report_is_shown_only_where_the_studio_was_given_one(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>tables</h1>", "utf-8")
    database = str(tmp_path / "studio.db")
    given = Client(create_app(Settings(database=database, report=tmp_path, starter=False)))
    assert given.get("/report/index.html").text == "<h1>tables</h1>"
    assert given.get("/api/me").json()["report"] is True
    plain = Client(create_app(Settings(database=database, starter=False)))
    assert plain.get("/report/index.html").status_code == 404
    assert plain.get("/api/me").json()["report"] is False


@pytest.mark.parametrize(
    ("language", "wanted"), [("en", ["C2=5", "H8+7"]), ("zh-Hant", ["炮二平五", "馬8進7"])]
)
def test_moves_are_named_as_people_write_them(
    client: Client, language: str, wanted: list[str]
) -> None:
    line = ["h2e2", "h9g7"]
    query = {"game": "xiangqi", "lines": [line, [*line, "a0a9"]], "language": language}
    told = client.post("/api/names", query).json()["lines"]
    assert told == [wanted, [*wanted, "a0a9"]], "what is no move keeps its word"
    said = client.post("/api/names", query | {"game": "go", "lines": [["pass", "d4"]]}).json()
    assert said["lines"] == [["pass" if language == "en" else "虛手", "d4"]]
    many = client.post("/api/names", query | {"lines": [line * 300] * 4})
    assert problem(many, 422, "refused") == "at most 2000 moves are named at once"
    chosen = {"game": "xiangqi", "moves": line, "language": language, "notation": "words"}
    turns = client.post("/api/positions", chosen).json()["turns"]
    assert [turn["names"] for turn in turns] == [["h2e2"], ["h9g7"]]
