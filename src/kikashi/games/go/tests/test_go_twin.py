"""The twin keeps what the law says: boards, liberties, surroundings, legality, through undo."""

from __future__ import annotations

import random

import pytest

from kikashi import _native
from kikashi.games.go import ROOM
from kikashi.games.go.board import string_at
from kikashi.games.go.position import GoPosition
from kikashi.games.go.twin import GoTwin, twin

pytestmark = pytest.mark.native

CASES = (
    {"size": "3", "ko": "positional", "suicide": "yes", "dead": "none"},
    {"size": "5", "ko": "situational", "suicide": "yes", "dead": "none"},
    {"size": "5", "ko": "simple", "suicide": "no", "dead": "agreed"},
    {"size": "9", "ko": "positional", "suicide": "no", "dead": "none"},
    {"size": "13", "ko": "situational", "suicide": "no", "dead": "none", "handicap": "5"},
    {"size": "9", "ko": "simple", "handicap": "4", "placement": "free"},
)


def surroundings(law: GoPosition, cell: int) -> int:
    """The code of the eight neighbours, from the law's board: 0 empty, 1, 2 stones, 3 border."""
    size = law.on.size
    column, row = cell % size, cell // size
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
    code = 0
    for way, (right, up) in enumerate(ways):
        at = column + right, row + up
        inside = 0 <= at[0] < size and 0 <= at[1] < size
        code |= (".XO".index(law.board[at[1] * size + at[0]]) if inside else 3) << (2 * way)
    return code


def compare(law: GoPosition, double: GoTwin) -> None:
    native = double.native
    assert double.board() == law.board, law.to_text()
    assert double.to_move() == law.to_move, law.to_text()
    assert double.legal_moves() == list(law.legal_moves()), law.to_text()
    for cell, stone in enumerate(law.board):
        if stone != ".":
            wanted = len(string_at(law.board, law.on, cell).liberties)
            assert native.liberties(cell) == wanted, law.to_text()
        assert native.around(cell) == surroundings(law, cell), law.to_text()


@pytest.mark.parametrize("options", CASES, ids=lambda o: f"{o['size']}-{o['ko']}")
def test_random_games_with_moves_taken_back_are_the_same(options: dict[str, str]) -> None:
    chooser = random.Random(18)
    for _ in range(3):
        path = [ROOM.start(options)]
        double = twin(path[0])
        for _ in range(90):
            law = path[-1]
            compare(law, double)
            moves = [move for move in law.legal_moves() if move != "pass"]
            if law.result() is not None:
                break
            move = chooser.choice(moves) if moves and chooser.random() < 0.95 else None
            if move is None:
                move = chooser.choice(law.legal_moves())
            double.play(move)
            path.append(law.play(move))
            for _ in range(chooser.choice((0, 0, 0, 1, 4))):
                if len(path) > 1:
                    double.undo()
                    path.pop()


@pytest.mark.thorough
def test_as_many_boards_of_four_lines_are_legal_as_is_known() -> None:
    assert _native.go_count_legal_boards(4) == 24_318_165


def test_a_ladder_is_read_to_its_end_and_broken_by_a_stone() -> None:
    text = "setup black=c3 white=b3,c2,d2,b4 move=white"
    law = ROOM.from_text(text, {"size": "9"})
    double = twin(law)
    cell = law.on.index["c3"]
    assert double.native.ladder(cell)
    broken = ROOM.from_text(text.replace("black=c3", "black=c3,g7"), {"size": "9"})
    assert not twin(broken).native.ladder(cell)


def test_native_code_refuses_what_it_is_not_made_for() -> None:
    for bad in (
        lambda: _native.go_record(1, ".", 0, -1, [], "simple", False),
        lambda: _native.go_record(26, "." * 676, 0, -1, [], "simple", False),
        lambda: _native.go_record(3, "." * 8, 0, -1, [], "simple", False),
        lambda: _native.go_record(3, "XX.......", 2, -1, [], "simple", False),
        lambda: _native.go_record(3, "XOO" + "O" * 6, 0, -1, [], "simple", False),
        lambda: _native.go_record(3, "." * 9, 0, 9, [], "simple", False),
        lambda: _native.go_record(3, "." * 9, 0, -1, [], "odd", False),
        lambda: _native.go_record(3, "." * 9, 0, -1, [], "simple", False).play(9),
        lambda: _native.go_record(3, "." * 9, 0, -1, [], "simple", False).ladder(-1),
        lambda: _native.go_record(3, "." * 9, 0, -1, [], "simple", False).undo(),
        lambda: _native.go_count_legal_boards(5),
    ):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            bad()
