"""What a move cost: a capture that was left undone, a move that nothing is wrong with."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.games.go.hindsight import decision
from kikashi.games.go.missed import Missed, missed
from kikashi.games.go.position import go_of

pytestmark = pytest.mark.native

RULES = {"size": "7x7", "komi": "0.5"}
ATARI = (
    "setup black=c1,c2,c3,c4,c5,e1,e2,e3,e4,e5 white=d1,d2,d3,d4,d5,b2,b3,b4,b5,b6,f2,f3,f4,f5,f6 "
    "move=black"
)


def test_a_group_given_away_is_told_with_the_points_it_cost() -> None:
    """Five stones of White have one liberty and cut Black in two: taking them decides the game."""
    position = room("go").from_text(ATARI, RULES)
    found = decision(position.view(0), "g7")
    assert found is not None
    assert not found.exact
    assert found.cost > 8
    assert found.best in found.said["en"]
    assert found.best in found.said["zh-Hant"]
    assert "estimate" in found.said["en"]
    assert "估計" in found.said["zh-Hant"]


def test_the_move_that_the_search_prefers_costs_nothing() -> None:
    position = room("go").from_text(ATARI, RULES)
    best = decision(position.view(0), "g7")
    assert best is not None
    again = decision(position.view(0), best.best)
    assert again is not None
    assert again.cost == 0
    assert again.best == best.best


def test_the_same_question_has_the_same_answer() -> None:
    seen = room("go").from_text("d4 c3", RULES).view(0)
    assert decision(seen, "pass") == decision(seen, "pass")


THREE = (
    "setup black=a3,b3,c3,d3,e3,f3,g3,a2,a1,g2,g1,a5,b5,c5,d5,e5,f5,g5 "
    "white=b2,c2,d2,e2,f2,b1,f1,a7,b7,c7 move={}"
)


@pytest.mark.parametrize(
    "side, move, says",
    [("black", "c1", "could have been killed"), ("white", "e1", "could have been saved")],
)
def test_a_group_that_could_have_been_killed_or_saved_is_told_only_where_proved(
    side: str, move: str, says: str
) -> None:
    position = room("go").from_text(THREE.format(side), RULES)
    found = missed(go_of(position), move)
    assert found == Missed("kill" if side == "black" else "live", "b1", "d1")
    assert missed(go_of(position), "d1") is None
    told = decision(position.view(position.to_move), move)
    assert told is not None
    assert f"The group of b1 {says} here by d1: proved." in told.said["en"]
    assert "已證明" in told.said["zh-Hant"]
