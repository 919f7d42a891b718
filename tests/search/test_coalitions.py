"""What players can force together: the search agrees with plain search by the law alone."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import combinations

import pytest

from kikashi import games
from kikashi.law import GameError, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.search import Limits, solve
from kikashi.stones.coalitions import can_force

pytestmark = pytest.mark.native
SEED = 20261118
TEAMS = tuple(
    (team, winners)
    for team in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
    for size in range(1, len(team) + 1)
    for winners in combinations(team, size)
)


def described(cells: int, sets: list[list[int]], players: int) -> Position:
    names = [f"c{n}" for n in range(cells)]
    home = games.room("sets")
    text = json.dumps(
        {
            "name": "some sets",
            "cells": names,
            "coordinates": [[n, 0] for n in range(cells)],
            "sets": [[names[cell] for cell in one] for one in sets],
            "players": players,
        }
    )
    return home.start(home.normal_options({"sets": text}))


@cache
def forces(position: Position, team: tuple[int, ...], winners: tuple[int, ...]) -> bool:
    """The same question, by playing out every game."""
    if position.result() is not None:
        return stones_of(position).won_by in winners
    below = (forces(position.play(move), team, winners) for move in position.legal_moves())
    return any(below) if position.to_move in team else all(below)


def some_sets(dice: random.Random, cells: int) -> list[list[int]]:
    """From two cells to four each: there all three answers come about."""
    made = {
        tuple(sorted(dice.sample(range(cells), dice.choice((2, 3, 3, 4)))))
        for _ in range(dice.randrange(3, 12))
    }
    return [list(one) for one in sorted(made)]


@pytest.mark.thorough
def test_answers_agree_with_plain_search_with_and_without_sums() -> None:
    dice = random.Random(SEED)
    seen: dict[tuple[int, int, bool], int] = {}
    for number in range(24):
        position = described(7, some_sets(dice, 7), 3)
        for _ in range(number % 3):
            position = position.play(dice.choice(list(position.legal_moves())))
        if position.result() is not None:
            continue
        for team, winners in TEAMS:
            wanted = forces(position, team, winners)
            for sums in (False, True):
                found = can_force(position, team, winners, sums=sums)
                assert found.forced is wanted, (SEED, number, team, winners, sums)
            kind = (len(team), len(winners), wanted)
            seen[kind] = seen.get(kind, 0) + 1
    assert len(seen) == 6, seen  # each kind of question was answered both ways


def test_with_two_players_it_agrees_with_the_certified_verdict() -> None:
    home = games.room("gomoku")
    for size, k in (("3x3", 3), ("4x3", 3), ("4x4", 4), ("5x5", 4), ("4x4", 3)):
        position = home.start({"size": size, "k": str(k)})
        verdict = solve(position, "dfpn").replayed()
        assert verdict.checked is not None
        assert can_force(position, (0,), (0,)).forced is (verdict.verdict == "win")
        assert can_force(position, (1,), (1,)).forced is False


def test_a_partner_may_be_forced_to_spoil_the_win_where_no_cell_is_left_to_wait_on() -> None:
    """Black needs both cells of the one set; White, Black's partner, has nowhere else to go."""
    crowded = described(4, [[0, 1], [2, 3]], 3).play("c2").play("c3")  # red to move: c0 or c1
    assert can_force(crowded, (0, 1), (0,)).forced is False
    roomy = described(6, [[0, 1]], 3)
    assert can_force(roomy, (0, 1), (0,)).forced is False  # red takes the other cell
    assert can_force(roomy, (0, 2), (0,)).forced is False
    triangle = described(6, [[0, 1], [0, 2], [0, 3]], 3)
    assert can_force(triangle, (0,), (0,)).forced is True
    assert can_force(described(6, [[0, 1], [0, 2]], 3), (0,), (0,)).forced is False


def test_questions_that_make_no_sense_are_refused_and_limits_are_kept() -> None:
    position = games.room("goclub").start({"size": "5x5", "clubs": "plane", "players": "3"})
    for team, winners in (((0, 1, 2), (0,)), ((0,), (1,)), ((0,), ())):
        with pytest.raises(GameError, match="leaves out at least one player"):
            can_force(position, team, winners)
    with pytest.raises(GameError, match="one stone a turn"):
        can_force(games.room("connect6").start(), (0,), (0,))
    found = can_force(position, (0, 1), (0, 1), Limits(nodes=500))
    assert found.forced is None
    assert found.nodes <= 501
