"""Records through the API: trees read, written and brought back, in every format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kikashi.games import room, room_ids
from kikashi.games.minishogi.kif import write_csa, write_kif
from kikashi.games.minishogi.rules import minishogi_of
from kikashi.records import Record, read_collection
from tests.studio.client import Client

pytestmark = pytest.mark.slow

MATE = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"
GOLEM = (
    "(;FF[4]EV[connect6.ch.26.1.1]PB[Alice]PW[Bob]SZ[19]SO[http://www.littlegolem.com]"
    ";B[j10];W[k9l11];B[i11i9])"
)
SGF = (
    "(;FF[4]CA[UTF-8]KG[gomoku]SZ[15]C[start \\] here];B[hh]C[一步]"
    "(;W[ii]TR[hh];B[gg])(;W[gi]C[another]))"
)


def tree(client: Client, text: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/analysis/records/read", {"text": text, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["trees"][0]
    return found


def test_a_tree_goes_through_sgf_and_comes_back_whole(client: Client) -> None:
    first = tree(client, SGF)
    assert [node["move"] for node in first["nodes"]] == ["", "h8", "i7", "g9", "g7"]
    assert first["nodes"][1]["comment"] == "一步"
    written = client.post("/api/analysis/records/write", {"tree": first}).json()
    assert written["lost"] == []
    assert written["file"] == "kikashi-gomoku.sgf"
    assert tree(client, written["text"]) == first
    (record,) = read_collection(written["text"].encode())
    assert isinstance(record, Record)


@pytest.mark.parametrize("game", room_ids())
def test_every_game_can_be_written_and_read_back(client: Client, game: str) -> None:
    law = room(game).start()
    nodes: list[dict[str, Any]] = [{"parent": -1, "comment": "first"}]
    for number, move in enumerate(law.legal_moves()[:2]):
        nodes.append({"parent": 0, "move": move, "comment": f"branch {number} ]"})
    asked = {"tree": {"game": game, "nodes": nodes}}
    written = client.post("/api/analysis/records/write", asked).json()
    again = tree(client, written["text"])
    assert again["game"] == game
    assert [n["move"] for n in again["nodes"]] == [n.get("move", "") for n in nodes]
    assert [n["comment"] for n in again["nodes"]] == [n["comment"] for n in nodes]


def test_a_paste_from_little_golem_is_read(client: Client) -> None:
    found = tree(client, GOLEM, game="gomoku")
    assert found["game"] == "connect6", "the record says so; the board is only a guess"
    assert found["players"] == ["Alice", "Bob"]
    assert [n["move"] for n in found["nodes"]][1:] == ["j10", "k9", "l11", "i11", "i9"]
    assert [(n["player"], n["turn"]) for n in found["nodes"]][1:4] == [(0, 1), (1, 2), (1, 2)]


@pytest.mark.parametrize(
    "game, text, start, moves",
    [
        ("connect6", "1.j10 2.k9l11", "", ["j10", "k9", "l11"]),
        ("gomoku", "setup black=h8 white=- move=white left=1", "setup black=h8", []),
        ("xiangqi", "1. 炮二平五 馬8進7 2. 馬二進三", "", ["h2e2", "h9g7", "h0g2"]),
        ("xiangqi", "C2=5 H8+7", "", ["h2e2", "h9g7"]),
        ("banqi", "a1 K b1 k", "", ["a1", "K", "b1", "k"]),
        ("xiangqi", MATE, MATE, []),
        ("xiangqi", f"{MATE} moves b1e1 e9f9", MATE, ["b1e1", "e9f9"]),
    ],
)
def test_moves_and_positions_are_read_as_text(
    client: Client, game: str, text: str, start: str, moves: list[str]
) -> None:
    found = tree(client, text, game=game)
    assert found["game"] == game
    assert found["start"].startswith(start)
    assert [n["move"] for n in found["nodes"]][1:] == moves


def test_a_game_s_own_format_is_refused_for_another_game_that_was_resigned(client: Client) -> None:
    other = tree(client, SGF.replace("SZ[15]", "SZ[15]RE[B+Resign]"))
    answer = client.post("/api/analysis/records/write", {"tree": other, "format": "kif"})
    assert answer.status_code == 422
    assert "kif is a format of minishogi; this game is gomoku" in answer.json()["detail"]


@pytest.mark.parametrize(
    "asked, said",
    [
        ({"text": "(;GM[2]SZ[19];B[aa])"}, "game number 2"),
        ({"text": "(;FF[4]KG[gomoku];B[hh];W[hh])"}, "move 2"),
        ({"text": "j10 k11"}, "choose the game first"),
        ({"text": "nonsense", "game": "gomoku"}, "nonsense"),
        ({"text": "nonsense", "game": "xiangqi"}, "two points such as h2e2"),
        ({"text": "h2e2 h2e2", "game": "xiangqi"}, "move 2"),
        ({"text": "j10", "game": "nothing"}, "nothing"),
    ],
)
def test_a_text_that_is_no_record_is_refused_in_words(
    client: Client, asked: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/analysis/records/read", asked)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_of_several_games_the_good_ones_are_read_and_the_bad_ones_named(client: Client) -> None:
    text = f"{SGF}(;KG[gomoku];B[hh];W[hh]){GOLEM}"
    answer = client.post("/api/analysis/records/read", {"text": text}).json()
    assert [found["game"] for found in answer["trees"]] == ["gomoku", "connect6"]
    assert len(answer["refused"]) == 1
    assert "move 2" in answer["refused"][0]


def test_what_a_format_cannot_hold_is_named_before_it_is_lost(client: Client) -> None:
    asked = {"tree": tree(client, SGF), "format": "moves"}
    refused = client.post("/api/analysis/records/write", asked)
    assert refused.status_code == 422
    assert "comments" in refused.json()["detail"]
    written = client.post("/api/analysis/records/write", asked | {"lossy": True}).json()
    assert written["text"] == "h8 i7 g9\n"
    assert any("comments" in words for words in written["lost"])


@pytest.mark.parametrize(
    "nodes",
    [
        [{"parent": 0}],
        [{"parent": -1}, {"parent": 1, "move": "h8"}],
        [{"parent": -1}, {"parent": -1, "move": "h8"}],
        [{"parent": -1, "move": "h8"}],
        [{"parent": -1}, {"parent": 0, "move": "h8"}, {"parent": 1, "move": "h8"}],
        [{"parent": -1, "properties": {"C": ["smuggled"]}}],
    ],
)
def test_a_tree_that_is_none_is_refused(client: Client, nodes: list[dict[str, Any]]) -> None:
    asked = {"tree": {"game": "gomoku", "nodes": nodes}}
    assert client.post("/api/analysis/records/write", asked).status_code == 422


@pytest.mark.parametrize("write", [write_kif, write_csa])
def test_minishogi_s_own_records_are_opened_with_names_and_set_up(
    client: Client, write: Callable[..., str]
) -> None:
    for setup, moves in (("", ["2e3d", "4a3b"]), ("4k/S4/5/5/K4 b RP 1", ["5b5a", "1a2a"])):
        home = room("minishogi")
        start = minishogi_of(home.from_text(setup) if setup else home.start())
        asked = {"text": write(start, moves, ("Lin", "Wu")), "game": "minishogi"}
        (tree,) = client.post("/api/analysis/records/read", asked).json()["trees"]
        assert [node["move"] for node in tree["nodes"] if node["move"]] == moves
        assert tree["players"] == ["Lin", "Wu"]
        assert bool(tree["start"]) is bool(setup)
        form = "kif" if write is write_kif else "csa"
        back = {"tree": tree, "format": form}
        written = client.post("/api/analysis/records/write", back).json()
        assert (written["text"], written["lost"]) == (asked["text"], [])
        assert written["file"] == f"kikashi-minishogi.{form}"
    broken = {"text": "V2.2\n+\n+9999KA\n", "game": "minishogi"}
    refused = client.post("/api/analysis/records/read", broken)
    assert refused.status_code == 422
    assert "line 3" in refused.json()["detail"]
    western = {"text": "P-5c P-1c", "game": "minishogi"}
    (tree,) = client.post("/api/analysis/records/read", western).json()["trees"]
    assert len(tree["nodes"]) == 3, "a list of moves is none of them"
