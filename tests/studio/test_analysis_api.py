"""Analysis through the API: lines, threats, proofs played through, reviews."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import pytest
from fastapi import FastAPI

from kikashi.games import room, room_ids
from kikashi.law import CHANCE
from kikashi.proofs import check_stated
from kikashi.studio.people import Person
from kikashi.studio.services.analysis import KEPT_PROOFS
from kikashi.studio.store.proofs import ProofRow
from kikashi.studio.work import Job
from tests.studio.client import Client

pytestmark = pytest.mark.slow

OPEN_THREE = ["h8", "a1", "h9", "c14", "h10", "e5"]
SLIP = ["h8", "a1", "h9", "c14", "h10", "e5", "n1", "e6", "n3", "e7", "n5", "e8", "o8", "e9"]
MATE = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"


def events(client: Client, started: Any) -> list[tuple[str, dict[str, Any]]]:
    """All events of a job, once it has ended: name and data."""
    assert started.status_code == 202, started.text
    stream = client.get(f"/api/jobs/{started.json()['job']}/events").text
    found = []
    for block in stream.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def done(client: Client, started: Any) -> dict[str, Any]:
    name, data = events(client, started)[-1]
    assert name == "done", data
    result: dict[str, Any] = data["result"]
    return result


def proof(client: Client, game: str = "gomoku", **place: Any) -> tuple[str, dict[str, Any]]:
    started = client.post("/api/analysis/proofs", {"game": game, **place})
    return started.json()["job"], done(client, started)


# --- chance ------------------------------------------------------------------------------------


def test_chance_is_drawn_for_up_to_the_next_player_and_few_outcomes_are_named(
    client: Client,
) -> None:
    flip = {"game": "banqi", "moves": ["b3"]}
    found = client.post("/api/analysis/chance", flip).json()
    assert len(found["outcomes"]) == 14
    assert found["outcomes"][0]["names"]["zh-Hant"]
    assert sum(one["chance"] for one in found["outcomes"]) == pytest.approx(1)
    assert len(found["drawn"]) == 1
    deal = client.post("/api/analysis/chance", {"game": "honeymoon"}).json()
    assert len(set(deal["drawn"])) == 26
    assert deal["outcomes"] == [], "a pack of cards is no row of buttons"
    asked = client.post("/api/analysis/chance", {"game": "gomoku"}).json()
    assert asked == {"drawn": [], "outcomes": []}


# --- what there is -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", room_ids())
def test_every_game_says_what_can_be_done_with_it(client: Client, game: str) -> None:
    can = client.post("/api/analysis/abilities", {"game": game}).json()
    record = room(game).capabilities(room(game).normal_options(None))
    assert can["provers"] == list(record.provers)
    assert can["engine"] == bool(record.levels)
    forms = {form["id"]: form["suffix"] for form in can["formats"]}
    assert "sgf" in forms
    if own := room(game).own_records():
        assert forms.items() >= {form.id: f".{form.id}" for form in own.OWN_FORMATS}.items()
    if can["study"]:
        assert {piece["player"] for piece in can["pieces"]} == set(range(record.players))


def test_heat_and_set_up_boards(client: Client) -> None:
    place = {"game": "gomoku", "moves": OPEN_THREE}
    heat = client.post("/api/analysis/heat", place).json()
    assert heat["kind"] == "opinion"
    assert max(heat["cells"], key=heat["cells"].get) in {"h7", "h11"}
    lies = client.post("/api/analysis/placed", place).json()
    assert lies["placed"]["h9"] == "black"
    start = client.post("/api/analysis/setups", {"game": "gomoku", **lies}).json()["start"]
    assert (
        room("gomoku").from_text(start).key() == room("gomoku").start().play_all(OPEN_THREE).key()
    )
    refused = client.post("/api/analysis/setups", {"game": "xiangqi", "placed": {"e0": "K"}})
    assert refused.status_code == 422
    assert "general" in refused.json()["detail"]


# --- lines -------------------------------------------------------------------------------------


def test_lines_come_at_once_and_end_by_themselves_where_a_win_is_proved(client: Client) -> None:
    asked = {"game": "gomoku", "moves": OPEN_THREE, "lines": 2}
    told = events(client, client.post("/api/analysis/lines", asked))
    kinds = [name for name, _ in told]
    assert kinds[:2] == ["queued", "started"]
    assert kinds[2] == "lines"
    last = told[-1][1]["result"]
    assert len(last["lines"]) == 2
    best = last["lines"][0]
    assert best["win"]["checked"]
    assert best["win"]["verdict"] == "win"
    assert best["chance"] == 1.0


@pytest.mark.parametrize("place", [{"game": "connect6", "moves": ["j10"]}, {"game": "xiangqi"}])
def test_a_line_is_an_opinion_unless_it_is_proved(
    app: FastAPI, client: Client, place: dict[str, Any]
) -> None:
    started = client.post("/api/analysis/lines", place)
    job = app.state.studio.workers.find(started.json()["job"], _person(client))
    asyncio.run(_reports(job, 3))
    client.delete(f"/api/jobs/{job.id}")
    assert events(client, started)[-1][0] == "cancelled"
    for event in job.since():
        for line in event["data"].get("lines", ()):
            assert line["win"] is None
            assert 0 < line["chance"] < 1
        verdicts = event["data"].get("verdicts", ())
        assert {found["verdict"] for found in verdicts} <= {"no", "unknown"}


async def _reports(job: Job, count: int) -> None:
    """Waits until so many reports came, while the work goes on."""
    async for event in job.events():
        count -= event["event"] == "lines"
        if not count:
            return


def _person(client: Client) -> Person:
    return Person(client.get("/api/me").json()["id"])


def test_new_work_ends_the_old_lines_of_the_same_person(client: Client) -> None:
    first = client.post("/api/analysis/lines", {"game": "gomoku", "moves": ["h8"]})
    done(client, client.post("/api/analysis/lines", {"game": "gomoku", "moves": OPEN_THREE}))
    assert events(client, first)[-1][0] == "cancelled"


def test_where_pieces_move_a_proof_comes_first_and_opinions_follow(client: Client) -> None:
    asked = {"game": "xiangqi", "start": MATE}
    last = done(client, client.post("/api/analysis/lines", asked))
    wins = [line["win"] and line["win"]["by"] for line in last["lines"]]
    assert wins == ["checks", None, None]


# --- threats and proofs ------------------------------------------------------------------------


def test_the_threat_is_what_the_opponent_wins_by_after_a_pass(client: Client) -> None:
    started = client.post("/api/analysis/threats", {"game": "gomoku", "moves": OPEN_THREE[:-1]})
    found = done(client, started)
    assert found["win"]["side"] == "black"
    assert found["win"]["checked"]
    none = client.post("/api/analysis/threats", {"game": "gomoku", "moves": ["h8"], "seconds": 0.2})
    quiet = done(client, none)
    assert quiet["win"] is None
    assert {v["verdict"] for v in quiet["verdicts"]} <= {"no", "unknown"}


@pytest.mark.parametrize(
    "place",
    [
        {"game": "gomoku", "moves": OPEN_THREE},
        {"game": "connect6", "moves": ["j10", "a1", "a2", "k10", "l10", "b3", "d17"]},
        {"game": "xiangqi", "start": MATE},
    ],
)
def test_a_proof_is_checked_kept_and_played_through(client: Client, place: dict[str, Any]) -> None:
    name, found = proof(client, **place)
    assert found["win"]["checked"]
    assert found["claim"]["zh-Hant"]
    assert "kept" not in found, "the certificate stays on the server"
    about = client.get(f"/api/analysis/proofs/{name}").json()
    assert about["claim"] == found["claim"]
    replies: list[list[str]] = []
    while True:
        answer = client.post(f"/api/analysis/proofs/{name}/answers", {"replies": replies}).json()
        assert answer["kind"] == "proved"
        assert answer["turns"] <= found["win"]["turns"] - len(replies)
        law = room(place["game"]).from_text(found["start"])
        for turn in answer["line"]:
            law = law.play_all(turn)
        if answer["over"]:
            break
        turn = []
        after = law
        while after.to_move == law.to_move and after.result() is None and after.moves_left:
            turn.append(after.legal_moves()[-1 - len(replies)])
            after = after.play(turn[-1])
        replies.append(turn)
    result = law.result()
    assert result is not None
    winner = room(place["game"]).player_names(law.options)[result.winner or 0]
    assert winner == found["win"]["side"]


def test_no_event_of_a_proof_shows_its_certificate(client: Client) -> None:
    started = client.post("/api/analysis/proofs", {"game": "gomoku", "moves": OPEN_THREE})
    told = json.dumps(events(client, started))
    packed = client.get(f"/api/analysis/proofs/{started.json()['job']}/certificate").content
    nodes = gzip.decompress(packed).decode().splitlines()[1:]
    assert all(node not in told for node in nodes)
    assert "kept" not in told


def test_the_certificate_can_be_taken_away_and_checked_elsewhere(client: Client) -> None:
    name, found = proof(client, moves=OPEN_THREE)
    answer = client.get(f"/api/analysis/proofs/{name}/certificate")
    assert answer.headers["content-type"] == "application/gzip"
    assert check_stated(answer.content).sentence == found["claim"]["en"]


def test_a_proof_belongs_to_whoever_had_it_made(app: FastAPI, client: Client) -> None:
    name, _ = proof(client, moves=OPEN_THREE)
    other = Client(app)
    for answer in (
        other.get(f"/api/analysis/proofs/{name}"),
        other.get(f"/api/analysis/proofs/{name}/certificate"),
        other.post(f"/api/analysis/proofs/{name}/answers", {"replies": []}),
    ):
        assert answer.status_code == 404
        assert "prove it again" in answer.json()["detail"]


def test_defences_that_are_none_are_refused_in_words(client: Client) -> None:
    name, _ = proof(client, moves=OPEN_THREE)
    for replies, said in ((["h8"], "already holds"), (["a2", "a3"], "more moves")):
        answer = client.post(f"/api/analysis/proofs/{name}/answers", {"replies": [replies]})
        assert answer.status_code == 422
        assert said in answer.json()["detail"]


def test_unknown_is_not_called_no(client: Client) -> None:
    _, found = proof(client, "connect6", moves=["j10", "k11", "i11"], seconds=0.3)
    assert found["win"] is None
    assert "unknown" in [v["verdict"] for v in found["verdicts"]]


def test_only_so_many_proofs_of_a_person_are_kept(app: FastAPI) -> None:
    mine = Client(app)
    first, _ = proof(mine, moves=OPEN_THREE)
    person = _person(mine).id
    with app.state.studio.store.session() as session:
        row = session.get(ProofRow, first)
        for number in range(KEPT_PROOFS):
            copied = {c.name: getattr(row, c.name) for c in ProofRow.__table__.columns}
            session.add(ProofRow(**copied | {"id": f"copy{number}", "made": row.made + 1 + number}))
    proof(mine, moves=OPEN_THREE)
    with app.state.studio.store.session() as session:
        kept = session.query(ProofRow).filter_by(person_id=person).count()
    assert kept == KEPT_PROOFS
    assert mine.get(f"/api/analysis/proofs/{first}").status_code == 404


def test_what_cannot_be_proved_is_refused_with_a_reason(client: Client) -> None:
    started = client.post("/api/analysis/proofs", {"game": "gomoku"})
    name, data = events(client, started)[-1]
    assert name == "failed"
    assert "empty board" in data["detail"]
    three = {"game": "goclub", "options": {"players": "3"}, "moves": ["j10"]}
    name, data = events(client, client.post("/api/analysis/proofs", three))[-1]
    assert name == "failed"
    assert "nobody here can prove" in data["detail"]
    illegal = client.post("/api/analysis/proofs", {"game": "gomoku", "moves": ["h8", "h8"]})
    assert illegal.status_code == 422


# --- whole games -------------------------------------------------------------------------------


def test_a_review_finds_missed_and_allowed_wins_with_progress(client: Client) -> None:
    asked = {"game": "gomoku", "moves": SLIP, "seconds": 0.1}
    told = events(client, client.post("/api/analysis/reviews", asked))
    steps = [data for name, data in told if name == "step"]
    assert [step["done"] for step in steps] == list(range(1, len(SLIP) + 2))
    result = told[-1][1]["result"]
    found = {turn["number"]: turn["findings"] for turn in result["turns"]}
    assert found[11] == ["missed", "allowed"]
    assert found[14] == ["completed"]
    turn = result["turns"][10]
    assert turn["had"]["checked"]
    assert "missed" in turn["sentences"]["en"][0]
    assert "錯過" in turn["sentences"]["zh-Hant"][0]
    assert result["points"][11]["proved"] == "white"
    assert result["points"][11]["chance"] == 0.0
    assert result["points"][-1] == {"place": 14, "chance": 0.0, "proved": None, "over": True}


def test_a_review_writes_moves_in_every_notation_that_a_person_may_have_chosen(
    client: Client,
) -> None:
    rooks = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"
    asked = {"game": "xiangqi", "start": rooks, "moves": ["d0d1", "e9e8"], "seconds": 0.5}
    told = done(client, client.post("/api/analysis/reviews", asked))["turns"][0]
    line = told["had"]["line"]
    said = told["sentences"]
    assert set(said) == {
        *("en", "zh-Hant", "en/en", "en/zh-Hant"),
        *("en/words", "zh-Hant/en", "zh-Hant/zh-Hant", "zh-Hant/words"),
    }
    words = " ".join(move for turn in line for move in turn)
    for language in ("en", "zh-Hant"):
        assert words in said[f"{language}/words"][0]
        assert words not in said[language][0]
        assert said[language] == said[f"{language}/{language}"]
    assert "車" in said["zh-Hant"][0]
    assert "車" in said["en/zh-Hant"][0]
    assert "R" in said["zh-Hant/en"][0]


def test_openings_tell_what_our_players_chose(client: Client) -> None:
    found = client.post("/api/analysis/openings", {"game": "gomoku"}).json()["turns"]
    assert found
    assert all(len(one["wins"]) == 2 and sum(one["wins"]) <= one["games"] for one in found)
    assert found[0]["ways"] == [found[0]["moves"]]
    assert any(one["played"] for one in found)
    assert all(not one["played"] for one in found if one["mark"] in ("refuted", "doubted"))
    far = {"game": "gomoku", "options": {"size": "9x9"}}
    assert client.post("/api/analysis/openings", far).json() == {"turns": []}
    assert client.post("/api/analysis/openings", {"game": "nosuch"}).status_code == 422


def test_a_certified_opening_says_of_which_class_its_win_is(client: Client) -> None:
    won = {"game": "gomoku", "moves": ["h8", "a1", "i9", "o15"]}
    first = client.post("/api/analysis/openings", won).json()["turns"][0]
    assert (first["mark"], first["played"], first["within"]) == ("certified", True, 17)
    assert set(first["by"]) == {"en", "zh-Hant"}


def test_a_review_tells_what_a_move_of_go_cost_as_an_estimate(client: Client) -> None:
    asked = {
        "game": "go",
        "options": {"size": "5x5"},
        "moves": ["c3", "c2", "a1"],
        "seconds": 0.1,
    }
    turns = done(client, client.post("/api/analysis/reviews", asked))["turns"]
    assert turns[2]["findings"] == ["costly"]
    assert "An estimate." in turns[2]["sentences"]["en"][0]
    assert "估計值" in turns[2]["sentences"]["zh-Hant"][0]
    assert turns[2]["had"] is None


def test_a_game_that_no_prover_searches_is_reviewed_by_what_its_decisions_cost(
    client: Client,
) -> None:
    position, dealt = room("mahjong").start(), list[str]()
    while position.to_move == CHANCE:
        dealt.append(position.outcomes()[0].move)
        position = position.play(dealt[-1])
    judged = room("mahjong").hindsight()
    assert judged is not None
    seen = position.view(position.to_move)
    costs = {word: judged.decision(seen, word) for word in position.legal_moves()}
    worst = next(word for word, found in costs.items() if found is not None and found.cost > 0)
    place = {"game": "mahjong", "moves": [*dealt, worst]}
    abilities = client.post("/api/analysis/abilities", {"game": "mahjong"}).json()
    assert abilities["review"]
    assert not abilities["provers"]
    found = done(client, client.post("/api/analysis/reviews", place))
    assert [turn["moves"] for turn in found["turns"]] == [[worst]]
    assert found["turns"][0]["findings"] == ["costly"]
    assert found["turns"][0]["sentences"]["zh-Hant"]


def test_a_review_that_is_stopped_keeps_what_it_told(client: Client) -> None:
    asked = {"game": "connect6", "moves": ["j10", "k11", "i11", "l10", "k9"], "seconds": 10}
    started = client.post("/api/analysis/reviews", asked)
    client.delete(f"/api/jobs/{started.json()['job']}")
    assert events(client, started)[-1][0] == "cancelled"


def test_the_graph_has_a_point_after_every_turn_seen_by_the_first_player(client: Client) -> None:
    asked = {"game": "connect6", "moves": ["j10", "k11", "i11"]}
    result = done(client, client.post("/api/analysis/graphs", asked))
    assert [point["place"] for point in result["points"]] == [0, 1, 3]
    assert all(0 <= point["chance"] <= 1 for point in result["points"])
    nobody = {"game": "goclub", "options": {"players": "3"}}
    three = done(client, client.post("/api/analysis/graphs", nobody))
    assert three["points"][0]["chance"] is None, "nobody has an opinion: none is made up"


# --- pictures ----------------------------------------------------------------------------------


def test_flags_of_a_game_are_listed_by_its_abilities_and_taken_by_its_proofs(
    client: Client,
) -> None:
    told = client.post("/api/analysis/abilities", {"game": "xiangqi"}).json()["flags"]
    assert [flag["name"] for flag in told] == ["quiet", "answers"]
    assert told[1]["choices"] == ["spend", "free"]
    asked = {"game": "xiangqi", "start": "4k4/R8/9/9/9/9/9/9/9/1R1Kp4 w"}
    refused = client.post("/api/analysis/proofs", {**asked, "flags": {"answers": "maybe"}})
    assert refused.status_code == 422, refused.json()
    refused = client.post("/api/analysis/proofs", {**asked, "flags": {"loud": "1"}})
    assert "loud" in refused.json()["detail"]
    started = client.post("/api/analysis/proofs", {**asked, "flags": {"answers": "free"}})
    assert started.status_code == 202
