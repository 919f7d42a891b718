"""What a player says it knows, it knows: unproved wins, and turns that our own prover refutes."""

from __future__ import annotations

import pytest

from kikashi import games
from kikashi.law.winning_sets import StonePosition
from kikashi.play.levels import levels
from kikashi.search.playing import SURE, Budget, Thought
from kikashi.stones.engine import search

pytestmark = pytest.mark.native

# g3 m9 looks won for Black to a search that leaves defences out; White then wins by force in 7.
TEMPTING = "j10 j9 k10 i8 l9 k8 l7 k6 m6 j7 j6 i7 j8 k7 k9 n7 k11 i5 h4"


def thought_of(nodes: int) -> Thought:
    room = games.room("connect6")
    position = room.start().play_all(TEMPTING)
    assert isinstance(position, StonePosition)
    return search(
        position,
        room.part("engine").weights(position),
        levels("connect6")[-1].style,
        Budget(nodes=nodes),
    )


@pytest.mark.thorough
def test_a_win_that_was_searched_with_some_defences_left_out_is_not_called_sure() -> None:
    thought = thought_of(200_000)
    assert thought.verdict is not None or thought.score < SURE


@pytest.mark.slow
def test_a_turn_that_our_prover_refutes_is_not_played() -> None:
    assert thought_of(400_000).moves != ("g3", "m9")
