"""A checked certificate answers every defence, and the answers win in time."""

from __future__ import annotations

import random

import pytest

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError
from kikashi.law.winning_sets import StonePosition
from kikashi.proofs import RefusedError
from kikashi.proofs.strategy import Answer, Strategy, strategy
from kikashi.search import Limits, Verdict, solve
from kikashi.search.forcing import methods
from tests.proofs.prover import Tree, certificate
from tests.search.positions import BOARDS, random_position

OPEN_THREE = "h8 a1 h9 c14 h10 e5"


def proof(game: str, text: str, by: str) -> Verdict:
    verdict = solve(room(game).from_text(text), by, Limits(nodes=200_000))
    assert verdict.verdict == "win"
    return verdict


def against(found: Strategy, draw: random.Random) -> Answer:
    """Plays to the end against a defender that mostly stops the threats and sometimes does not."""
    replies: list[list[str]] = []
    while True:
        answer = found.answer(replies)
        if answer.over:
            return answer
        here = answer.position
        assert isinstance(here, StonePosition)
        turn: list[str] = []
        stops = here.stops(1 - here.mover)
        if stops and draw.random() < 0.85:
            turn = [here.rules.cells[cell] for cell in draw.choice(stops)]
        free = [move for move in here.legal_moves() if move not in turn]
        turn += draw.sample(free, here.moves_left - len(turn))
        replies.append(turn)


@pytest.mark.native
@pytest.mark.parametrize("name", BOARDS)
def test_every_defence_tried_loses_within_the_turns_that_were_claimed(name: str) -> None:
    draw = random.Random(6)
    wins = 0
    for seed in range(40):
        position = random_position(name, seed)
        for by in methods(position):
            verdict = solve(position, by, Limits(nodes=20_000))
            if verdict.certificate is None:
                continue
            wins += 1
            found = strategy(verdict.certificate.to_bytes())
            for _ in range(3):
                end = against(found, draw)
                result = end.position.result()
                assert result is not None
                assert result.winner == position.mover
                assert (len(end.line) + 1) // 2 <= (verdict.turns or 0)
    assert wins >= 10


@pytest.mark.native
def test_a_threat_left_open_is_completed_by_the_law() -> None:
    verdict = proof("gomoku", OPEN_THREE, "vcf")
    assert verdict.certificate is not None
    found = strategy(verdict.certificate.to_bytes())
    first = found.answer([])
    assert first.moves == verdict.line[0]
    assert first.turns == verdict.turns
    last = found.answer([["o15"]])
    assert last.over
    assert last.turns == 1
    assert last.line[-2] == ("o15",)


@pytest.mark.native
def test_a_half_turn_a_turn_too_long_and_an_illegal_move_are_refused() -> None:
    text = "j10 a1 a2 k10 l10 b3 d17"
    verdict = proof("connect6", text, "vcdt")
    assert verdict.certificate is not None
    found = strategy(verdict.certificate.to_bytes())
    with pytest.raises(IllegalMoveError, match="not complete"):
        found.answer([["a19"]])
    with pytest.raises(IllegalMoveError, match="more moves than are left"):
        found.answer([["a19", "b19", "c19"]])
    with pytest.raises(IllegalMoveError, match="already holds a stone"):
        found.answer([["j10", "b19"]])
    first = found.answer([])
    open_threats = [m for m in first.position.legal_moves() if m[0] == "s"][:2]
    assert found.answer([open_threats]).over
    with pytest.raises(GameError, match=r"has no answer|game is over"):
        found.answer([open_threats, ["a18", "a17"]])


@pytest.mark.native
def test_a_proof_that_there_is_no_win_cannot_be_played_through() -> None:
    # Black needs 5 in a row on 3x3: nothing to prove but a draw.
    start = room("gomoku").start({"size": "3x3", "k": "3"})
    position = start.play_all("a1 b2")
    writer_claim = {"kind": "hold", "side": "white"}
    data = certificate(position, writer_claim, Tree("e", 0))  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="only the proof of a win"):
        strategy(data)
    with pytest.raises(RefusedError, match="empty"):
        strategy(b"")
