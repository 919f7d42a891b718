"""Games in the studio: against computers, at one screen, with clocks."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from fastapi import FastAPI

from kikashi import games
from kikashi.law import CHANCE
from kikashi.play import levels
from kikashi.studio import create_app
from kikashi.studio.services import play, tables
from kikashi.studio.settings import Settings
from tests.studio.client import Client, problem
from tests.studio.conftest import WORK
from tests.studio.playing import GAMES, act, answered, done, move, new, see, until, words

SMALL = {"size": "5x5", "k": "4"}


@pytest.mark.parametrize("game", [room.id for room in games.rooms() if room.has_part("engine")])
def test_level_one_answers_in_every_game_that_has_levels(
    app: FastAPI, client: Client, game: str
) -> None:
    others = ["level:1"] * (games.room(game).start().players - 1)
    name = new(client, "me", *others, game=game)["id"]
    position = see(client, name)["position"]
    done(move(client, name, *words(position)[: position["moves_left"]]))
    # Who is asked beside us is hidden, so nobody is said to think: we wait until we are asked.
    asked = lambda game: bool(game["over"] or words(game["position"]))  # noqa: E731
    waited = until(app, name, lambda: see(client, name), asked) if len(others) > 1 else None
    seen = waited or answered(app, client, name)
    assert seen["trouble"] == ""
    turns = [turn for turn in seen["position"]["turns"] if turn["player"] != CHANCE]
    if len(others) > 1 and len(turns) == 1:
        assert words(seen["position"]), "a claim of our own comes before the next seat"
        return
    assert turns[1]["player"] == 1 or (len(others) > 1 and turns[1]["player"] in range(4))
    assert turns[1]["complete"]


def test_a_whole_game_against_the_computer_ends_with_a_result_and_is_listed(
    app: FastAPI, client: Client
) -> None:
    seed = 7
    chance = random.Random(seed)
    game = new(client, "level:2", "me", options={"size": "5x5", "k": "3"})
    name = game["id"]
    game = answered(app, client, name)
    while not game["over"]:
        done(move(client, name, chance.choice(words(game["position"]))))
        game = answered(app, client, name)
    assert game["result"]["winner"] == 0, seed
    assert game["may"] == ["take-back", "delete"]
    listed = done(client.get(GAMES, params={"going": False}))["games"]
    assert listed[0]["id"] == name
    assert listed[0]["result"] == game["result"]
    assert name not in [g["id"] for g in done(client.get(GAMES, params={"going": True}))["games"]]
    sgf = client.get(f"{GAMES}/{name}/record").text
    assert sgf.startswith("(;")
    assert "RE[B+" in sgf


def test_a_turn_of_two_stones_comes_stone_by_stone_and_the_first_can_be_taken_back(
    app: FastAPI, client: Client
) -> None:
    name = new(client, "me", "me", game="connect6")["id"]
    done(move(client, name, "j10"))
    first = done(move(client, name, "k11"))
    assert first["position"]["turns"][-1] == {
        "player": 1,
        "moves": ["k11"],
        "names": ["k11"],
        "complete": False,
    }
    back = done(act(client, name, "take-back"))
    assert back["position"]["moves"] == ["j10"]
    both = done(move(client, name, "k11", "i11"))
    assert both["position"]["turns"][-1]["complete"]
    problem(move(client, name, "a1", "a2", "a3"), 422, "refused")
    assert see(client, name)["position"]["moves"] == ["j10", "k11", "i11"]


def test_taking_back_against_the_computer_takes_its_answer_too(
    app: FastAPI, client: Client
) -> None:
    name = new(client, "me", "level:1")["id"]
    problem(act(client, name, "take-back"), 422, "refused")
    done(move(client, name, "h8"))
    answered(app, client, name)
    assert done(act(client, name, "take-back"))["position"]["moves"] == []
    done(move(client, name, "h9"))
    assert answered(app, client, name)["position"]["moves"][0] == "h9"


def test_a_turn_taken_back_while_the_computer_thinks_is_not_answered(
    app: FastAPI, client: Client
) -> None:
    name = new(client, "me", "level:10")["id"]
    done(move(client, name, "h8"))
    back = done(act(client, name, "take-back"))
    assert back["position"]["moves"] == []
    assert not back["thinking"]
    assert back["your_turn"]


def test_resigning_ends_the_game_for_the_one_who_does(client: Client) -> None:
    name = new(client, "me", "level:1")["id"]
    over = done(act(client, name, "resign"))
    assert over["result"] == {"reason": "resigned", "payoffs": [-1, 1], "winner": 1}
    problem(move(client, name, "h8"), 422, "refused")
    problem(act(client, name, "resign"), 422, "refused")


def test_a_hint_is_a_turn_of_the_strongest_and_is_marked_as_used(
    app: FastAPI, client: Client
) -> None:
    name = new(client, "me", "level:1")["id"]
    job = done(act(client, name, "hint"), 202)
    result = app.state.studio.workers.find(job["id"], _person(app, client)).wait(60)
    assert result["moves"][0] in words(see(client, name)["position"])
    assert see(client, name)["hints"] == [0]
    done(act(client, name, "hint"), 202)
    assert see(client, name)["hints"] == [0]


def test_a_lost_game_that_goes_on_is_marked(client: Client) -> None:
    name = new(client, "me", "me", options=SMALL)["id"]
    for cell in ("a1", "b1", "a2", "b2", "a3", "b3"):
        done(move(client, name, cell))
    assert not see(client, name)["resumed"]
    done(act(client, name, "take-back"))
    assert not see(client, name)["resumed"], "it was not over"
    done(move(client, name, "b3"))
    done(move(client, name, "a4"))
    assert see(client, name)["over"]
    done(act(client, name, "take-back"))
    assert (see(client, name)["over"], see(client, name)["resumed"]) == (False, True)


def test_a_game_ends_in_its_own_words(client: Client) -> None:
    for game, options, moves, ending in (
        ("gomoku", SMALL, "a1 b1 a2 b2 a3 b3 a4", "4 in a row"),
        ("connect6", {}, "a1 j1 j2 a2 a3 j3 j4 a4 a5 k9 k1 a6", "six in a row"),
    ):
        query = {"game": game, "options": options, "moves": moves.split()}
        told = done(client.post("/api/positions", query))
        assert told["ending"] == ending
    chinese = done(client.post("/api/positions", {**query, "language": "zh-Hant"}))
    assert chinese["ending"] == "連成六子"


def test_every_notation_that_is_shown_can_be_typed(client: Client) -> None:
    told = done(client.post("/api/positions", {"game": "xiangqi", "moves": []}))
    cannon = next(c for c in told["scene"]["choices"] if c["word"] == "h2e2")
    assert "炮二平五" in cannon["names"]
    assert len(cannon["names"]) == 2
    stones = done(client.post("/api/positions", {"game": "gomoku", "moves": []}))
    assert not any(choice.get("names") for choice in stones["scene"]["choices"])
    passing = {"game": "go", "options": {"size": "5x5"}, "moves": ["c3", "pass", "pass"]}
    told = done(client.post("/api/positions", passing))["scene"]["choices"]
    assert next(c for c in told if c["word"] == "dead-c3")["names"] == ["marks c3", "標示 c3"]


def test_a_strong_computer_can_be_seated_without_its_book_and_a_weak_one_has_none(
    client: Client,
) -> None:
    gomoku = next(
        game for game in done(client.get("/api/games"))["games"] if game["id"] == "gomoku"
    )
    known = {computer["id"]: computer["book"] for computer in gomoku["computers"]}
    assert known["level:10"]
    assert not known["level:2"]
    game = new(client, "me", "level:10/no-book")
    assert game["seats"][1]["computer"] == "level:10/no-book"
    for wrong in ("level:2/no-book", "simple/no-book", "level:10/book"):
        refused = client.post(GAMES, {"game": "gomoku", "seats": ["me", wrong]})
        assert "there is no player" in problem(refused, 422, "refused")


def test_computers_are_listed_by_strength(client: Client) -> None:
    known = done(client.post("/api/positions", {"game": "connect6", "moves": []}))["computers"]
    assert known[:4] == ["level:1", "level:2", "simple", "level:3"]


def test_three_play_goclub_where_the_room_says_so(
    app: FastAPI, client: Client, friend: Client
) -> None:
    three = {"players": "3", "size": "9x9"}
    name = new(client, "me", "friend", "simple", game="goclub", options=three)["id"]
    seats = done(act(friend, name, "join"))["seats"]
    assert [seat["colour"] for seat in seats] == ["black", "white", "red"]
    done(move(client, name, "e5"))
    done(move(friend, name, "d4"))
    seen = answered(app, client, name)
    assert [turn["player"] for turn in seen["position"]["turns"]] == [0, 1, 2]
    over = done(act(friend, name, "resign"))["result"]
    assert over["payoffs"] == [1, -2, 1]
    problem(
        client.post(GAMES, {"game": "goclub", "seats": ["me", "level:1"], "options": three}),
        422,
        "refused",
    )
    wanted = {"game": "goclub", "seats": ["me", "level:1", "simple"], "options": three}
    assert "no player 'level:1'" in problem(client.post(GAMES, wanted), 422, "refused")


def test_pieces_are_played_in_words_of_two_cells(app: FastAPI, client: Client) -> None:
    for room in games.rooms():
        first = room.scene(room.start().view_of_mover()).choices
        if not first or first[0].kind != "move":
            continue
        name = new(client, "me", "simple", game=room.id)["id"]
        done(move(client, name, first[0].word))
        assert len(answered(app, client, name)["position"]["moves"]) == 2
        return
    pytest.fail("no room has pieces that move")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of day of the tables, as the test sets it."""
    time = [1_000_000.0]
    monkeypatch.setattr(tables, "now", lambda: time[0])
    return time


def test_the_server_keeps_the_clock(client: Client, clock: list[float]) -> None:
    name = new(client, "me", "me", options=SMALL, clock="60+5")["id"]
    clock[0] += 1000  # nobody's time runs before the first turn
    assert see(client, name)["clock"] == {
        "control": "60+5",
        "remaining": [60.0, 60.0],
        "running": None,
    }
    done(move(client, name, "a1"))
    clock[0] += 20
    assert see(client, name)["clock"]["remaining"] == [60.0, 40.0]
    done(move(client, name, "b1"))
    clock[0] += 1
    assert see(client, name)["clock"] == {
        "control": "60+5",
        "remaining": [59.0, 45.0],
        "running": 0,
    }
    clock[0] += 60
    over = see(client, name)
    assert over["result"] == {"reason": "time", "payoffs": [-1, 1], "winner": 1}
    assert over["clock"]["remaining"][0] == 0
    problem(move(client, name, "c1"), 422, "refused")


def test_a_move_after_the_flag_fell_is_refused_and_the_flag_stays_down(
    client: Client, clock: list[float]
) -> None:
    name = new(client, "me", "me", options=SMALL, clock="10")["id"]
    done(move(client, name, "a1"))
    clock[0] += 11
    problem(client.post(f"{GAMES}/{name}/moves", {"moves": ["b1"], "after": 1}), 422, "refused")
    clock[0] -= 11
    assert see(client, name)["result"]["winner"] == 0


def test_a_computer_that_fails_says_so_and_is_asked_again_only_on_request(
    app: FastAPI, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def broken(table: Any, player: str, seat: int) -> dict[str, Any]:
        asked.append(player)
        return {**good(table, player, seat), "player": "broken"}

    good = play._payload
    name = new(client, "me", "level:1")["id"]
    monkeypatch.setattr(play, "_payload", broken)
    done(move(client, name, "h8"))
    seen = until(app, name, lambda: see(client, name), lambda game: bool(game["trouble"]))
    assert "no player 'broken'" in seen["trouble"]
    assert not seen["thinking"]
    see(client, name)
    assert asked == ["level:1"]
    monkeypatch.setattr(play, "_payload", good)
    done(act(client, name, "go-on"))
    assert len(answered(app, client, name)["position"]["moves"]) == 2


def test_two_clicks_are_one_move(client: Client) -> None:
    name = new(client, "me", "me", options=SMALL)["id"]
    query = {"moves": ["a1"], "after": 0}
    done(client.post(f"{GAMES}/{name}/moves", query))
    again = client.post(f"{GAMES}/{name}/moves", {"moves": ["a2"], "after": 0})
    assert "1 moves by now" in problem(again, 409, "moved-on")


@pytest.mark.thorough
def test_games_outlive_the_server_and_the_computer_goes_on(database: str) -> None:
    settings = Settings(database=database, work=WORK, starter=False)
    app = create_app(settings)
    client = Client(app)
    name = new(client, "me", "level:1", clock="600")["id"]
    app.state.studio.workers.close()  # it goes down before the computer can answer
    after_close = move(client, name, "h8")
    assert after_close.status_code == 200
    app.state.studio.close()
    again = create_app(settings)
    client.move_to(again)
    try:
        seen = answered(again, client, name)
        assert len(seen["position"]["moves"]) == 2
        assert seen["clock"]["running"] == 0
    finally:
        again.state.studio.close()


def test_long_lists_come_page_by_page(app: FastAPI) -> None:
    person = Client(app)
    made = [new(person, "me", "me", options=SMALL)["id"] for _ in range(5)]
    seen: list[str] = []
    before: dict[str, float] = {}
    while True:
        page = done(person.get(GAMES, params={"limit": 2, **before}))
        seen += [game["id"] for game in page["games"]]
        if not page["more"]:
            break
        before = {"before": page["games"][-1]["changed"]}
    assert seen == made[::-1]


@pytest.mark.parametrize(
    "query, words",
    [
        ({"game": "gomoku", "seats": ["me"]}, "2 seats, not 1"),
        ({"game": "gomoku", "seats": ["level:1", "level:2"]}, "must be yours"),
        ({"game": "gomoku", "seats": ["me", "deepblue"]}, "no player 'deepblue'"),
        ({"game": "gomoku", "seats": ["me", "me"], "clock": "soon"}, "a clock looks like"),
        ({"game": "nosuch", "seats": ["me", "me"]}, "no game 'nosuch'"),
        ({"game": "gomoku", "seats": ["me"] * 9}, "seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(
    client: Client, query: dict[str, Any], words: str
) -> None:
    answer = client.post(GAMES, query)
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


def test_the_levels_have_the_names_that_the_players_have(client: Client) -> None:
    gomoku = next(g for g in done(client.get("/api/games"))["games"] if g["id"] == "gomoku")
    named = {computer["id"]: computer["names"] for computer in gomoku["computers"]}
    for level in levels.levels("gomoku"):
        assert named[f"level:{level.id}"] == dict(level.names)


def _person(app: FastAPI, client: Client) -> Any:
    return app.state.studio.people.identify(dict(client.cookies))[0]


@pytest.mark.thorough
def test_passes_dead_stones_and_an_agreement_end_a_game_at_one_screen(client: Client) -> None:
    """The end as players of Go know it: both pass, mark what is dead, both accept."""
    name = new(client, "me", "me", game="go", options={"size": "5x5", "komi": "0.5"})["id"]
    played = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 pass a1 pass pass"
    for word in played.split():
        done(move(client, name, word))
    seen = see(client, name)
    words = {choice["word"] for choice in seen["position"]["scene"]["choices"]}
    assert {"dead-a1", "agree", "resume"} <= words
    for word in ("dead-a1", "agree", "agree"):
        done(move(client, name, word))
    ended = see(client, name)
    assert ended["position"]["result"]["winner"] == 0
    kinds = {mark["kind"] for mark in ended["position"]["scene"]["marks"]}
    assert {"dead", "territory"} <= kinds


def test_the_computer_proposes_dead_stones_to_whoever_is_asked(
    app: FastAPI, client: Client
) -> None:
    friend = Client(app)
    name = new(client, "me", "friend", game="go", options={"size": "5"})["id"]
    done(act(friend, name, "join"))
    problem(act(client, name, "proposal"), 403, "no-proposal")
    for person, word in zip((client, friend) * 2, ("c3", "a1", "pass", "pass"), strict=True):
        done(move(person, name, word))
    assert "propose" in see(client, name)["may"]
    assert "hint" not in see(client, name)["may"]
    assert "propose" not in see(friend, name)["may"]
    problem(act(friend, name, "proposal"), 403, "no-proposal")
    assert act(client, name, "proposal").status_code == 202
    assert see(client, name)["hints"] == []


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", re.compile(r"\d characters|wind|dragon|dots|bamboo")),
        ("zh-Hant", re.compile("[萬筒條東南西北中發白]")),
    ],
)
def test_discards_are_listed_by_the_names_of_their_tiles(
    client: Client, language: str, wanted: re.Pattern[str]
) -> None:
    name = new(client, "me", "me", "me", "me", game="mahjong")["id"]
    word = words(see(client, name)["position"])[-1]
    done(move(client, name, word))
    seen = client.get(f"/api/play/games/{name}?language={language}").json()
    told = [
        said for turn in seen["position"]["turns"] if turn["player"] >= 0 for said in turn["names"]
    ]
    assert wanted.search(told[0]), told
