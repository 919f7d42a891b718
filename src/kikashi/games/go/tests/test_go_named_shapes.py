"""Shapes with names, by the rules of a local claim: what comes out, and that every answer has its
certificates; where a shape is small, a plain search of the whole region says the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.closed import closed_region
from kikashi.games.go.judge import LocalGame, State
from kikashi.games.go.ko_dag import EQUAL, RANKS, solve_ko_dag
from kikashi.games.go.named_shapes import ENDLESS_KO, NAMED, ROUND, TRIPLE_KO
from kikashi.games.go.position import COLOURS, PASS, GoPosition
from kikashi.games.go.provers import solve
from tests.go_boards import board
from tests.go_plain import captures

pytestmark = pytest.mark.native

PLAIN = ("win", "")
FAILS = ("no", "")
SHAPES = {
    # What comes out with Black and with White to move (the verdict, and of a ko who must make the
    # first threat), whether White's standing is a seki, and the paper's value for Black to move.
    "bent four in the corner": (("ko", "opponent"), ("ko", "mover"), False, "KwD"),
    "double ko for an eye": (FAILS, PLAIN, False, "KbL"),
    "moonshine life": (PLAIN, FAILS, False, "KbKwD"),
    "seki by shared liberties": (FAILS, PLAIN, True, "S"),
    "seki of an eye against an eye": (FAILS, PLAIN, True, "S"),
    "two eyes or one": (PLAIN, PLAIN, False, "D"),
}
GOING_ROUND = {
    # The same without the paper's value, which deletes what goes round.
    "double-ko seki": (FAILS, PLAIN, True),
    "sending two, returning one": (FAILS, PLAIN, True),
    "triple ko": (PLAIN, PLAIN, True),
}


@pytest.mark.parametrize("side", ["black", "white"])
@pytest.mark.parametrize("name", [*SHAPES, *GOING_ROUND])
def test_a_shape_comes_out_as_the_rules_say_and_is_proved(name: str, side: str) -> None:
    rows, target = (NAMED | ROUND)[name]
    black, white, seki = SHAPES[name][:3] if name in SHAPES else GOING_ROUND[name]
    verdict, first = black if side == "black" else white
    found = solve(board(rows, side), "life", target=target).replayed()
    assert (found.verdict, found.facts.get("first", "")) == (verdict, first)
    stands = verdict == ("no" if side == "black" else "win")
    assert found.facts["seki"] is (seki and stands)
    assert ("cycle" in found.facts) is (name == "triple ko" and stands)
    assert found.checked is not None
    assert ("opinion" in found.sentences["en"]) is False
    if verdict == "ko":
        assert found.facts["threats"] == 1
        assert found.refutation is not None
        assert found.refutation.check().sentence.startswith(("black", "white")[side == "black"])


def test_a_cycle_that_nobody_may_leave_is_shown_as_a_line() -> None:
    law = board(TRIPLE_KO, "white")
    found = solve(law, "life", target="b4")
    cycle = found.facts["cycle"]
    assert isinstance(cycle, list)
    assert len(cycle) == 7, "a first move, then each side takes each of the three kos once"
    assert " ".join(cycle) in found.sentences["en"]
    assert " ".join(cycle) in found.sentences["zh-Hant"]
    assert PASS not in cycle
    about_string = solve(law, "save", target="b4")
    assert about_string.facts["cycle"] == cycle
    game = LocalGame(law.on, LocalClaim("capture", "black", "b4", 0, 0), law.board)
    states = [game.first(law)]
    for move in cycle:
        after = game.after(states[-1], move)
        assert after is not None
        states.append(after)
    assert states[-1] == states[1]


def test_the_certificate_of_moonshine_life_goes_round_by_threats() -> None:
    made = solve(board(ENDLESS_KO), "life", target="b2").certificate
    assert made is not None
    assert any(node[0] == "a" for node in made.nodes)


@pytest.mark.parametrize("name", sorted(SHAPES.keys() - {"seki of an eye against an eye"}))
def test_the_published_search_deletes_what_goes_round(name: str) -> None:
    rows, target = NAMED[name]
    law = board(rows)
    found = solve_ko_dag(law, law.on.index[target])
    assert found is not None
    assert found.value == SHAPES[name][3]
    said = solve(law, "ko-dag", target=target)
    assert said.facts["value"] == found.value
    assert said.certificate is None
    assert "opinion" in said.sentences["en"]


def test_the_two_orders_of_the_six_values_are_those_of_the_paper() -> None:
    equal, unequal = RANKS["equal"], RANKS["unequal"]
    assert sorted(EQUAL, key=lambda value: -equal[value]) == list(EQUAL)
    assert unequal["KwKbL"] == unequal["KwKwD"] > unequal["KbL"] == unequal["KwD"]
    assert unequal["KwD"] > unequal["KbKbL"] == unequal["KbKwD"]


# --- against a plain search of every move in the region -------------------------------------------


def falls(law: GoPosition, target: str, attacker: int, defender: int) -> bool:
    """Whether the target falls, by the least fixed point over every state that moves in its region
    and passes lead to; with so many threats each."""
    cell = law.on.index[target]
    side = COLOURS["OX".index(law.board[cell])]
    game = LocalGame(law.on, LocalClaim("capture", side, target, attacker, defender), law.board)
    points = [law.on.names[at] for at in closed_region(law.board, law.on, cell)]

    def within(state: State) -> Iterator[State]:
        nexts = (game.after(state, move) for move in (*points, PASS))
        return (after for after in nexts if after is not None)

    return captures(game, game.first(law), within)


@pytest.mark.parametrize("side", ["black", "white"])
@pytest.mark.parametrize("name", ["moonshine life", "two eyes or one"])
def test_a_plain_search_of_the_region_says_the_same(name: str, side: str) -> None:
    rows, target = NAMED[name]
    law = board(rows, side)
    found = solve(law, "life", target=target)
    code = {"no": 0, "win": 1, "ko": 2 if found.facts.get("first") == "opponent" else 3}
    for mine, theirs in itertools.product(range(2), repeat=2):
        attacks = side == "black"
        plain = falls(law, target, *((mine, theirs) if attacks else (theirs, mine))) == attacks
        by_ko = mine >= theirs if code[found.verdict] == 2 else mine > theirs
        assert plain == {"no": False, "win": True, "ko": by_ko}[found.verdict], (mine, theirs)
