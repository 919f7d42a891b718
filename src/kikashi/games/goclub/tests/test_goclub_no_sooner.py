"""No win with six stones: the game of shapes against every way of playing, on small worlds."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from kikashi.games import room
from kikashi.games.goclub import ROOM
from kikashi.games.goclub.no_sooner import STONES, NoSooner, fours, refuted
from kikashi.games.goclub.no_sooner_proof import no_sooner
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import Geometry
from kikashi.proofs import RefusedError


def world(cells: int, most: int, source: random.Random) -> Geometry:
    """Random sets of five cells, no two of them with four in common."""
    clubs: list[set[int]] = []
    five = [set(cells) for cells in combinations(range(cells), 5)]
    source.shuffle(five)
    for club in five:
        if len(clubs) < most and all(len(club & other) < 4 for other in clubs):
            clubs.append(club)
    names = [f"a{n + 1}" for n in range(cells)]
    described = {
        "name": "a world",
        "cells": names,
        "coordinates": [[0, n] for n in range(cells)],
        "sets": [[names[cell] for cell in sorted(club)] for club in clubs],
    }
    home = room("sets")
    return stones_of(home.start(home.normal_options({"sets": json.dumps(described)}))).rules


def held_by_every_way(rules: Geometry, first: int, second: int) -> bool:
    """By trying everything; the second player only stops."""
    clubs = [sum(1 << cell for cell in club) for club in rules.sets]
    cells = range(len(rules.cells))

    @cache
    def wins(own: int, other: int, stones: int) -> bool:
        if stones == 0:
            return False
        for cell in cells:
            more = own | 1 << cell
            if (own | other) >> cell & 1:
                continue
            if any(club & more == club for club in clubs):
                return True
            free = [one for one in cells if not (more | other) >> one & 1]
            if free and all(wins(more, other | 1 << one, stones - 1) for one in free):
                return True
        return False

    return not wins(1 << first, 1 << second, STONES - 1)


@pytest.mark.thorough
def test_the_game_of_shapes_agrees_with_trying_everything() -> None:
    seed = 5
    source = random.Random(seed)
    answers = []
    for number in range(6):
        rules = world(11 + number % 2, 30 + 10 * number, source)
        game = NoSooner(rules, 0)
        for second in range(1, 11):
            held = game.holds(second)
            assert held == held_by_every_way(rules, 0, second), (seed, number, second)
            answers.append(held)
    assert answers.count(True) > 10
    assert answers.count(False) > 10


def test_no_second_stone_on_9x9_lets_the_first_player_win_within_eleven_plies() -> None:
    found = refuted(9)
    assert (found.held, found.second_stones, found.shapes) == (14, 14, 264)


def test_no_win_within_eleven_plies_is_certified_and_every_reply_is_needed() -> None:
    certificate = no_sooner(9)
    assert certificate is not None
    checked = certificate.check()
    assert checked.sentence == "black has no win by turns of any kind (any) within 5 turns"
    assert checked.start.to_text() == "setup black=e5 white=- move=white left=1"
    written: list[Any] = list(certificate.nodes)
    first = written[certificate.root][3]
    kind, bound, replies, zones = written[first]
    for left_out in random.Random(3).sample(replies, 4):
        nodes = list(written)
        nodes[first] = [kind, bound, [entry for entry in replies if entry != left_out], zones]
        with pytest.raises(RefusedError, match="has no answer"):
            replace(certificate, nodes=nodes).check()


def test_clubs_of_other_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="clubs of five cells"):
        fours(stones_of(ROOM.start({"size": "3x3x3", "clubs": "axis"})).rules)
