"""Whole games as KIF, CSA and USI text."""

from __future__ import annotations

import random

import pytest

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.kif import read_record, write_csa, write_kif
from kikashi.games.minishogi.verbs import read, written
from kikashi.law import BadTextError
from kikashi.words.refusing import in_chinese


def a_game(seed: int) -> tuple[str, ...]:
    chance = random.Random(seed)
    here = ROOM.start()
    while here.result() is None and len(here.past) < 60:
        here = here.play(chance.choice(here.legal_moves()))
    return here.beginning()[1]


@pytest.mark.parametrize("to", ["kif", "csa", "usi"])
def test_games_come_back_from_every_format(to: str) -> None:
    for seed in range(3):
        moves = a_game(seed)
        first = read(f"startpos moves {' '.join(moves)}")
        again = read(written(first, to))
        assert again.moves == moves
        assert again.start == ROOM.start()


def test_set_ups_and_names_are_kept() -> None:
    start = ROOM.from_text("4k/S4/5/5/K4 b RP 1")
    for write in (write_kif, write_csa):
        text = write(start, ("5b5a+", "1a1b", "R*1e"), ("甲", "乙"))
        found = read_record(text, ROOM)
        assert found.start == start
        assert found.moves == ("5b5a+", "1a1b", "R*1e")
        assert found.players == ("甲", "乙")


def test_kif_as_other_programs_write_it() -> None:
    text = """# KIF
手合割：5五将棋
先手：one
後手：two
手数----指手---------消費時間--
   1 ３四角(25)   ( 0:01/00:00:01)
   2 ３二角(41)
*a remark
   3 投了
"""
    assert read_record(text, ROOM).moves == ("2e3d", "4a3b")


@pytest.mark.parametrize(
    "same", ["同　飛(51)", "同 飛(51)", "同飛(51)", "同　飛(51)   ( 0:01/00:00:01)"]
)
def test_kif_has_room_after_the_word_for_the_same_cell(same: str) -> None:
    """Programs keep the column: `同` takes the place of a file and a rank."""
    text = f"手合割：5五将棋\n   1 ５二角(25)\n   2 {same}\n   3 投了\n"
    assert read_record(text, ROOM).moves == ("2e5b", "5a5b")


def test_variations_of_kif_stay_outside_the_game() -> None:
    text = """手合割：5五将棋
   1 ３四角(25)+
   2 ３二角(41)
   3 投了
まで2手で後手の勝ち

変化：1手
   1 ４四金(45)
   2 ４二銀(31)
"""
    assert read_record(text, ROOM).moves == ("2e3d", "4a3b")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("   1 ９九歩(11)\n", "line 1"),
        ("+2533KA\n", "line 1"),
        ("x" * 300_000, "at most"),
        ("'sfen nonsense/ b\n", "rows"),
    ],
)
def test_records_that_cannot_be_read_name_the_line(text: str, why: str) -> None:
    with pytest.raises(BadTextError, match=why):
        read_record(text, ROOM)


@pytest.mark.parametrize("text", ["hello world\n", "", "rbsgk/4p/5/P4/KGSBR w 0 1 ;D1 14\n"])
def test_a_text_that_is_no_record_is_not_read_as_a_game_without_moves(text: str) -> None:
    with pytest.raises(BadTextError, match="this is no record") as refused:
        read_record(text, ROOM)
    assert in_chinese(str(refused.value)).startswith("這不是棋譜")


def test_a_game_without_moves_is_one() -> None:
    for write in (write_kif, write_csa):
        assert read_record(write(ROOM.start(), ()), ROOM).moves == ()
