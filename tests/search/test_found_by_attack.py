"""Positions and calls that once broke the searches; each stands for a class of mistakes."""

from __future__ import annotations

import json
import time

import pytest

from kikashi.games import room
from kikashi.law import GameError
from kikashi.law.winning_set_room import stones_of
from kikashi.search import Limits, solve
from tests.search.plain import shortest_win
from tests.search.positions import random_position


def sets_game(cells: str, sets: list[list[str]], stones: int, first: int) -> dict[str, str]:
    names = cells.split()
    described = {
        "name": "test",
        "cells": names,
        "coordinates": [[n, 0] for n in range(len(names))],
        "sets": sets,
        "stones": stones,
        "first": first,
    }
    return {"sets": json.dumps(described)}


@pytest.mark.parametrize(
    "options, turns",
    [
        ({"size": "5x1", "k": "5", "p": "1", "q": "5"}, 1),
        ({"size": "5x5", "k": "3", "p": "1", "q": "3"}, 1),
    ],
)
def test_a_first_turn_longer_than_the_others_can_fill_a_set(
    options: dict[str, str], turns: int
) -> None:
    position = room("connect").start(options)
    verdict = solve(position, fastest=True)
    assert (verdict.verdict, verdict.turns) == ("win", turns)
    assert verdict.certificate is not None
    verdict.certificate.check()


def test_a_setup_in_a_long_first_turn_is_searched_like_any_other() -> None:
    sets = ["ab", "abc", "abcd", "abd", "ad", "bc", "bcd", "bd"]
    options = sets_game("a b c d", [list(s) for s in sets], 1, 3)
    position = room("sets").from_text("setup black=- white=- move=white left=2", options)
    verdict = solve(position, "vcf", fastest=True)
    assert verdict.turns == shortest_win(stones_of(position), 3) == 1


def test_limits_hold_where_every_turn_must_be_tried() -> None:
    position = room("connect").from_text("a1", {"size": "15x15", "k": "6", "p": "4", "q": "1"})
    began = time.process_time()
    verdict = solve(position, limits=Limits(seconds=0.2))
    assert (verdict.verdict, verdict.ending) == ("unknown", "seconds")
    assert time.process_time() - began < 5


@pytest.mark.parametrize("count", [255, 256, 300])
def test_a_cell_in_very_many_sets_is_counted_right(count: int) -> None:
    cells = "z " + " ".join(f"x{n}" for n in range(count))
    options = sets_game(cells, [["z", f"x{n}"] for n in range(count)], 1, 1)
    verdict = solve(room("sets").start(options), "vcf", fastest=True)
    assert (verdict.verdict, verdict.turns) == ("win", 2)


@pytest.mark.parametrize("answer", [1, "yes", [1], 3.5])
def test_progress_may_answer_anything_true(answer: object) -> None:
    position = room("connect6").start()
    assert solve(position, progress=lambda _nodes, _seconds: answer).ending == "finished"  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize(
    "limits", [{"nodes": 1 << 70}, {"nodes": 1.5}, {"memory": (1 << 65) - 2}, {"memory": 5}]
)
def test_limits_out_of_all_bounds_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(GameError):
        Limits(**limits)


def test_without_spare_stones_there_is_no_no() -> None:
    verdict = solve(room("connect6").from_text("j10"), "vcdt", spare_stones=False)
    assert verdict.verdict == "unknown"


def test_a_win_found_by_leaping_to_full_depth_claims_no_more_turns_than_it_takes() -> None:
    """The search may go 254 turns deep; the claim says how many the strategy needs."""
    longest = 0
    for seed in range(300):
        verdict = solve(random_position("one stone a turn, four in a row", seed), "vcf")
        if verdict.turns is not None:
            assert verdict.plies == len(verdict.line)
            longest = max(longest, verdict.turns)
    assert longest >= 3
