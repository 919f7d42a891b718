"""Strings taken and saved: named shapes, ko codes, and the words over GTP."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kikashi import _native
from kikashi.games.go import local
from kikashi.games.go.local import SAFE_LIBERTIES, ladder_move, read, target_cell
from kikashi.games.go.position import go_of
from kikashi.games.go.problems import shipped
from kikashi.games.go.provers import solve
from kikashi.law import GameError
from kikashi.search import Limits
from tests.go_boards import SNAPBACK, TWO_EYES, Talk, board

pytestmark = pytest.mark.native


LADDER = """
. . . . . . .
. . . . . . .
. . . . . . .
. X . . . . .
X O . . . . .
. X . . . . .
. . . . . . .
"""
KO = """
. . . . .
. X O . .
X . X O .
. X O . .
. . . . .
"""


@pytest.mark.parametrize(
    "rows, target, attack, code",
    [
        (LADDER, "b3", True, 1),
        (LADDER, "b3", False, 1),
        (SNAPBACK, "c4", True, 1),
        (TWO_EYES, "b5", True, 0),
    ],
)
def test_named_shapes(rows: str, target: str, attack: bool, code: int) -> None:
    law = board(rows)
    assert read(law, target_cell(law, target), attack=attack).code == code


@pytest.mark.parametrize("blocked, move", [(False, "d3"), (True, "")])
def test_a_ladder_is_caught_unless_a_stone_stands_in_its_way(blocked: bool, move: str) -> None:
    rows = """
    . . . . . . .
    . . . . . B .
    . . . . . . .
    . O . . . . .
    . O X . . . .
    . . O O . . .
    . . . . . . .
    """.replace("B", "X" if blocked else ".").replace("    ", "")
    law = board(rows, "white")
    assert ladder_move(law, target_cell(law, "c3")) == move


def test_a_ko_is_told_apart_by_who_must_threaten_first() -> None:
    law = board(KO)
    cell = target_cell(law, "c3")
    assert read(law, cell, attack=True).code == 2  # White takes; Black must threaten to retake
    taken = go_of(board(KO, "white").play("b3"))
    assert taken.now.banned == law.on.index["c3"]
    back = read(taken, target_cell(taken, "b3"), attack=True)
    assert (back.code, back.move) == (3, "c3")  # Black may not retake without a threat


def test_a_verdict_says_who_needs_how_many_threats() -> None:
    found = solve(board(KO, "white"), "capture", target="c3")
    assert found.verdict == "ko"
    assert (found.facts["first"], found.facts["threats"]) == ("opponent", 1)
    assert found.checked is None
    assert "ko" in found.sentences["en"]
    assert "劫" in found.sentences["zh-Hant"]


def test_the_move_of_a_ko_is_the_one_that_needs_fewest_threats() -> None:
    rows = """
    . . O . . . . . .
    . . O . . . . . .
    . . O . . . . . .
    . . O . . . . . .
    O O O . . . . . .
    X X O X X X X X X
    X X O X O . X . .
    . X X O O X X . .
    O X . X O . X . .
    """  # gnugo's reading:225
    law = board(rows)
    target = target_cell(law, "a4")
    found = read(law, target, attack=False, count_threats=True, all_moves=True)
    assert (found.code, found.threats, found.move) == (3, 1, "f1")
    assert dict(found.moves)["a2"] == 3
    needed = {
        move: read(go_of(law.play(move)), target, attack=True, count_threats=True).threats
        for move in ("f1", "a2")
    }
    assert needed == {"f1": 1, "a2": 2}


def test_a_target_must_be_a_stone_of_the_right_side() -> None:
    law = board(LADDER)
    with pytest.raises(GameError, match="no stone on a1"):
        solve(law, "capture", target="a1")
    with pytest.raises(GameError, match="no point"):
        solve(law, "capture", target="z9")
    with pytest.raises(GameError, match="asks about a stone"):
        solve(law, "save", target="b3")
    assert solve(law).verdict == "unknown"


def test_gnugo_words_over_gtp() -> None:
    talk = Talk()
    for line in ("play b d4", "play w e4", "play b e3", "play w a1", "play b e5"):
        talk.say(line)
    assert talk.say("attack e4").split()[:2] == ["=", "1"]
    assert talk.say("attack z9").startswith("?")
    assert talk.say("attack c9").startswith("? there is no stone")
    assert talk.say("trymove w f4") == "=\n\n"
    assert talk.say("attack d4") == "= 0\n\n"
    assert talk.say("popgo") == "=\n\n"
    assert talk.say("popgo").startswith("? stack empty")
    assert talk.say("list_stones w") == "= A1 E4\n\n"


@pytest.mark.parametrize(
    ("limits", "nodes", "seconds"),
    [
        ({}, local.LIFE_NODES, 0.0),
        ({"nodes": 70}, 70, 0.0),
        ({"seconds": 8.0}, local.ENDLESS, 8.0),
        ({"nodes": 70, "seconds": 8.0}, 70, 8.0),
    ],
)
def test_seconds_alone_leave_the_nodes_open(
    limits: dict[str, float], nodes: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def told(*words: object) -> dict[str, object]:
        asked.append(words)
        nothing = {"verdict": "unknown", "code": 0, "move": -1, "threats": 0, "line": []}
        return {**nothing, "moves": [], "nodes": 0, "seconds": 0.0, "seki": False}

    monkeypatch.setattr("kikashi.games.go.local._native.go_read", told)
    law = board("\n".join([". " * 9] * 4 + [". . . . X . . . ."] + [". " * 9] * 4))
    solve(law, "life", Limits(**limits), target="e5")  # type: ignore[arg-type]
    ((asked_nodes, asked_seconds),) = (words[7:9] for words in asked)
    assert asked_nodes == nodes
    # What went before it is taken off, but for a fifth.
    assert isinstance(asked_seconds, float)
    assert seconds / 5 <= asked_seconds <= seconds


def test_searches_of_life_share_the_time_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []
    clock = iter(range(0, 1000, 6))

    def told(*words: object) -> dict[str, object]:
        given.append(words[8])
        nothing = {"verdict": "unknown", "code": 0, "move": -1, "threats": 0, "line": []}
        return {**nothing, "moves": [], "nodes": 0, "seconds": 0.0, "seki": False}

    monkeypatch.setattr("kikashi.games.go.local._native.go_read", told)
    stepping = SimpleNamespace(monotonic=lambda: next(clock))
    monkeypatch.setattr("kikashi.games.go.provers.time", stepping)
    law = board("\n".join([". " * 9] * 4 + [". . . . X . . . ."] + [". " * 9] * 4))
    solve(law, "life", Limits(seconds=8.0), target="e5")
    solve(law, "life", Limits(seconds=5.0), target="e5")
    assert given == [2.0, 1.0], "eight less six, and a fifth of five"


def test_what_a_repetition_settles_is_known_again_after_other_beginnings() -> None:
    """Only the positions since the earliest one that is repeated belong to such a result. Where
    all from the question on did, this took 18,000 nodes."""
    (asked,) = (
        found
        for found in shipped()
        if (found.origin, found.target) == ("own game 21 of seed 26, move 81", "b9")
    )
    law = asked.start
    cell = target_cell(law, asked.target)
    prover = _native.go_prover(law.on.size, cell, (), SAFE_LIBERTIES)
    result, _, _ = prover.ask(law.board, 1 - law.to_move, -1, 0, -1, 17_000)
    assert result == 1


def test_an_attack_that_is_left_open_is_believed_only_where_its_proof_looks_nearer() -> None:
    captures = [found for found in shipped() if found.kind == "capture"]
    answers = [
        read(one.start, target_cell(one.start, one.target), attack=True, nodes=50)
        for one in captures
    ]
    left_open = {answer.code for answer in answers if answer.verdict == "unknown"}
    assert {0, 1} <= left_open
