"""Coordinates, WXF and Chinese notation, both ways."""

from __future__ import annotations

import random

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.notation import NOTATIONS, from_uci, read, to_uci, write
from kikashi.law import IllegalMoveError

PAIRS = [
    # FEN, move, WXF, Chinese
    ("startpos", "h2e2", "C2=5", "炮二平五"),
    ("startpos", "b0c2", "H8+7", "馬八進七"),
    ("startpos moves h2e2", "h9g7", "H8+7", "馬8進7"),
    ("startpos moves h2e2", "b7b0", "C2+7", "包2進7"),
    ("startpos", "g3g4", "P3+1", "兵三進一"),
    ("startpos", "e0e1", "K5+1", "帥五進一"),
    # two on one file
    ("3k5/9/9/9/C8/9/9/C8/9/4K4 w", "a5a8", "C++3", "前炮進三"),
    ("3k5/9/9/9/C8/9/9/C8/9/4K4 w", "a2b2", "C-=8", "後炮平八"),
    ("4k4/9/9/r8/9/9/r8/9/9/3K5 b", "a3b3", "R+=2", "前車平2"),
    ("4k4/9/9/r8/9/9/r8/9/9/3K5 b", "a6a8", "R--2", "後車退2"),
    # advisors and elephants of one file need no mark
    ("3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "d0e1", "A6+5", "仕六進五"),
    ("3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "d2e1", "A6-5", "仕六退五"),
    # three, four and five pawns of one file
    ("3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w", "c7b7", "P+=8", "前兵平八"),
    ("3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w", "c6b6", "P.=8", "中兵平八"),
    ("3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w", "c5b5", "P-=8", "後兵平八"),
    ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "c6b6", "Pc=8", "三兵平八"),
    # two files with several pawns each: one row, from the player's right, the front one first
    ("3k5/9/2P1P4/2P1P4/9/9/9/9/9/4K4 w", "e6f6", "Pb=4", "二兵平四"),
    ("3k5/9/2P1P4/2P1P4/9/9/9/9/9/4K4 w", "c7b7", "Pc=8", "三兵平八"),
    ("4k4/9/9/9/9/p3p4/p3p4/9/9/3K5 b", "a3b3", "Pa=2", "一卒平2"),
]


@pytest.mark.parametrize(("fen", "move", "wxf", "chinese"), PAIRS)
def test_moves_are_written_and_read(fen: str, move: str, wxf: str, chinese: str) -> None:
    position = ROOM.from_text(fen)
    assert write(position, move, "wxf") == wxf
    assert write(position, move, "chinese") == chinese
    for text in (wxf, chinese, move, to_uci(move)):
        assert move in {read(position, text, n) for n in NOTATIONS if _fits(position, text, n)}


def _fits(position: object, text: str, notation: str) -> bool:
    try:
        read(position, text, notation)  # type: ignore[arg-type]
    except IllegalMoveError:
        return False
    return True


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        ("startpos", "马二进三", "h0g2"),
        ("startpos", "傌二進三", "h0g2"),
        ("startpos", "砲8平5", "b2e2"),
        ("startpos", "N2+3", "h0g2"),
        ("startpos", "c2.5", "h2e2"),
        ("startpos moves h2e2", "馬８進７", "h9g7"),
        ("3k5/9/9/9/C8/9/9/C8/9/4K4 w", "+C+3", "a5a8"),
        ("3k5/9/9/9/C8/9/9/C8/9/4K4 w", "后炮平八", "a2b2"),
        ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "一兵平八", "c8b8"),
        ("3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w", "前兵平八", "c8b8"),
    ],
)
def test_other_spellings_are_read(fen: str, text: str, move: str) -> None:
    assert read(ROOM.from_text(fen), text) == move


def test_ranks_one_to_ten_are_converted_both_ways() -> None:
    assert to_uci("a0a9") == "a1a10"
    assert from_uci("a1a10") == "a0a9"
    assert from_uci("h10g8") == "h9g7"
    for bad in ("", "h11g8", "h0g2", "hh", "a1", "z1a1", "a1a1a1", "a٣a4"):
        with pytest.raises(IllegalMoveError):
            from_uci(bad)


@pytest.mark.thorough
def test_in_random_games_every_legal_move_has_its_own_text_and_is_read_back() -> None:
    seed = 9
    chooser = random.Random(seed)
    for game in range(3):
        position = ROOM.start()
        for ply in range(60):
            moves = position.legal_moves()
            if not moves:
                break
            for notation in ("wxf", "chinese"):
                texts = [write(position, move, notation) for move in moves]
                assert len(set(texts)) == len(moves), (seed, game, position.to_text())
            if ply % 20 == 19:
                for notation in NOTATIONS:
                    for move in moves:
                        assert read(position, write(position, move, notation), notation) == move
            position = position.play(chooser.choice(moves))


def test_what_is_no_move_here_is_refused() -> None:
    for text in ("炮二平九九", "C2=9x", "", "車一進九", "e9e8"):
        with pytest.raises(IllegalMoveError):
            read(ROOM.start(), text)
    with pytest.raises(IllegalMoveError, match="no notation"):
        read(ROOM.start(), "h2e2", "morse")
