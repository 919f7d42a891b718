"""The proof of a mate played through against every line of defence."""

from __future__ import annotations

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.law import GameError, IllegalMoveError
from kikashi.play.reviewing import review
from kikashi.proofs.strategy import Strategy, strategy
from kikashi.records import Record
from kikashi.search import Limits, solve

# Two rooks: the general steps aside and is caught on the next rank.
TWO_ROOKS = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"


def found(by: str = "checks") -> Strategy:
    verdict = solve(ROOM.from_text(TWO_ROOKS), by, Limits(nodes=200_000))
    assert verdict.certificate is not None
    verdict.certificate.check()
    return strategy(verdict.certificate.to_bytes())


@pytest.mark.native
@pytest.mark.parametrize("by", ["checks", "quiet"])
def test_every_defence_ends_in_mate_within_the_moves_claimed(by: str) -> None:
    proof = found(by)
    claimed = proof.answer([]).turns
    waiting: list[list[list[str]]] = [[]]
    ends = 0
    while waiting:
        replies = waiting.pop()
        answer = proof.answer(replies)
        if answer.over:
            result = answer.position.result()
            assert result is not None
            assert result.winner == 0
            assert len(replies) < claimed
            ends += 1
            continue
        waiting += [[*replies, [move]] for move in answer.position.legal_moves()]
    assert ends


@pytest.mark.native
def test_a_move_the_law_refuses_is_refused_here_too() -> None:
    with pytest.raises(IllegalMoveError):
        found().answer([["a0a1"]])
    with pytest.raises(GameError):
        found().answer([[]])


@pytest.mark.native
def test_a_missed_mate_is_found_in_a_review() -> None:
    record = Record("xiangqi", {"repetition": "asian"}, setup=TWO_ROOKS)
    record.root.add("a2a3").add("e9e8").add("b1a1").add("e8e7")
    turns = review(record, Limits(nodes=20_000))
    assert turns[0].player == "red"
    assert turns[0].had is not None
    assert "missed" in turns[2].findings or "delayed" in turns[2].findings
