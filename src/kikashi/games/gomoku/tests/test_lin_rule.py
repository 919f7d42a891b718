"""Lin's rule: where the games put the fair boundary."""

from __future__ import annotations

from kikashi.arena.fairness import Finding, Question
from kikashi.arena.statistics import Tally
from kikashi.games.gomoku import ROOM
from kikashi.games.gomoku.paper000_lin_rule import boundary, leaning


def ring(wins: int, losses: int) -> list[Finding]:
    """Two first stones of a ring, with as many games each."""
    start = ROOM.start()
    return [
        Finding(Question(move, start.play(move), (move,)), tally=Tally(wins, 0, losses))
        for move in ("a1", "b1")
    ]


def test_a_ring_leans_only_where_one_half_lies_outside_its_interval() -> None:
    assert leaning(ring(20, 2)) == "Black"
    assert leaning(ring(2, 20)) == "White"
    assert leaning(ring(11, 11)) == "nobody"
    assert leaning(ring(1, 0)) == "nobody"


def test_the_fair_boundary_lies_between_the_rings_that_lean_apart() -> None:
    rings = {1: ring(1, 20), 2: ring(3, 20), 3: ring(11, 11), 4: ring(20, 3)}
    assert boundary(rings) == "the fair boundary lies between ring 2 and ring 4"
    assert "no fair boundary" in boundary({1: ring(20, 1), 2: ring(20, 1)})
    assert "no fair boundary" in boundary({1: ring(20, 1), 2: ring(1, 20)})
