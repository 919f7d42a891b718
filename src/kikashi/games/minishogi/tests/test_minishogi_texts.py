"""Positions and moves as text: SFEN and the FEN of UCI programs, five notations of moves."""

from __future__ import annotations

import random

import pytest

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.notation import NOTATIONS, from_uci, read, to_uci, usual, write
from kikashi.games.minishogi.sfen import read_sfen, write_sfen, write_uci_fen
from kikashi.law import BadTextError, IllegalMoveError


def test_the_two_texts_call_the_first_player_by_opposite_colours() -> None:
    sfen = read_sfen("rbsgk/4p/5/P4/KGSBR b - 1")
    fen = read_sfen("rbsgk/4p/5/P4/KGSBR[-] w 0 1")
    assert sfen == fen
    assert sfen.mover == 0
    assert write_uci_fen(sfen) == "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"
    second = read_sfen("rbsgk/4p/5/P4/KGSBR w - 2")
    assert write_uci_fen(second) == "rbsgk/4p/5/P4/KGSBR[] b - - 0 1"
    assert read_sfen(write_uci_fen(second)) == second


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("4k/5/5/5/4K b 2Rg 1", ((2, 0, 0, 0, 0), (0, 0, 1, 0, 0))),
        ("4k/5/5/5/4K[RRg] w", ((2, 0, 0, 0, 0), (0, 0, 1, 0, 0))),
        ("4k/5/5/5/4K[] w - - 0 12", ((0,) * 5, (0,) * 5)),
        ("4k/5/5/5/4K[-] b", ((0,) * 5, (0,) * 5)),
        ("4k/5/5/5/4K w SsPp 7", ((0, 0, 0, 1, 1), (0, 0, 0, 1, 1))),
    ],
)
def test_hands_in_both_texts(text: str, hands: object) -> None:
    assert read_sfen(text).hands == hands


@pytest.mark.parametrize(
    "text",
    [
        "rb\u017fgk/4p/5/P4/KGSBR b - 1",  # the long s, whose capital is S
        "4k/5/5/5/4K b \u0662P 1",  # digits of other scripts
        "4k/5/5/5/4K[\uff12P] w - - 0 1",
    ],
)
def test_letters_and_digits_that_only_look_like_ours_are_refused(text: str) -> None:
    with pytest.raises(BadTextError):
        read_sfen(text)


def test_texts_come_back_from_random_games() -> None:
    seed = random.randrange(1 << 30)
    print("seed", seed)
    chance = random.Random(seed)
    here = ROOM.start()
    for _ in range(120):
        if here.result():
            here = ROOM.start()
        here = here.play(chance.choice(here.legal_moves()))
        assert read_sfen(write_sfen(here.sfen)) == here.sfen
        again = read_sfen(write_uci_fen(here.sfen))
        assert again[:3] == here.sfen[:3]
        back = ROOM.from_text(here.to_text())
        assert back == here
        assert back.history_key() == here.history_key()


@pytest.mark.parametrize(
    ("move", "uci"), [("2e3d", "d1c2"), ("P*3c", "P@c3"), ("4b4a+", "b4b5+"), ("5e5d", "a1a2")]
)
def test_moves_of_uci(move: str, uci: str) -> None:
    assert to_uci(move) == uci
    assert from_uci(uci) == move


def test_every_notation_reads_what_it_writes() -> None:
    seed = random.randrange(1 << 30)
    print("seed", seed)
    chance = random.Random(seed)
    here = ROOM.start()
    for _ in range(25):
        if here.result():
            here = ROOM.start()
        for move in chance.sample(here.legal_moves(), min(3, len(here.legal_moves()))):
            for notation in NOTATIONS:
                text = write(here, move, notation)
                assert read(here, text, notation) == move, (here, notation, text)
            assert read(here, usual(here, move, "zh-Hant")) == move
            assert read(here, usual(here, move, "en")) == move
        here = here.play(chance.choice(here.legal_moves()))


def test_forms_that_people_write() -> None:
    start = ROOM.start()
    for text in ("２四角(25)", "▲1四角", "B-1d", "+2514KA", "d1e2", "2e1d"):
        expected = "2e1d" if "２四" not in text else None
        if expected is None:
            with pytest.raises(IllegalMoveError):
                read(start, text)
        else:
            assert read(start, text) == expected
    drop = ROOM.from_text("4k/5/5/5/4K b P 1")
    assert read(drop, "３三歩打") == read(drop, "3三步") == read(drop, "P*3c") == "P*3c"
    silver = ROOM.from_text("4k/S4/5/5/4K b - 1")
    assert read(silver, "５一銀成") == "5b5a+"
    assert read(silver, "５一銀不成") == "5b5a"
    assert read(silver, "S-5a=") == "5b5a"


@pytest.mark.parametrize("text", ["", "K*1a", "x" * 100, "同玉", "２"])
def test_what_means_no_move_is_refused(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        read(ROOM.start(), text)
