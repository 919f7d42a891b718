"""Claims that leave some first turns out: they show no less than they say."""

from __future__ import annotations

from typing import Any

import pytest

from kikashi.games import room
from kikashi.law.winning_sets import StonePosition
from kikashi.proofs import CertificateWriter, RefusedError, check_stated
from tests.proofs.scenarios import position, set_game

SMALL = {"size": "5x5", "k": "3"}
# Three in a row, one stone a turn: d3 completes Black's row, and nothing else is threatened.
ONE_WAY = "setup black=b3,c3 white=a3,e5 move=white left=1"


def lost_but_for(exceptions: Any) -> bytes:
    """Black's claim that White, to move, loses whatever it does but for these."""
    claim: dict[str, Any] = {"kind": "win", "side": "black", "turns": 1}
    if exceptions is not None:
        claim["except"] = exceptions
    start = room("gomoku").from_text(ONE_WAY, SMALL)
    writer = CertificateWriter("gomoku", start.options, start, claim)
    return writer.to_bytes(writer.reply(1))  # every other reply leaves the threat open


def test_an_exception_stands_in_the_sentence_and_is_not_the_claim_without_it() -> None:
    certificate = lost_but_for([["d3"]])
    checked = check_stated(certificate)
    assert checked.sentence == "black wins within 1 turn unless the other side begins with d3"
    assert "d3" in checked.claim.sentence("zh-Hant")
    assert checked.claim.fields["except"] == [["d3"]]
    for demand in ("black wins", "black wins within 1 turn"):
        with pytest.raises(RefusedError, match="demanded"):
            check_stated(certificate, claim=demand)


def test_a_reply_without_an_answer_is_refused_unless_it_is_left_out() -> None:
    check_stated(lost_but_for([["d3"]]))
    check_stated(lost_but_for([["e1"], ["d3"]]))
    for others in (None, [["e1"]]):
        with pytest.raises(RefusedError, match="d3 has no answer"):
            check_stated(lost_but_for(others))


@pytest.mark.parametrize(
    ("exceptions", "why"),
    [
        ([], "list of 1 to"),
        ("a3", "list of 1 to"),
        ([["z9"]], "no cell"),
        ([[]], "list of 1 to"),
        ([["a3", "b3"]], "list of 1 to 1"),
        ([[3]], "no cell"),
        ([["a3"]] * 17, "list of 1 to"),
    ],
)
def test_exceptions_that_say_nothing_are_refused(exceptions: Any, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        check_stated(lost_but_for(exceptions))


def test_only_the_side_that_shows_nothing_has_turns_to_leave_out() -> None:
    start = room("gomoku").from_text(ONE_WAY.replace("move=white", "move=black"), SMALL)
    assert isinstance(start, StonePosition)
    claim = {"kind": "win", "side": "black", "turns": 1, "except": [["a1"]]}
    writer = CertificateWriter("gomoku", start.options, start, claim)
    root = writer.turn(1, [start.rules.index["d3"]], None)
    with pytest.raises(RefusedError, match="left out"):
        check_stated(writer.to_bytes(root))


def test_a_dead_cell_does_not_stand_for_replies_that_are_left_out() -> None:
    # a is dead: its only row holds both colours. Every live cell is left out, so only a is
    # claimed to lose, and it does not.
    row = set_game("abcdefg", ["abc", "bcd", "cde", "def", "efg"])
    start = position("sets", "setup black=b white=c move=white left=1", **row)
    live = [["d"], ["e"], ["f"], ["g"]]
    claim = {"kind": "win", "side": "black", "turns": 2, "except": live}
    writer = CertificateWriter("sets", start.options, start, claim)
    with pytest.raises(RefusedError, match="a has no answer"):
        check_stated(writer.to_bytes(writer.reply(2)))
