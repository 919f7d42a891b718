"""Counting by the law: moves, and turns whose stones commute."""

from __future__ import annotations

from math import comb

from kikashi.games import room
from kikashi.play.counting import perft, turns_after


def test_a_line_game_of_one_stone_a_turn_counts_alike_by_moves_and_turns() -> None:
    start = room("gomoku").start({"size": "4x4", "k": "4"})
    assert perft(start, 0) == perft(start, 0, turns=True) == 1
    assert perft(start, 3) == perft(start, 3, turns=True) == 16 * 15 * 14


def test_two_orders_of_the_stones_of_a_turn_are_one_turn() -> None:
    start = room("connect6").start({"size": "6x6"})
    assert perft(start, 1, turns=True) == 36
    assert perft(start, 2, turns=True) == 36 * comb(35, 2)
    assert perft(start, 3) == 36 * 35 * 34


def test_an_open_turn_is_finished_first() -> None:
    open_turn = room("connect6").start({"size": "6x6"}).play_all("a1 b2")
    assert perft(open_turn, 1, turns=True) == 34
    assert all(len(moves) == 1 for moves, _ in turns_after(open_turn))


def test_a_game_that_is_over_adds_nothing() -> None:
    over = room("gomoku").from_text("a1 b1 a2 b2 a3", {"size": "5x5", "k": "3"})
    assert perft(over, 0) == 1
    assert perft(over, 1) == perft(over, 1, turns=True) == 0
