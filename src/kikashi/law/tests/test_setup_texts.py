"""Setup texts and boards: what is read, what is refused and why."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.law import BadTextError, GameError
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import Geometry, fewest_stoppers

CONNECT = room("connect")
RULES = {"size": "5x5", "k": "3", "p": "2", "q": "1"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("setup black=a1 white=a1 move=black left=1", "two stones lie on one cell: a1"),
        ("setup black=a1,a1 move=black left=1", "two stones lie on one cell: a1"),
        ("setup black=z9 move=black left=1", "no cell 'z9'"),
        ("setup black= move=black left=1", "no cell ''"),
        ("setup black=a1", "must say who moves"),
        ("setup black=a1 move=red left=1", "must say who moves"),
        ("setup black=a1 move=black left=0", "1 to 2 stones left"),
        ("setup black=a1 move=black left=3", "1 to 2 stones left"),
        (f"setup black=a1 move=black left={'9' * 5000}", "stones left"),
        ("setup black=a1 move=black left=١", "stones left"),
        ("setup black=a1 move=black move=white left=1", "stands twice"),
        ("setup black=a1 purple=a2 move=black left=1", "'purple=a2' is none of them"),
        ("setup black=a1,b1,c1 white=a3,b3,c3 move=black left=0", "two sides hold a full"),
        ("setup black=a1,b1,c1 white=a3 move=white left=1", "the last turn was black's"),
        ("setup black=a1,b1,c1 white=a3 move=black left=2", "0 to 1 stones left"),
        ("a1 b1 b1", r"move 3 \(b1\): b1 already holds a stone"),
        ("setups", "no cell 'setups'"),
        ("a1 " * 7_000, "at most 20000 characters"),
    ],
)
def test_a_text_that_describes_no_position_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadTextError, match=complaint):
        CONNECT.from_text(text, RULES)


def test_a_setup_may_leave_out_what_goes_without_saying() -> None:
    short = CONNECT.from_text("setup black=c3 move=white", RULES)
    assert short.to_text() == "setup black=c3 white=- move=white left=2"


def test_moves_may_stand_apart_by_commas_and_in_capitals() -> None:
    assert CONNECT.from_text("C3, D4 ,e5", RULES) == CONNECT.from_text("c3 d4 e5", RULES)


def test_a_board_is_built_once_and_kept() -> None:
    assert stones_of(CONNECT.start(RULES)).rules is stones_of(CONNECT.start(dict(RULES))).rules


def test_the_fewest_stoppers_of_some_threats() -> None:
    assert fewest_stoppers([], 2) == 0
    assert fewest_stoppers([0b11, 0b10], 2) == 1
    assert fewest_stoppers([0b001, 0b010], 2) == 2
    assert fewest_stoppers([0b001, 0b010, 0b100], 2) == 3
    assert fewest_stoppers([0b0001, 0b0010, 0b0100, 0b1000], 2) == 3, "more than two is three"
    assert fewest_stoppers([0b011, 0b101, 0b110], 2) == 2


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"cells": ()}, "1 to 729 cells"),
        ({"sets": ((0, 0),)}, "different cells"),
        ({"sets": ((0, 9),)}, "not there"),
        ({"sets": ((0, 1), (1, 0))}, "listed twice"),
        ({"stones": 8}, "1 to 7 stones"),
        ({"players": 4}, "2 or 3 players"),
        ({"symmetries": ((0, 1, 2), (0, 0, 2))}, "one to one"),
        ({"symmetries": ((0, 1, 2), (2, 0, 1))}, "winning sets to winning sets"),
        ({"symmetries": ((1, 0, 2),)}, "identity"),
        ({"first_cells": frozenset({0}), "symmetries": ((0, 1, 2), (1, 0, 2))}, "first stone"),
    ],
)
def test_a_geometry_that_no_board_can_hold_is_refused(
    change: dict[str, object], complaint: str
) -> None:
    good: dict[str, object] = {
        "cells": ("a", "b", "c"),
        "coordinates": ((0, 0), (1, 0), (2, 0)),
        "sets": ((0, 1),),
    }
    Geometry(**good)  # type: ignore[arg-type]
    with pytest.raises(GameError, match=complaint):
        Geometry(**{**good, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "game", ["connect6", pytest.param("goclub", marks=pytest.mark.slow), "gomoku"]
)
def test_a_board_fills_a_set_exactly_if_some_set_has_no_cell_outside_it(game: str) -> None:
    rules = stones_of(room(game).start()).rules
    for mask in rules.masks:
        lowest = mask & -mask
        for board in (mask, mask | mask << 1 & rules.full, mask & ~lowest, rules.full & ~lowest):
            assert rules.fills(board) == any(other & ~board == 0 for other in rules.masks)
    assert not rules.fills(0)
