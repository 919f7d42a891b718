"""The native double: the paper's masks, cannons in three ways, random games against the law."""

from __future__ import annotations

import contextlib
import random

import pytest

from kikashi import _native
from kikashi.games import room
from kikashi.games.banqi.board import _targets, shape
from kikashi.games.banqi.position import BanqiPosition
from kikashi.games.banqi.twin import BanqiTwin, native_position
from kikashi.law import CHANCE

pytestmark = pytest.mark.native
BANQI = room("banqi")
GAMES = 60

STEP_MASKS = """
00000012 00000025 0000004A 00000084 00000121 00000252 000004A4 00000848
00001210 00002520 00004A40 00008480 00012100 00025200 0004A400 00084800
00121000 00252000 004A4000 00848000 01210000 02520000 04A40000 08480000
12100000 25200000 4A400000 84800000 21000000 52000000 A4000000 48000000
"""
"""Table 2 of paper 000, cell by cell."""

PAPER_BOARD = "XX1X/X1GX/X3/KGC1/X1P1/XX2/XX1X/X1XX"
"""Figure 4 as far as its masks tell it: where red pieces and face-down ones lie."""


def test_the_step_masks_are_those_of_the_paper() -> None:
    assert _native.banqi_steps(4, 8) == [int(mask, 16) for mask in STEP_MASKS.split()]


def test_the_boards_of_the_papers_figure_have_its_numbers() -> None:
    down = PAPER_BOARD.count("X")
    hidden = "kggmmrrnnccppppp"[:down]
    position = BANQI.from_text(f"{PAPER_BOARD} first red 0 {hidden}")
    assert isinstance(position, BanqiPosition)
    native = native_position(position)
    assert native.bits("red") == 0x0002E020
    assert native.bits("occupied") == 0xBDCAE8BD
    assert native.bits("G") == 0x00004020
    corners = BANQI.from_text("3K/4/4/4/4/4/4/k3 first red 0")
    assert isinstance(corners, BanqiPosition)
    assert native_position(corners).bits("K") == 1
    assert native_position(corners).bits("k") == 0x80000000


def test_cannons_by_rays_tables_and_the_papers_tricks_agree_with_the_law() -> None:
    seed = 19
    print(f"seed {seed}")
    chance = random.Random(seed)
    form = shape(4, 8)
    for _ in range(1500):
        occupied = chance.getrandbits(32) & chance.getrandbits(32)
        cell = chance.randrange(32)
        ways = [
            _native.banqi_jumps(4, 8, cell, occupied, way) for way in ("rays", "tables", "tricks")
        ]
        board = "".join("X" if occupied >> (31 - at) & 1 else "." for at in range(32))
        law = sum(1 << (31 - at) for at in _targets(board, form, 31 - cell))
        assert ways == [law] * 3, (cell, hex(occupied))


def same(law: BanqiPosition, twin: BanqiTwin) -> None:
    assert twin.legal_moves() == list(law.legal_moves()), law
    assert twin.to_move() == law.to_move, law
    assert twin.result() == law.result(), law
    assert twin.board() == law.board, law


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"preset": "course"},
        {"size": "2x4", "bag": "KGMRkgmr", "plies": "30"},
        {"size": "4x4", "bag": "KGMRNCPPkgmrncpp", "chase": "loses"},
        {"size": "3x5", "bag": "KGMRNCPkgmrncpp"},
    ],
    ids=["contest", "course", "2x4", "4x4", "3x5"],
)
def test_random_games_with_their_flips_are_the_same_to_law_and_twin(
    options: dict[str, str],
) -> None:
    seed = 7
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(GAMES // 5):
        law = BANQI.start(options)
        assert isinstance(law, BanqiPosition)
        twin = BanqiTwin(law)
        path = [law]
        while law.result() is None and len(path) < 160:
            moves = law.legal_moves()
            if law.to_move == CHANCE:
                weights = [outcome.weight for outcome in law.outcomes()]
                move = chance.choices(moves, weights)[0]
            else:
                captures = [m for m in moves if "-" in m and m[3:] and _takes(law, m)]
                move = chance.choice(captures if captures and chance.random() < 0.7 else moves)
            law = law.play(move)
            twin.play(move)
            same(law, twin)
            path.append(law)
            assert twin.key() == BanqiTwin(law).key()
        for back in reversed(path[:-1]):
            twin.undo()
            assert twin.board() == back.board
        same(path[0], twin)


@pytest.mark.parametrize(
    "text",
    [
        "GgPr/2Nc/p1Xm/R1X1/1GXP/C2g/X3/X1kP first red 0 KMnpp",
        "GgPr/2Nc/p1Xm/R1X1/1GXP/C2g/X3/X1kP second red 0 KMnpp",
        "CXcP/p1C1/Kpk1/1P1p/gG2/mM2/rR2/nN2 first red 0 G",
        "CXcP/p1C1/Kpk1/1P1p/gG2/mM2/rR2/nN2 second red 0 G",
    ],
)
def test_the_twin_takes_the_laws_acts_and_no_others(text: str) -> None:
    law = BANQI.from_text(text)
    assert isinstance(law, BanqiPosition)
    names = law.settings.form.names
    native = native_position(law)
    taken = set()
    for start in range(32):
        for end in range(32):
            with contextlib.suppress(ValueError):
                native.play(start, end)
                native.undo()
                taken.add(names[start] if start == end else f"{names[start]}-{names[end]}")
    assert taken == set(law.legal_moves())


def _takes(law: BanqiPosition, move: str) -> bool:
    return law.board[law.settings.form.cell_of[move.split("-")[1]]] != "."


@pytest.mark.parametrize(
    ("text", "depth", "count"),
    [
        ("start", 2, 448),
        ("3k/4/4/4/4/4/4/K3 first red 0", 4, 36),
    ],
)
def test_perft_of_named_positions(text: str, depth: int, count: int) -> None:
    law = BANQI.from_text(text)
    assert BANQI.twin(law).perft(depth) == count
    assert slow(law, depth) == count


def slow(position: object, depth: int) -> int:
    assert isinstance(position, BanqiPosition)
    if depth == 0:
        return 1
    return sum(slow(position.play(move), depth - 1) for move in position.legal_moves())
