"""Wins that rest on the rule against perpetual check: found, certified and played."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from kikashi.cli.solve import sentence
from kikashi.games.xiangqi import ROOM, provers
from kikashi.games.xiangqi.board import checking_steps, in_check, moved
from kikashi.games.xiangqi.fen import Fen, write_fen
from kikashi.games.xiangqi.rules import XiangqiPosition, move_of
from kikashi.games.xiangqi.solver import solve
from kikashi.law import Result
from kikashi.proofs import RefusedError, check, check_stated
from kikashi.proofs.strategy import strategy
from kikashi.search import Limits
from tests.proofs.xiangqi_wins import (
    CIRCLE,
    NODES,
    TWO_ROOKS,
    WON,
    Nodes,
    certificate,
    circling,
    ends,
    forged,
    holds,
    perpetual,
    proof_of,
    solved,
)

pytestmark = pytest.mark.native


# --- found and certified --------------------------------------------------------------------------


@pytest.mark.parametrize("fen", WON)
def test_a_win_that_only_the_rule_gives_is_certified(fen: str) -> None:
    position, mate = solved(fen)
    assert position.board in perpetual(position.board, position.to_move)
    claim = mate.claim()
    side = ("red", "black")[position.to_move]
    assert claim == {"kind": "win", "side": side, "turns": mate.turns}
    found = check(certificate(position, claim, mate.proof), claim=claim, start=position)
    assert found.nodes == len(mate.proof)
    assert found.sentence.startswith(f"{side} mates, unless ")
    assert circling(proof_of(fen))


@pytest.mark.parametrize("fen", WON)
def test_without_the_rule_nothing_is_claimed(fen: str) -> None:
    position, _ = solved(fen)
    assert solve(position, "checks", nodes=NODES).verdict == "no"
    for answers in ("spend", "free"):
        mate = solve(position, "quiet", quiet=3, answers=answers, turns=5, nodes=NODES)
        assert mate.verdict != "win"
        assert not mate.perpetual


@pytest.mark.parametrize("repetition", ["asian", "checks"])
def test_either_rule_of_repetition_forbids_the_checks(repetition: str) -> None:
    position = ROOM.from_text(TWO_ROOKS, {"repetition": repetition})
    mate = solve(position, "any", nodes=NODES)
    assert mate.perpetual
    assert check_stated(certificate(position, mate.claim(), mate.proof))
    assert holds(position, mate.turns or 0, proof_of(TWO_ROOKS))


def test_the_verdict_does_not_pretend_to_count_every_turn() -> None:
    verdict = provers.solve(ROOM.from_text(TWO_ROOKS), "any", Limits(nodes=NODES))
    assert (verdict.verdict, verdict.counts_all, verdict.plies) == ("win", False, None)
    assert verdict.to_json()["counts_all"] is False
    assert "check for ever" in sentence(verdict, "en")
    assert "長將" in sentence(verdict, "zh-Hant")


def test_the_claim_is_told_in_both_languages() -> None:
    found = check_stated(forged(proof_of(TWO_ROOKS)))
    turns = found.claim.fields["turns"]
    loose = "red mates, unless black checks for ever and so loses,"
    assert found.sentence == f"{loose} within {turns} moves, answers to checks left out"
    assert found.claim.sentence("zh-Hant") == (
        f"紅方在 {turns} 著內（應將不計）殺棋，否則對方長將判負"
    )
    assert check_stated(forged(proof_of(TWO_ROOKS)), claim=loose)


def test_a_way_back_to_what_has_stood_twice_is_refused() -> None:
    start, mate = solved(TWO_ROOKS)
    once = start.play_all(CIRCLE)
    assert once.board == start.board
    with pytest.raises(RefusedError, match="repetition"):
        check_stated(certificate(once, mate.claim(), mate.proof))
    # Red has no other way. The law would give it the game at the third time, but no proof says so.
    assert solve(once, "any", nodes=NODES).verdict == "unknown"


@pytest.mark.thorough
def test_random_wins_hold_in_every_line() -> None:
    """Rooks and pawns strewn about; whatever is claimed is accepted and won by the law."""
    chooser = random.Random(3)
    found = 0
    while found < 4:
        board = ["."] * 90
        board[chooser.choice((3, 4, 5, 12, 13, 14))] = "K"
        board[chooser.choice((75, 76, 77, 84, 85, 86))] = "k"
        for piece in chooser.choice(("RRr", "RPPr", "RNr")):
            board[chooser.choice([at for at in range(90) if board[at] == "."])] = piece
        text = "".join(board)
        if in_check(text, 1) or not in_check(text, 0):
            continue
        position = ROOM.from_text(write_fen(Fen(text, 0, 0, 1)))
        if position.result():
            continue
        mate = solve(position, "any", nodes=2_000)
        if not mate.perpetual or len(mate.proof) > 150:
            continue
        found += 1
        check_stated(certificate(position, mate.claim(), mate.proof))
        assert holds(position, mate.turns or 0, mate.proof), position.to_text()


# --- played ---------------------------------------------------------------------------------------

Defender = Callable[[XiangqiPosition], str]


def play(fen: str, defend: Defender) -> Result:
    """The proof played through against a defender until the law ends the game."""
    position, mate = solved(fen)
    proof = strategy(certificate(position, mate.claim(), mate.proof))
    replies: list[list[str]] = []
    while True:
        answer = proof.answer(replies)
        assert answer.turns <= (mate.turns or 0)
        result = answer.position.result()
        if result is not None:
            assert answer.over
            return result
        assert isinstance(answer.position, XiangqiPosition)
        replies.append([defend(answer.position)])
        assert len(replies) < 100


@pytest.mark.parametrize("fen", WON)
def test_who_checks_for_ever_loses_by_the_rule(fen: str) -> None:
    start, _ = solved(fen)
    inside = perpetual(start.board, start.to_move)

    def check_again(position: XiangqiPosition) -> str:
        board, mover = position.board, position.to_move
        steps = [step for step in checking_steps(board, mover) if moved(board, *step) in inside]
        return move_of(min(steps))

    result = play(fen, check_again)
    assert result.winner == start.to_move
    assert result.reason == "perpetual-check"


@pytest.mark.parametrize("fen", WON)
def test_every_random_defence_loses(fen: str) -> None:
    start, _ = solved(fen)
    for seed in range(10):
        chooser = random.Random(seed)

        def defend(position: XiangqiPosition, chooser: random.Random = chooser) -> str:
            moves = position.legal_moves()
            checks = [move for move in moves if position.play(move).checked]
            return chooser.choice(checks if checks and chooser.random() < 0.7 else moves)

        assert play(fen, defend).winner == start.to_move


@pytest.mark.parametrize("fen", WON)
def test_every_line_of_defence_loses(fen: str) -> None:
    start, mate = solved(fen)
    reasons = {result.reason for result, _ in ends(start, mate.proof)}
    assert reasons >= {"checkmate", "perpetual-check"}
    assert holds(start, mate.turns or 0, mate.proof)
    assert not holds(start, (mate.turns or 0) - 1, mate.proof)


# --- positions with a past -----------------------------------------------------------------------

PAWNS_MATE: Nodes = [
    ["t", 1, "d6d7", None],
    ["r", 1, [["d8d9", 0]]],
    ["t", 2, "d5d6", 1],
    ["r", 2, [["d9d8", 2]]],
    ["t", 3, "d0e0", 3],
]
"""From `3k5/9/9/9/P2P5/9/9/9/9/3K5 w`."""
SHUFFLED = "3k5/9/9/9/P2P5/9/9/9/9/4K4 b moves d9d8 e0d0 d8d9 d0e0 d9d8 e0d0 d8d9"
"""The same board, but to begin with d0e0 would be the third time."""


def test_a_certificate_is_about_a_position_with_its_past() -> None:
    """What holds for a board need not hold where its first move would end the game."""
    fresh, shuffled = ROOM.from_text("3k5/9/9/9/P2P5/9/9/9/9/3K5 w"), ROOM.from_text(SHUFFLED)
    assert fresh.board == shuffled.board
    claim = {"kind": "win", "side": "red", "turns": 3}
    written = certificate(fresh, claim, PAWNS_MATE)
    checked = check(written, start=fresh, claim=claim)
    assert (checked.turns, checked.plies) == (3, None)  # answers to checks are not counted
    with pytest.raises(RefusedError, match="its start is"):
        check(written, start=shuffled, claim=claim)
    with pytest.raises(RefusedError, match="ends by repetition"):
        check_stated(certificate(shuffled, claim, PAWNS_MATE))


def test_a_position_met_at_several_turns_is_played_by_the_shortest() -> None:
    """A proof that goes round before it mates is true, but to play it so would be a draw."""
    start = ROOM.from_text("3k5/9/9/9/P2P5/9/9/9/9/3K5 w")
    beside = start.play_all("d0e0 d9d8")  # Black had no other move
    home = beside.play("e0d0")
    nodes = copy.deepcopy(PAWNS_MATE)
    root = len(nodes) - 1
    others: list[list[Any]] = []
    for move in home.legal_moves():
        if move != "d8d9":  # that leads to the start
            found = solve(home.play(move), "quiet", quiet=5, turns=8)
            assert found.verdict == "win"
            others.append([move, _appended(nodes, found.proof)])
    for _ in range(2):
        replies: list[list[Any]] = [["d8d9", root], *others]
        bound = max(nodes[child][1] for _, child in replies)
        nodes.append(["r", bound, replies])
        nodes.append(["t", bound + 1, "e0d0", len(nodes) - 1])
        nodes.append(["r", bound + 1, [["d9d8", len(nodes) - 1]]])
        nodes.append(["t", bound + 2, "d0e0", len(nodes) - 1])
        root = len(nodes) - 1
    claim = {"kind": "win", "side": "red", "turns": nodes[root][1]}
    written = certificate(start, claim, nodes, root)
    assert check(written, start=start, claim=claim)
    assert Result((0, 0), "repetition") in [result for result, _ in ends(start, nodes)]
    assert strategy(written).answer([["d9d8"]]).moves == ("d5d6",)


def _appended(nodes: Nodes, proof: Sequence[Sequence[Any]]) -> int:
    base = len(nodes)
    for kind, bound, *rest in proof:
        if kind == "t":
            move, child = rest
            nodes.append([kind, bound, move, None if child is None else child + base])
        else:
            nodes.append([kind, bound, [[move, child + base] for move, child in rest[0]]])
    return len(nodes) - 1


# --- from old books ------------------------------------------------------------------------------

ONCE_MISSED = {
    "cj-象棋杀着大全-0474": "the defender's checks for ever seemed a way out",
    "cj-象棋杀着大全-0106": "the same, far from the first move",
    "shiqingyaqu-551-399": "wins on one path were kept for all, and proofs ran in circles",
    "cj-象棋杀着大全-0032": "a draw was good enough, and the win was not looked at",
}


@pytest.mark.thorough
def test_wins_of_old_books_that_were_missed_once(no_mate_by_checks: Mapping[str, str]) -> None:
    for name in ONCE_MISSED:
        position = ROOM.from_text(no_mate_by_checks[name])
        found = solve(position, "any", nodes=4_000_000)
        assert found.verdict == "win", name
        claim = found.claim()
        check(certificate(position, claim, found.proof), start=position, claim=claim)
