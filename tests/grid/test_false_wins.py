"""True certificates of something else: no door of the grid may take one for an answer."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any

import pytest

from kikashi.games import room
from kikashi.grid.kinds import Course, kind_of, load_kinds
from kikashi.grid.tasks import judge_solved
from kikashi.grid.voting.player import GridPlayer
from kikashi.grid.voting.tasks import Ballot
from kikashi.law import GameError, Position
from kikashi.proofs import CertificateWriter, RefusedError, check_stated
from kikashi.search import Limits, solve
from kikashi.stones.joblevel import tasks as joblevel

pytestmark = pytest.mark.native

START = room("gomoku").from_text("setup black=a1,e8,c15 white=f8,g8,h8,i8 move=black left=1")
"""White has four in a row, open at one end: Black plays j8 and nothing is won."""
ASKED = {
    "game": "gomoku",
    "position": START.to_text(),
    "options": dict(START.options),
    "nodes": 1_000,
}


def certificate(start: Position, claim: Mapping[str, object], *nodes: list[object]) -> bytes:
    writer = CertificateWriter(start.game, start.options, start, claim)
    for node in nodes:
        writer.add(node)
    return gzip.compress(writer.to_bytes(), mtime=0)


def unless_black_plays_j8() -> bytes:
    """'White wins, unless Black begins with j8': true, and worth nothing."""
    claim = {"kind": "win", "side": "white", "turns": 1, "except": [["j8"]]}
    data = certificate(START, claim, ["r", 1, [], []])
    assert "unless" in check_stated(data).sentence
    return data


def told(**fields: object) -> dict[str, Any]:
    return {"verdict": {"verdict": "win", "side": "white", "turns": 1, **fields}}


def test_a_win_with_exceptions_is_no_win_and_the_side_is_not_the_volunteers_to_choose() -> None:
    for side in ("white", "black"):
        value = {**told(side=side), "certificate": unless_black_plays_j8()}
        with pytest.raises(RefusedError):
            judge_solved(ASKED, value)


def test_a_true_win_of_the_side_that_is_not_to_move_answers_no_question_about_the_mover() -> None:
    lost = room("gomoku").from_text("setup black=a1,c15 white=f8,g8,h8,i8 move=black left=1")
    data = certificate(lost, {"kind": "win", "side": "white", "turns": 1}, ["r", 1, [], []])
    assert check_stated(data).sentence == "white wins within 1 turn"
    with pytest.raises(RefusedError, match="black, who is to move"):
        judge_solved({**ASKED, "position": lost.to_text()}, {**told(), "certificate": data})


@pytest.mark.parametrize("defending", [True, False])
def test_a_job_is_not_poisoned_by_a_win_with_exceptions(defending: bool) -> None:
    value = {"verdict": "win", "nodes": 1, "certificate": unless_black_plays_j8()}
    with pytest.raises(RefusedError):
        joblevel.judge(ASKED, value, defending=defending)


def test_a_puzzle_is_not_shown_to_be_the_fastest_by_another_claim() -> None:
    """The second certificate must be of the class that was asked for, and without exceptions."""
    load_kinds()
    judge = kind_of("puzzles.prove").judge
    assert judge is not None
    start = room("gomoku").from_text("setup black=e8,f8,g8 white=a1,c1,a3 move=black left=1")
    asked = {**ASKED, "position": start.to_text()}
    verdict = solve(start, "vcf", Limits(nodes=10_000), fastest=True)
    assert verdict.turns == 2
    assert verdict.certificate is not None
    win = gzip.compress(verdict.certificate.to_bytes())
    honest = {"verdict": "win", "by": "vcf", "turns": 2, "certificate": win, "refutation": None}
    judge(asked, honest)
    none: dict[str, object] = {"kind": "no-forcing-win", "side": "black", "by": "vcf", "turns": 1}
    root = ["r", 1, [], []]
    judge(asked, {**honest, "refutation": certificate(start, none, root)})
    for claim in ({**none, "except": [["h8"]]}, {**none, "by": "vcst"}):
        with pytest.raises(RefusedError, match="demanded was"):
            judge(asked, {**honest, "refutation": certificate(start, claim, root)})
    with pytest.raises(RefusedError, match="asked was for a win by vcf"):
        judge(asked, {**honest, "by": "vct"})


def test_a_mate_is_not_shown_to_be_the_shortest_by_a_shorter_refutation() -> None:
    """Xiangqi: 'no mate within n' must be of one move less than the mate."""
    load_kinds()
    kind = kind_of("puzzles.prove")
    assert kind.judge is not None
    xiangqi = room("xiangqi").from_text("3k5/9/4c4/9/9/9/9/R8/1R7/4K4 w")
    asked = {
        "game": "xiangqi",
        "position": xiangqi.to_text(),
        "options": dict(xiangqi.options),
        "nodes": 100_000,
        "by": "checks",
    }
    value = dict(kind.work(asked, Course(lambda: False)))
    assert value["turns"] == 3
    kind.judge(asked, value)
    short = solve(xiangqi, "checks", Limits(nodes=10_000), fastest=True)
    assert short.refutation is not None
    claim = {**short.refutation.claim, "turns": 1}
    data = certificate(xiangqi, claim, ["r", 1, []])
    check_stated(data)
    with pytest.raises(RefusedError, match="demanded was"):
        kind.judge(asked, {**value, "refutation": data})


def test_the_proof_of_one_turn_does_not_play_another() -> None:
    start = room("gomoku").from_text("setup black=e8,f8,g8,h8 white=a1,c1,a3,c3 move=black left=1")
    verdict = solve(start, "vcf", Limits(nodes=1_000))
    assert verdict.certificate is not None
    data = gzip.compress(verdict.certificate.to_bytes())

    def play(move: str) -> object:
        ballot = Ballot([([move], 1.0, 0.0)], "proved", 1, 1, data)
        return GridPlayer._proved(GridPlayer.__new__(GridPlayer), start, ballot)

    assert play(verdict.line[0][0]) is not None
    assert play("o15") is None
    assert play("d8" if verdict.line[0][0] != "d8" else "i8") is None


def test_a_start_is_compared_before_any_law_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate of another game with a text that takes its law very long."""

    def never(*_: object) -> Position:
        raise AssertionError("the law of another game was asked")

    moves = " ".join(["h2e2 h9e9"] * 20_000)
    claim = {"kind": "win", "side": "red", "turns": 1}
    writer = CertificateWriter("xiangqi", {"repetition": "asian"}, f"startpos moves {moves}", claim)
    writer.add(["t", 1, "h2e2", None])
    data = gzip.compress(writer.to_bytes())
    monkeypatch.setattr(type(room("xiangqi")), "from_text", never)
    with pytest.raises(GameError, match="its game is 'xiangqi', not 'gomoku'"):
        judge_solved(ASKED, {**told(side="black"), "certificate": data})
