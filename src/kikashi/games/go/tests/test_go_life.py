"""Life and death of groups: named shapes and what comes out for either side moving first."""

from __future__ import annotations

from functools import cache

import pytest

from kikashi.games.go import closed_reading, provers
from kikashi.games.go.local import Reading, read, target_cell
from kikashi.games.go.position import GoPosition
from kikashi.games.go.problems import shipped
from kikashi.games.go.provers import solve
from kikashi.law import GameError
from kikashi.search import Limits, Verdict
from tests.go_boards import Talk, board

pytestmark = pytest.mark.native

SHAPES = {
    "three in a row": (
        """
        . . . . . . . . .
        X X X X X X X . .
        X O O O O O X . .
        X O . . . O X . .
        """,
        "b2",
        (1, 1),
    ),
    "straight four": (
        """
        . . . . . . . . .
        X X X X X X X X .
        X O O O O O O X .
        X O . . . . O X .
        """,
        "b2",
        (0, 1),
    ),
    "square four": (
        """
        X X X X X . . . .
        X O O O O X . . .
        X O . . O X . . .
        X O . . O X . . .
        """,
        "b3",
        (1, 0),
    ),
    "bulky five": (
        """
        X X X X X X . . .
        X O O O O O X . .
        X O . . O O X . .
        X O . . . O X . .
        """,
        "b3",
        (1, 1),
    ),
    "a false eye": (
        """
        . . . . . . . . .
        X X X X X X X . .
        X O O O X O X . .
        O . O . O . O X .
        """,
        "c1",
        (1, 0),
    ),
    "seki": (
        """
        . . . . . . . . .
        X X X X X X X X X
        X O O O O O O O X
        X O . X X X . O X
        """,
        "b2",
        (0, 1),
    ),
    "a way out": (
        """
        . . . . . . . . .
        . X . . . . . . .
        X O O . . . . . .
        X O . O . . . . .
        X X X . . . . . .
        """,
        "b2",
        (0, 1),
    ),
}
"""Rows from the bottom of a board of nine lines, a stone of White's group, the codes of Black's
attack and of White's defence."""


def drawn(rows: str, move: str = "black") -> GoPosition:
    lines = [row.strip() for row in rows.strip().splitlines()]
    return board("\n".join(["." * 9] * (9 - len(lines)) + lines), move)


@pytest.mark.parametrize("name", SHAPES)
def test_named_shapes(name: str) -> None:
    rows, target, codes = SHAPES[name]
    law = drawn(rows)
    cell = target_cell(law, target)
    found = [read(law, cell, attack=attack, life=True) for attack in (True, False)]
    assert tuple(answer.code for answer in found) == codes
    assert "unknown" not in {answer.verdict for answer in found}


def test_seki_is_told_beside_the_verdict() -> None:
    rows, target, _ = SHAPES["seki"]
    found = solve(drawn(rows, "white"), "life", target=target)
    assert (found.verdict, found.facts["seki"]) == ("win", True)
    assert "seki" in found.sentences["en"]
    rows, target, _ = SHAPES["straight four"]
    assert solve(drawn(rows, "white"), "life", target=target).facts["seki"] is False


@cache
def the_way_out(region: str = "") -> Verdict:
    """Told as an opinion: whoever tries for all of `SECONDS` finds no certificate of it either."""
    rows, target, _ = SHAPES["a way out"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(provers, "SECONDS", 0.3)
        return solve(drawn(rows, "white"), "life", target=target, region=region)


def test_a_region_bounds_the_moves() -> None:
    rows, target, _ = SHAPES["three in a row"]
    law = drawn(rows)
    assert solve(law, "life", target=target, region="b1:e1,b2").facts["move"] == "d1"
    rows, target, _ = SHAPES["a way out"]
    law = drawn(rows, "white")
    within = ("b1", "c1", "c2")
    assert the_way_out().facts["move"] not in within
    assert the_way_out("b1:c3").facts["move"] in within
    with pytest.raises(GameError, match="no point"):
        solve(law, "life", target=target, region="a1:z9")


def test_what_is_settled_without_a_certificate_is_told_as_an_opinion() -> None:
    found = the_way_out()
    assert found.verdict == "win"
    assert found.certificate is None
    assert found.checked is None
    assert "An opinion" in found.sentences["en"]
    assert "僅供參考" in found.sentences["zh-Hant"]


def test_a_limit_is_unknown() -> None:
    rows, target, _ = SHAPES["bulky five"]
    found = solve(drawn(rows), "life", Limits(nodes=3), target=target)
    assert found.verdict == "unknown"
    assert found.facts["move"] is None


OPEN = """
    . . . . . . . . .
    . . O . . . . . .
    . O . . . . . . .
    X X O O . . . . .
    O . X . . . . . .
    O X . X O O . . .
    . . X X O . . . .
    . O O X O . . . .
    . . . O . . . . .
    """
"""More than a short search settles; Black lives or dies at b3."""


def test_playouts_have_an_opinion_where_no_search_ends() -> None:
    law = drawn(OPEN)
    cell = target_cell(law, "a6")
    found = read(law, cell, attack=False, life=True, nodes=4_000)
    assert (found.verdict, found.code, found.move) == ("unknown", 1, "b3")
    again = read(law, cell, attack=False, life=True, nodes=4_000)
    assert (again.code, again.move, again.line) == (found.code, found.move, found.line)
    assert solve(law, "life", Limits(nodes=4_000), target="a6").verdict == "unknown"


def test_who_looks_alive_but_is_not_surely_so_is_given_a_move() -> None:
    rows, target, _ = SHAPES["a way out"]
    law = drawn(rows, "white")
    found = read(law, target_cell(law, target), attack=False, life=True)
    assert (found.verdict, found.code) == ("win", 1)
    assert found.move != "pass"


def test_gnugo_words_over_gtp() -> None:
    talk = Talk()
    for vertex in ("a2", "b2", "c2", "d2", "d1"):
        talk.say(f"play b {vertex}")
    for vertex in ("a3", "b3", "c3", "d3", "e2", "e1"):
        talk.say(f"play w {vertex}")
    assert talk.say("owl_attack b2") == "= 1 B1\n\n"
    assert talk.say("owl_defend b2") == "= 1 B1\n\n"


JOINED_BY_TAKING = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X X X X
X X X X O O O X .
O O O O X . O X X
. O . O X . O X .
"""


@pytest.mark.parametrize("side, code", [("black", 0), ("white", 1)])
def test_a_group_that_taking_would_join_to_its_friends_is_not_dead_at_a_glance(
    side: str, code: int
) -> None:
    law = board(JOINED_BY_TAKING, side)
    found = read(law, target_cell(law, "g2"), attack=side == "black", life=True)
    assert found.code == code


def test_the_shipped_problems_of_life_are_answered() -> None:
    """Each has one answer, which is certified; in some it joins a friend that lives by itself."""
    asked = [found for found in shipped() if found.kind in ("kill", "live")]
    wrong = []
    for found in asked:
        law = found.start
        cell = target_cell(law, found.target)
        said = read(law, cell, attack=found.kind == "kill", life=True)
        if (said.code, said.move) != (1, found.answer):
            wrong.append((found.text, found.answer, said.code, said.move))
    assert len(asked) > 100
    assert not wrong


def test_what_no_search_settles_is_looked_at_once_more_with_a_wider_area() -> None:
    """With so few nodes the first look ends in playouts that do not see the only move."""
    (asked,) = (
        found
        for found in shipped()
        if (found.origin, found.kind) == ("own game 4 of seed 26, move 69", "kill")
    )
    law = asked.start
    said = read(law, target_cell(law, asked.target), attack=True, nodes=20, life=True)
    assert (said.verdict, said.code, said.move) == ("unknown", 1, asked.answer)


LOOSE_WALL = """
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . X X . X X . . . . . .
. X O O . O . X . . . . .
. . . . O . . . . . . . .
. . . . . . . . . . . . .
"""


def test_a_wall_that_cannot_be_taken_does_not_keep_a_dead_group_open() -> None:
    law = board(LOOSE_WALL, "black")
    assert read(law, target_cell(law, "c3"), attack=True, life=True).verdict == "win"


FALSE_EYE_AT_THE_BORDER = """
. . . . . . . . .
. . . . . . . . .
. X . . . . . . .
. X X . . . . . .
X O X X . . . . .
O O O X . . . . .
. . O X . . . . .
O O O X . . . . .
X X X X . . . . .
"""


def test_a_closed_region_is_left_by_who_takes_its_wall() -> None:
    """White takes a5 by a6, but Black at a7, outside, makes that eye false."""
    law = board(FALSE_EYE_AT_THE_BORDER, "white")
    assert solve(law, "life", target="b4").verdict == "no"


def test_what_falls_in_a_closed_region_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the other search saw life; but that it stands there is no answer to an attack."""
    said: dict[str, str | int] = {"verdict": "no", "code": 0}

    def other(*_: object, **__: object) -> Reading:
        return Reading(str(said["verdict"]), int(said["code"]), "a1", 0, (), (), 1, 0.0)

    monkeypatch.setattr(closed_reading, "read", other)
    rows, target, _ = SHAPES["three in a row"]
    law = drawn(rows)
    assert closed_reading.read_group(law, target_cell(law, target), attack=True).move == "d1"
    rows, target, _ = SHAPES["straight four"]
    law = drawn(rows)
    cell = target_cell(law, target)
    said |= {"verdict": "win", "code": 1}
    assert closed_reading.read_group(law, cell, attack=True).code == 1
    said["verdict"] = "unknown"
    assert closed_reading.read_group(law, cell, attack=True).code == 0


def test_a_closed_region_that_takes_long_is_searched_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two nodes do not see that the square four is dead; the other search is told to be wrong."""
    wrong = Reading("unknown", 0, "a1", 0, (), (), 1, 0.0)
    monkeypatch.setattr(closed_reading, "read", lambda *_, **__: wrong)
    monkeypatch.setattr(closed_reading, "QUICK_NODES", 2)
    rows, target, _ = SHAPES["square four"]
    law = drawn(rows)
    assert closed_reading.read_group(law, target_cell(law, target), attack=True).code == 1
