"""Paper 000's bitboard steps: three win tests that agree, dead points, searches that agree."""

from __future__ import annotations

import random

import pytest

from kikashi import _native
from kikashi.games.gomoku import ROOM, paper000_bitboards
from kikashi.search import solve

pytestmark = pytest.mark.native
OUTSIDE_6 = 0xFF818181818181FF
"""The paper's mask that makes a board of 6x6 of one of 8x8."""


def test_the_three_win_tests_agree_with_the_law() -> None:
    source = random.Random(1)
    rules = ROOM.start({"size": "8x8"}).rules
    rows = [sum(1 << (x + 8 * y) for x, y in (rules.coordinates[c] for c in s)) for s in rules.sets]
    answers = set()
    for _ in range(300):
        cells = source.sample(range(64), 34)
        board = sum(1 << cell for cell in cells)
        whole = any(row & board == row for row in rows)
        assert _native.gomoku_has_five(board, 0, "shifts") is whole
        for cell in cells[:8]:
            through = any(row & board == row and row >> cell & 1 for row in rows)
            assert _native.gomoku_has_five(board, cell, "loops") is through
            assert _native.gomoku_has_five(board, cell, "magic") is through
            answers.add(through)
    assert answers == {True, False}


def test_dead_points_are_the_cells_outside_all_living_rows() -> None:
    rules = ROOM.start({"size": "8x8"}).rules
    rows = [sum(1 << (x + 8 * y) for x, y in (rules.coordinates[c] for c in s)) for s in rules.sets]
    for black, white, _ in paper000_bitboards.positions(8):
        living = sum(
            1 << cell
            for cell in range(64)
            if any(row >> cell & 1 and (not row & black or not row & white) for row in rows)
        )
        empty = ~(black | white) & (1 << 64) - 1
        assert _native.gomoku_dead_points(black, white, 0) == empty & ~living


@pytest.mark.thorough
@pytest.mark.parametrize("dead", [False, True])
@pytest.mark.parametrize("test", ["loops", "shifts", "magic"])
def test_every_step_finds_the_same_as_the_solver(test: str, dead: bool) -> None:
    for black, white, mover in paper000_bitboards.positions(3):
        found = paper000_bitboards.search(
            (black, white, mover), 200_000, test=test, masks=2, dead=dead
        )
        if found["answer"] == "unknown":
            continue
        names = [
            ",".join("abcdefgh"[c % 8] + str(c // 8 + 1) for c in range(64) if board >> c & 1)
            for board in (black, white)
        ]
        colour = ("black", "white")[mover]
        text = f"setup black={names[0]} white={names[1]} move={colour} left=1"
        verdict = solve(ROOM.from_text(text, {"size": "8x8"}), "dfpn").verdict
        winner = {"win": mover, "loss": 1 - mover}.get(verdict)
        assert (found["answer"] == "win") is (winner == 0)


def test_the_mask_of_the_paper_makes_a_smaller_board() -> None:
    found = _native.gomoku_bit_solve(
        1 << 27, 0, OUTSIDE_6, 1, "shifts", 4, True, False, 2_000, 1 << 22
    )
    assert found["answer"] == "unknown"
    assert _native.gomoku_dead_points(0, 0, OUTSIDE_6) == 0
