"""Where one stone must stop a threat and most second stones lose, one that holds is found.

The positions are from games of the lower levels against each other.
"""

from __future__ import annotations

import pytest

from kikashi import games
from kikashi.law.winning_sets import StonePosition
from kikashi.play.levels import levels
from kikashi.search import Limits, solve
from kikashi.search.playing import Budget
from kikashi.stones.engine import search

pytestmark = pytest.mark.native

HELD_BY_FEW = [
    "setup black=g6,j6,g7,h7,i8,j9,h10 white=f5,h8,i9,f10,i10,j10,k10,k11 move=black left=2",
    "setup black=g6,i6,j6,f7,i7,h8,f9 white=h6,h7,g8,g9,h9,i9,g10,g11 move=black left=2",
    "setup black=g5,h5,f6,g6,j6,g7,e11 white=h6,h7,i7,g8,h8,g9,h9,f10 move=black left=2",
]


@pytest.mark.parametrize("text", HELD_BY_FEW)
def test_a_turn_that_holds_is_found_behind_many_that_lose(text: str) -> None:
    room = games.room("connect6")
    position = room.from_text(text, {"size": "15x15"})
    assert isinstance(position, StonePosition)
    strongest = levels("connect6")[-1].style
    weights = room.part("engine").weights(position)
    thought = search(position, weights, strongest, Budget(nodes=20_000, seed=1))
    assert thought.reason == "searched"
    assert thought.refused > 16, "the usual turns lose"
    after = position.play_all(" ".join(thought.moves))
    assert solve(after, "vcdt", Limits(nodes=400_000)).verdict == "no"
