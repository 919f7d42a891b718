"""CSV, PSQ and move lists, compressed or not, found by suffix or by content."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kikashi.records import Record, RecordError, read_collection, write

PSQ = """Piskvorky 15x15, 11:11, 0
8,8,0
9,8,1500
8,9,70
RAPFI.zip
EMBRYO.zip
-1
0,Freestyle15_1
"""


def only(data: bytes, game: str | None = None, form: str | None = None) -> Record:
    (found,) = read_collection(data, game, form)
    assert isinstance(found, Record), found
    return found


def test_psq_counts_from_one_at_the_top_left() -> None:
    game = only(PSQ.encode())
    assert (game.game, game.options["size"]) == ("gomoku", "15x15")
    assert game.moves == ("h8", "i8", "h7")
    assert game.players == ("RAPFI.zip", "EMBRYO.zip")
    assert only(b"Piskvorky 20x15, 0:0, 0\n1,1,0\n20,15,0\n-1").moves == ("a15", "t1")


def test_psq_keeps_times_levels_and_the_lines_at_the_end() -> None:
    assert write([only(PSQ.encode())], "psq").decode() == PSQ
    through_sgf = only(write([only(PSQ.encode())]))
    assert write([through_sgf], "psq").decode() == PSQ


def test_psq_names_follow_who_began() -> None:
    swapped = PSQ.replace("11:11, 0", "11:11, 1")
    assert only(swapped.encode()).players == ("EMBRYO.zip", "RAPFI.zip")
    assert write([only(swapped.encode())], "psq").decode() == swapped


@pytest.mark.parametrize("ending", ["", "-1", "-1\n", "\n\n", "0\n"])
def test_psq_without_names(ending: str) -> None:
    game = only(f"Piskvorky 15x15, 0:0, 0\r\n8,8\r\n9,8\r\n{ending}".encode())
    assert (game.moves, game.players) == (("h8", "i8"), ())


def test_psq_of_another_game() -> None:
    data = b"Piskvorky 19x19, 0:0, 0\n10,10,0\n11,10,0\n9,10,0\n-1"
    assert only(data, "connect6").moves == ("j10", "k10", "i10")


def test_a_name_that_would_be_read_as_a_stone_is_refused_by_psq() -> None:
    for name in ("1,2,3", "two\nlines", "Piskvorky 15x15, 1:1, 0"):
        game = Record.from_moves("gomoku", "h8")
        game.players = (name, "x")
        with pytest.raises(RecordError, match="cannot hold the text"):
            write([game], "psq")


def test_move_lists_are_one_game_a_line() -> None:
    text = b"# openings\nj10 k11 i11\n\nJ10, K9 , I9  # a comment\nj10\n"
    found = list(read_collection(text, "connect6"))
    assert [r.moves for r in found if isinstance(r, Record)] == [
        ("j10", "k11", "i11"),
        ("j10", "k9", "i9"),
        ("j10",),
    ]
    assert [r.source.line for r in found if isinstance(r, Record)] == [2, 4, 5]


def test_numbered_turns_of_little_golem_may_go_over_several_lines() -> None:
    text = b"1.j10 2.i9l10 3.j8l8\n4.k8m7 5.i11j12\n1.j10 2.k11l12"
    found = list(read_collection(text, "connect6"))
    assert [len(r.moves) for r in found if isinstance(r, Record)] == [9, 3]


def test_a_move_list_may_hold_positions() -> None:
    game = only(b"setup black=j10 white=k11,i11 move=black left=2", "connect6")
    assert game.start().to_text() == "setup black=j10 white=i11,k11 move=black left=2"
    assert only(write([game])) == game


def test_csv_columns_go_by_their_names() -> None:
    game = only(b'moves,game_id\n"j10 k11 i11",7\n')
    assert (game.name, game.moves) == ("7", ("j10", "k11", "i11"))


@pytest.mark.parametrize("suffix", ["sgf", "csv", "txt", "sgf.gz", "csv.gz", "txt.gz", "SGF"])
def test_the_suffix_names_the_format(suffix: str, tmp_path: Path) -> None:
    game = Record.from_moves("connect6", "j10 k11 i11")
    form = suffix.lower().removesuffix(".gz").replace("txt", "moves")
    path = tmp_path / f"games.{suffix}"
    data = write([game, game], form)
    path.write_bytes(gzip.compress(data) if suffix.endswith("gz") else data)
    assert list(read_collection(path, "connect6")) == [game, game]


def test_without_a_suffix_the_content_tells_the_format(tmp_path: Path) -> None:
    game = Record.from_moves("connect6", "j10 k11 i11")
    for form in ("sgf", "csv", "psq", "moves"):
        path = tmp_path / f"games-{form}"
        path.write_bytes(write([game], form))
        assert list(read_collection(path, "connect6")) == [game], form


def test_what_a_format_cannot_hold_is_named_and_left_out_only_if_asked() -> None:
    game = Record.from_moves("connect6", "j10 k11 i11")
    game.root.comment = "opening"
    game.root.children[0].add("l12")
    game.players = ("a", "b")
    with pytest.raises(RecordError) as refusal:
        write([game], "csv")
    assert str(refusal.value) == (
        "csv cannot hold 1 comments, 1 stones of variations, the players' names; "
        "allow the loss (--lossy)"
    )
    assert only(write([game], "csv", lossy=True)).moves == game.moves


def test_a_resigned_game_does_not_fit_where_the_board_must_tell_the_winner() -> None:
    game = Record.from_moves("gomoku", "h8 i9")
    game.result, game.how = "black", "resign"
    for form in ("psq", "moves"):
        with pytest.raises(RecordError, match="cannot hold the result"):
            write([game], form)
