"""The patterns of paper 003: keys, scores and the four functions, against the law and by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kikashi import _native, games
from kikashi.law.winning_sets import StonePosition
from kikashi.stones import evaluation
from kikashi.stones.evaluation import Changes, Pattern, pattern, pattern_key

pytestmark = pytest.mark.native

TABLE = {
    Pattern.DEAD_TWO: (100, 0),
    Pattern.DEAD_THREE: (300, 0),
    Pattern.LIVE_TWO: (400, 0),
    Pattern.LIVE_TWO_DEAD_THREE: (600, 0),
    Pattern.LIVE_THREE: (1000, 0),
    Pattern.DEAD_FOUR: (2000, 1),
    Pattern.DEAD_FIVE: (2000, 1),
    Pattern.LIVE_FOUR: (4000, 2),
    Pattern.LIVE_FOUR_DEAD_FIVE: (4500, 2),
    Pattern.LIVE_FIVE: (4500, 2),
}


def test_the_safe_worked_example_of_the_paper() -> None:
    assert pattern_key(240633, 218880, colour=0) == (78, 7)


def test_a_window_without_stones_reaches_nine_cells_each_way() -> None:
    assert pattern_key(0x3FFFF, 0x3FFFF, colour=1) == (0, 19)


def test_a_board_of_19_has_112_slices() -> None:
    # 19 rows, 19 columns and 37 diagonals each way.
    board = _native.PatternBoard(19, 19)
    lengths = [sum(board.slice(n) >> 2 * i & 3 > 0 for i in range(25)) for n in range(board.slices)]
    assert sum(length > 0 for length in lengths) == board.slices == 112


@pytest.mark.parametrize(
    "line, expected",
    [
        ("......", Pattern.NONE),
        ("oooo.", Pattern.NONE),
        ("oo....", Pattern.DEAD_TWO),
        ("..oo....", Pattern.LIVE_TWO),
        ("ooo...", Pattern.DEAD_THREE),
        ("o.oo....", Pattern.LIVE_TWO_DEAD_THREE),
        ("..ooo...", Pattern.LIVE_THREE),
        ("oooo..", Pattern.DEAD_FOUR),
        ("ooooo.", Pattern.DEAD_FIVE),
        ("..oooo..", Pattern.LIVE_FOUR),
        ("o.oooo..", Pattern.LIVE_FOUR_DEAD_FIVE),
        (".ooooo.", Pattern.LIVE_FIVE),
        ("oooooo", Pattern.SIX),
    ],
)
def test_each_pattern_is_known_forwards_and_backwards(line: str, expected: Pattern) -> None:
    for text in (line, line[::-1]):
        key = int(text.replace("o", "1").replace(".", "0"), 2)
        name, score, threats = pattern(key, len(text))
        assert name == expected
        if expected in TABLE:
            assert (score, threats) == TABLE[expected]


@given(st.text("ox.", min_size=19, max_size=19))
def test_the_threats_of_a_line_are_those_of_the_law(line: str) -> None:
    """A row of black and white stones alone on the board: t by the law, at most 2 by the table."""
    start = games.room("connect6").start()
    assert isinstance(start, StonePosition)
    rules = start.rules
    boards = tuple(sum(1 << c for c, mark in enumerate(line) if mark == own) for own in "ox")
    if any(mask & ~board == 0 for mask in rules.masks for board in boards):
        return
    position = StonePosition("connect6", rules, start.chosen, boards, 0, 2)
    for player, own in enumerate("ox"):
        pieces = "".join(mark if mark in (own, ".") else " " for mark in line).split()
        keys = [(int(p.replace(own, "1").replace(".", "0"), 2), len(p)) for p in pieces]
        total = sum(pattern(key, length)[2] for key, length in keys)
        needed = position.threats(player)[1]
        assert min(total, 3) == needed or (needed == 3 and total == 2), line


def random_board(seed: int) -> tuple[_native.PatternBoard, dict[tuple[int, int], int]]:
    chance = Random(seed)
    board, stones = _native.PatternBoard(19, 19), {}
    for _ in range(60):
        place = chance.randrange(5, 14), chance.randrange(5, 14)
        if place not in stones:
            stones[place] = chance.randrange(2)
            board.place(*place, stones[place])
    return board, stones


def lines_scores(stones: dict[tuple[int, int], int], x: int, y: int, player: int) -> list[int]:
    """Pattern and threat score in the four windows through a cell, read cell by cell."""
    sums = [0, 0]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        text = ""
        for n in range(-9, 10):
            a, b = x + n * dx, y + n * dy
            inside = 0 <= a < 19 and 0 <= b < 19
            owner = stones.get((a, b), -1)
            text += " " if not inside or owner == 1 - player else "01"[owner == player]
        # Only what touches the cell's own stretch can change.
        stretch = [text[:9].split(" ")[-1] if text[9] == " " else None, None]
        if text[9] == " ":
            pieces = [stretch[0] or "", text[10:].split(" ")[0]]
        else:
            pieces = [text[:9].split(" ")[-1] + text[9] + text[10:].split(" ")[0]]
        for piece in filter(None, pieces):
            _, score, threats = pattern(int(piece, 2), len(piece))
            sums[0] += score
            sums[1] += threats
    return sums


@pytest.mark.parametrize("seed", range(5))
def test_the_changes_are_scores_after_less_scores_before(seed: int) -> None:
    board, stones = random_board(seed)
    for x, y in [(x, y) for x in range(0, 19, 2) for y in range(0, 19, 3)]:
        if (x, y) in stones:
            continue
        for me in (0, 1):
            p, t = [], []
            for stone, owner in ((me, me), (me, 1 - me), (1 - me, 1 - me), (1 - me, me)):
                before = lines_scores(stones, x, y, owner)
                after = lines_scores({**stones, (x, y): stone}, x, y, owner)
                p.append(after[0] - before[0])
                t.append(after[1] - before[1])
            assert board.changes(x, y, me) == [*p, *t], (seed, x, y, me)


def test_a_stone_taken_away_leaves_no_trace() -> None:
    board, _ = random_board(1)
    before = [board.slice(n) for n in range(board.slices)]
    board.place(0, 0, 1)
    assert [board.slice(n) for n in range(board.slices)] != before
    board.remove(0, 0)
    assert [board.slice(n) for n in range(board.slices)] == before


def test_the_corrected_example_of_figure_3_11() -> None:
    """300 - 2000 is -1700, so the paper's 3566 is 3633 and a third."""
    changes = Changes((2500, 0, 0, 300 - 2000), (0, 0, 0, 0))
    assert evaluation.meinstein(changes) == 2500 + Fraction(3400, 3)
    assert int(evaluation.meinstein(changes)) == 3633


def test_the_other_functions_on_the_papers_numbers() -> None:
    assert evaluation.quiet(Changes((2900, 0, 800, 0), (0, 0, 0, 0))) == 3700
    assert evaluation.attacker(Changes((2500, 0, 0, 0), (1, 0, 0, 0))) == 12500
    assert evaluation.defender(Changes((0, 0, 0, 0), (0, -1, 0, 0))) == 10000
    assert evaluation.defender_extra(Changes((300, 0, 0, 0), (0, 0, 0, 0))) == 300


def test_what_is_no_window_or_cell_is_refused() -> None:
    with pytest.raises(ValueError, match="nine base-4 digits"):
        pattern_key(1 << 18, 0, 0)
    with pytest.raises(ValueError, match="at most 19 cells"):
        pattern(8, 3)
    with pytest.raises(ValueError, match="no such cell"):
        _native.PatternBoard(19, 19).changes(19, 0, 0)
