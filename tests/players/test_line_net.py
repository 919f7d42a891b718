"""The net of line patterns in plain integers, beside the native one."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from kikashi import _native, games
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import cells_of
from kikashi.stones.twin import native_geometry

ROOMS = {
    name: Path(games.__file__).parent / name / "lines.net"
    for name in ("gomoku", "connect6")
    if (Path(games.__file__).parent / name / "lines.net").exists()
}
STEPS = ((1, 0), (-1, 1), (0, 1), (1, 1))
ONE = 127


class PlainNet:
    """Reads the file and judges, cell by cell."""

    def __init__(self, data: bytes) -> None:
        assert data[:4] == b"KLN1"
        self.data, self.at = data, 4
        _, self.reach, self.channels, self.hidden = self.numbers("h", 4)
        self.halves = (2 << self.reach) - 1
        patterns = 1 + 2 * self.halves**2
        c, h = self.channels, self.hidden
        self.tables = [self.rows("h", patterns, c), self.rows("h", patterns, c)]
        self.bias = self.numbers("h", c)
        self.first, self.first_bias = self.rows("h", h, c), self.rows("i", 2, h)
        self.second, self.second_bias = self.rows("h", h, h), self.numbers("i", h)
        self.last, self.last_bias = self.numbers("h", h), self.numbers("i", 1)[0]
        self.linear = self.numbers("h", c)
        self.order, self.order_bias = self.rows("h", c, h), self.numbers("i", c)
        assert self.at == len(data)

    def numbers(self, kind: str, count: int) -> tuple[int, ...]:
        """The next numbers of the file."""
        found = struct.unpack_from(f"<{count}{kind}", self.data, self.at)
        self.at += struct.calcsize(f"<{count}{kind}")
        return found

    def rows(self, kind: str, rows: int, count: int) -> list[tuple[int, ...]]:
        """The next rows of the file."""
        return [self.numbers(kind, count) for _ in range(rows)]

    def half(self, board: dict[tuple[int, int], int], at: tuple[int, int], step: tuple[int, int],
             side: int) -> int:  # fmt: skip
        """How one half of a line looks to a side."""
        length = stones = 0
        x, y = at
        for distance in range(self.reach):
            x, y = x + step[0], y + step[1]
            if board.get((x, y), 1 - side) == 1 - side:
                break
            stones |= (board[x, y] == side) << distance
            length += 1
        return (1 << length) - 1 + stones

    def cell(self, board: dict[tuple[int, int], int], at: tuple[int, int], mover: int) -> list[int]:
        """The features of a cell in the mover's view."""
        sums = list(self.bias)
        for view, side in ((0, mover), (1, 1 - mover)):
            for step in STEPS:
                back = (-step[0], -step[1])
                pattern = 0
                if board[at] != 1 - side:
                    left = self.half(board, at, back, side)
                    right = self.half(board, at, step, side)
                    centre = self.halves**2 if board[at] == side else 0
                    pattern = 1 + centre + left * self.halves + right
                sums = [a + b for a, b in zip(sums, self.tables[view][pattern], strict=True)]
        return [min(max(one, 0), ONE) for one in sums]

    def judge(
        self, board: dict[tuple[int, int], int], mover: int, phase: int
    ) -> tuple[int, dict[tuple[int, int], int]]:
        """Value and order."""
        cells = {at: self.cell(board, at, mover) for at in board}
        pooled = [sum(column) >> 2 for column in zip(*cells.values(), strict=True)]
        first = clipped(self.first, pooled, self.first_bias[phase], 10)
        second = clipped(self.second, first, self.second_bias, 6)
        value = (dot(self.last, second) + self.last_bias >> 7) + (dot(self.linear, pooled) >> 12)
        weights = [
            dot(row, second) + bias >> 7
            for row, bias in zip(self.order, self.order_bias, strict=True)
        ]
        return value, {at: dot(weights, cell) >> 7 for at, cell in cells.items()}


def dot(a: tuple[int, ...] | list[int], b: tuple[int, ...] | list[int]) -> int:
    """The sum of products."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def clipped(
    rows: list[tuple[int, ...]], inputs: list[int], biases: tuple[int, ...], shift: int
) -> list[int]:
    """One layer."""
    return [
        min(max(dot(row, inputs) + bias >> shift, 0), ONE)
        for row, bias in zip(rows, biases, strict=True)
    ]


@pytest.mark.native
@pytest.mark.parametrize("name", sorted(ROOMS))
def test_the_native_net_says_what_plain_integers_say(name: str) -> None:
    data = ROOMS[name].read_bytes()
    assert len(data) < 5_000_000
    plain, native = PlainNet(data), _native.LineNet(data)
    chooser = random.Random(11)
    for _ in range(2):
        position = games.room(name).start()
        for _ in range(chooser.randrange(5, 40)):
            position = position.play(chooser.choice(list(position.legal_moves())))
        stones = stones_of(position)
        names = stones.rules.cells
        columns = sorted({ord(cell[0]) for cell in names})
        rows = sorted({int(cell[1:]) for cell in names})
        places = [(columns.index(ord(cell[0])), rows.index(int(cell[1:]))) for cell in names]
        boards = [list(cells_of(board)) for board in stones.boards]
        owner = {cell: side for side, cells in enumerate(boards) for cell in cells}
        board = {place: owner.get(cell, -1) for cell, place in enumerate(places)}
        phase = chooser.randrange(2)
        value, order = plain.judge(board, stones.mover, phase)
        found, native_order = _native.judge_lines(
            native_geometry(stones.rules), boards, stones.mover, phase, native
        )
        assert found == value
        for cell, place in enumerate(places):
            if cell not in owner:
                assert native_order[cell] == order[place]


@pytest.mark.native
def test_bytes_that_are_no_net_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="these bytes are no net of lines"):
        _native.LineNet(b"KLN0")
    with pytest.raises(ValueError, match="end too early"):
        _native.LineNet(b"KLN1" + struct.pack("<4h", 5, 5, 32, 32))
