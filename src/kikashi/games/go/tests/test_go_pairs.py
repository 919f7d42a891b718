"""Two strings: links, cuts and races."""

from __future__ import annotations

import pytest

from kikashi.games.go.local import read_link, read_race, target_cell
from kikashi.games.go.provers import solve
from kikashi.law import GameError
from tests.go_boards import Talk, board

pytestmark = pytest.mark.native

BAMBOO = """
. . . . . . .
. . . . . . .
. . . O . . .
. . X . X . .
. . X . X . .
. . . O . . .
. . . . . . .
"""
GAP = """
. . O . .
. . O . .
. X . X .
. . O . .
. . O . .
"""
RACE = """
. . . . .
. . . . .
X X . . .
O O X . .
X . . . .
"""
BEHIND = """
. . . . .
. . . . .
X X X X X
O O O O .
X X X . .
"""


def test_a_bamboo_joint_holds() -> None:
    law = board(BAMBOO, "white")
    ends = target_cell(law, "c4"), target_cell(law, "e4")
    assert read_link(law, *ends, attack=True).verdict == "no"
    assert read_link(law, *ends, attack=False).verdict == "win"


def test_who_moves_first_cuts_or_joins_at_the_gap() -> None:
    for mover, by in (("white", "cut"), ("black", "connect")):
        found = solve(board(GAP, mover), by, target="b3", other="d3")
        assert (found.verdict, found.facts["move"]) == ("win", "c3")
        assert found.facts["other"] == "d3"
        assert "b3-d3" in found.sentences["en"]
        assert "b3-d3" in found.sentences["zh-Hant"]


def test_a_string_is_joined_to_itself() -> None:
    law = board(BAMBOO)
    ends = target_cell(law, "c4"), target_cell(law, "c3")
    assert read_link(law, *ends, attack=True).code == 0
    assert read_link(law, *ends, attack=False).code == 1


@pytest.mark.parametrize("mover", ["black", "white"])
def test_a_race_goes_to_who_fills_the_last_liberty(mover: str) -> None:
    found = solve(board(RACE, mover), "race", target="a1", other="a2")
    assert (found.verdict, found.facts["move"], found.facts["seki"]) == ("win", "b1", False)


def test_a_race_is_won_by_a_nakade_in_what_was_taken() -> None:
    law = board(BEHIND, "black")
    race = read_race(law, target_cell(law, "a1"), target_cell(law, "a2"))
    assert (race.taking.verdict, race.taking.line[:3]) == ("win", ("e2", "d1", "b1"))


def test_a_race_that_is_lost_is_no_win() -> None:
    law = board(BEHIND.replace("X X X X X", ". . . . ."), "black")
    race = read_race(law, target_cell(law, "a1"), target_cell(law, "a2"))
    assert race.taking.verdict == "no"
    assert race.keeping is not None
    assert race.keeping.verdict == "no"


def test_two_stones_must_fit_the_question() -> None:
    law = board(GAP)
    with pytest.raises(GameError, match="two stones of one side"):
        read_link(law, target_cell(law, "b3"), target_cell(law, "c2"), attack=True)
    with pytest.raises(GameError, match="asks about a stone"):
        solve(law, "cut", target="b3", other="d3")
    with pytest.raises(GameError, match="a race is between"):
        solve(law, "race", target="b3", other="d3")
    assert solve(law, "connect", target="b3").verdict == "unknown"


def test_gnugo_words_about_two_strings() -> None:
    talk = Talk()
    for line in ("play b c3", "play w d4", "play b e3", "play w d2", "play b a9", "play w d5"):
        talk.say(line)
    assert talk.say("connect c3 e3") == "= 1 D3\n\n"
    assert talk.say("disconnect c3").startswith("? two vertices")
    assert talk.say("disconnect c3 d4").startswith("? a link")
    assert talk.say("disconnect c3 e3").split()[1] in ("1", "2", "3")
