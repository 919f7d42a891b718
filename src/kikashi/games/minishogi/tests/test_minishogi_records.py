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


KIF_DRAWN = """後手の持駒：飛
  ５ ４ ３ ２ １
+---------------+
| ・ ・ ・ ・v王|一
|v全 ・ ・ ・ ・|二
| ・ ・ ・ ・ ・|三
| ・ 竜 ・ ・ ・|四
| 玉 ・ ・ ・ ・|五
+---------------+
先手の持駒：金　歩二
後手番
手数----指手---------消費時間--
   1 ２一玉(11)
"""
CSA_DRAWN = """V2.2
P1 *  *  *  * -OU
P2-NG *  *  *  *
P3 *  *  *  *  *
P4 * +RY *  *  *
P5+OU *  *  *  *
P+00KI00FU00FU
P-00HI
-
-1121OU,T3
%TORYO
"""


@pytest.mark.parametrize("text", [KIF_DRAWN, CSA_DRAWN])
def test_a_record_begins_where_its_board_is_drawn(text: str) -> None:
    found = read_record(text, ROOM)
    assert found.start == ROOM.from_text("4k/+s4/5/1+R3/K4 w G2Pr 1")
    assert (found.moves, found.players) == (("1a2a",), ("", ""))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (CSA_DRAWN.replace("P5+OU *  *  *  *\n", ""), "in 5 rows of 5 cells, not in 4 of 5"),
        (CSA_DRAWN.replace("P-00HI", "P-00AL"), "look like P\\+00FU00KI"),
        (CSA_DRAWN.replace("P-00HI", "P-00KY"), "no piece of minishogi"),
        (CSA_DRAWN.replace("P-00HI", "P-00TO"), "not held in hand"),
        ("V2.2\nPI15HI\n+\n", "rows P1 to P5"),
        (KIF_DRAWN.replace("竜 ・", "竜 ・ ・"), "in 5 rows of 5 cells, not in 5 of 6"),
        (KIF_DRAWN.replace("竜", "香"), "no piece of minishogi"),
        (KIF_DRAWN.replace("歩二", "歩二歩"), "at most 2 pieces of a kind"),
    ],
)
def test_a_board_that_is_no_minishogi_is_refused_in_both_languages(text: str, why: str) -> None:
    with pytest.raises(BadTextError, match=why) as refused:
        read_record(text, ROOM)
    assert not in_chinese(str(refused.value)).startswith("無法完成")


GAME = "手合割：5五将棋\n   1 ３四角(25)\n   2 {end}\n"
CSA_GAME = "V2.2\n+\n+2534KA\n{end}\n"


@pytest.mark.parametrize(
    "text",
    [
        GAME.format(end="投了") * 2,
        GAME.format(end="投了") + "   1 ２四金(24)\n",
        GAME.format(end="投了") + "\n変化：1手\n   1 ４四金(45)\n" + GAME.format(end="中断"),
        CSA_GAME.format(end="%TORYO\n/") * 2,
        CSA_GAME.format(end="-4132KA") * 2,
    ],
)
def test_two_games_are_not_read_as_one(text: str) -> None:
    """They were, where the second one's moves happened to be legal behind the first one's."""
    with pytest.raises(BadTextError, match="another game begins") as refused:
        read_record(text, ROOM)
    assert "另一局" in in_chinese(str(refused.value))


def test_several_moves_in_one_line_of_csa_are_all_read() -> None:
    text = "V2.2\n+\n+2534KA,T3,-4132KA,T2\n%CHUDAN\n"
    assert read_record(text, ROOM).moves == ("2e3d", "4a3b")


@pytest.mark.parametrize(
    ("kif", "csa", "result", "how"),
    [
        ("投了", "%TORYO", "black", "resign"),
        ("切れ負け", "%TIME_UP", "black", "time"),
        ("反則負け", "%ILLEGAL_MOVE", "black", "forfeit"),
        ("反則勝ち", "%+ILLEGAL_ACTION", "white", "forfeit"),
        ("不戦敗", "%-ILLEGAL_ACTION", "black", "forfeit"),
        ("入玉勝ち", "%KACHI", "white", ""),
        ("持将棋", "%JISHOGI", "draw", ""),
        ("中断", "%CHUDAN", "", ""),
        ("不詰", "%FUZUMI", "", ""),
    ],
)
def test_who_has_won_is_read_from_the_word_at_the_end(
    kif: str, csa: str, result: str, how: str
) -> None:
    for text in (GAME.format(end=kif), CSA_GAME.format(end=csa)):
        found = read_record(text, ROOM)
        assert (found.moves, found.result, found.how) == (("2e3d",), result, how)


@pytest.mark.parametrize("how", ["resign", "time", "forfeit"])
def test_how_a_game_ended_comes_back_from_both_formats(how: str) -> None:
    for write in (write_kif, write_csa):
        found = read_record(write(ROOM.start(), ("2e3d",), ("", ""), "black", how), ROOM)
        assert (found.result, found.how) == ("black", how)
        silent = read_record(write(ROOM.start(), ("2e3d",), ("", ""), "white", how), ROOM)
        assert silent.result == "", "the side to move has won; there is no word for it"
