"""Hostile and damaged input: refused with file, game, move and reason; the rest is still read."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kikashi.law import BadOptionError, GameError
from kikashi.records import FORMATS, Record, RecordError, Refusal, bounds, read_collection, write

GOOD = "(;GM[511];B[JJ];W[KK];W[II])\n"


def read(
    data: str | bytes, game: str | None = None, form: str | None = None
) -> list[Record | Refusal]:
    return list(read_collection(data.encode() if isinstance(data, str) else data, game, form))


@pytest.mark.parametrize(
    ("moves", "move", "why"),
    [
        ("B[JJ];W[JJ];W[II]", 2, "j10 already holds a stone"),
        ("B[JJ];W[KK];W[TT]", 3, "'TT' is not on this board"),
        ("B[JJ];W[KK];W[J]", 3, "'J' is not on this board"),
        ("B[JJ];W[KK];B[II]", 3, "i9 is a stone of black, but white is to move"),
        ("W[JJ]", 1, "j10 is a stone of white, but black is to move"),
        ("B[JJ];W[]", 2, "no passes"),
        ("B[JJ];W[KK];W[swap]", 3, "not on this board"),
        ("B[JJ];W[KKKK]", 3, "k11 already holds a stone"),
        ("B[JJ];AW[KK]", 2, "setup stones after the start"),
        ("B[JJ];W[KK]TR[ZZ]", 2, "TR marks a point that is not there"),
        ("B[JJ](;W[KK])(;W[LL];W[LL])", 3, "already holds a stone (in a variation)"),
    ],
)
def test_a_move_that_cannot_be_is_named(moves: str, move: int, why: str) -> None:
    good, broken, also_good = read(f"{GOOD}(;GM[511];{moves})\n{GOOD}")
    assert isinstance(good, Record)
    assert isinstance(also_good, Record)
    assert isinstance(broken, Refusal)
    assert (broken.game, broken.line, broken.move) == (2, 2, move)
    assert why in broken.reason


def test_stones_after_the_win_are_refused() -> None:
    row = "B[a1];W[a3a5];B[b1c1];W[a7a9];B[d1e1];W[a11a13];B[f1]"
    game, broken = read(f"(;EV[connect6];{row})(;EV[connect6];{row};W[s1])")
    assert isinstance(game, Record)
    assert game.result == "black"
    assert isinstance(broken, Refusal)
    assert (broken.move, broken.reason) == (13, "the game is over")


@pytest.mark.parametrize(
    "setup", ["AB[JJ]AW[JJ]", "AB[JJ][JJ]", "AB[TT]", "AB[JJ]PL[x]", "AB[JJ]KL[9]", "AB[ZZ:AA]"]
)
def test_a_setup_that_cannot_be_is_refused(setup: str) -> None:
    broken, good = read(f"(;GM[511]{setup})" + GOOD)
    assert isinstance(broken, Refusal)
    assert isinstance(good, Record)


@pytest.mark.parametrize(
    "root",
    ["GM[511]SZ[99]", "GM[511]SZ[x]", "KG[nogame]", "GM[511]KO[a=b]", "KG[goclub]KO[size=3x3x3]"],
)
def test_a_heading_that_cannot_be_is_refused(root: str) -> None:
    broken, good = read(f"(;{root};B[JJ])" + GOOD)
    assert isinstance(broken, Refusal)
    assert isinstance(good, Record)


def test_the_refusal_says_file_game_and_move(tmp_path: Path) -> None:
    path = tmp_path / "two games.sgf"
    path.write_text(GOOD + "(;GM[511];B[JJ];W[JJ])")
    good, broken = read_collection(path)
    assert isinstance(good, Record)
    assert (good.source.file, good.source.game, good.source.line) == (str(path), 1, 1)
    assert str(broken) == f"{path}, line 2, game 2, move 2: JJ already holds a stone".replace(
        "JJ", "j10"
    )


@pytest.mark.parametrize(
    "data",
    [
        b"(" * 100_000,
        b"(" * 100_000 + b")" * 100_000,
        b"(;B[aa]" * 100_000,
        b"(;B[aa]" * 100_000 + b")" * 100_000,
        b"[" * 1_000_000,
        b"(;C[" + b"\\" * 1_000_001,
        b";" * 1_000_000,
        b"(;FF[4]" * 10_000,
        b"(;FF[4]C[" * 10_000,
        b"(;GM[511]C[" + b"x" * 3_000_000 + b"])",
        b"(;GM[511]" + b"C[x]" * 100_000 + b")",
        bytes(range(256)) * 500,
        b"\0" * 100_000,
        b"",
        b"\n\n",
        b"(",
        b"(;",
        b"\xff\xfe(;",
    ],
    ids=lambda data: f"{data[:12]!r}x{len(data)}",
)
@pytest.mark.parametrize("form", [None, "sgf", "csv", "psq", "moves"])
def test_garbage_is_refused_quickly_and_without_a_crash(data: bytes, form: str | None) -> None:
    began = time.process_time()
    found = read(data, "connect6", form)
    assert not [f for f in found if isinstance(f, Record) and f.moves]
    assert [f for f in found if isinstance(f, Refusal)] or form is None or b";" in data
    # Ten times what it takes; a square of the length would take minutes.
    assert time.process_time() - began < 20


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([None, *FORMATS]))
def test_any_bytes_give_records_or_refusals(data: bytes, form: str | None) -> None:
    for found in read(data, "connect6", form):
        assert isinstance(found, Record | Refusal)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("(;)[]\\BWCAGM511JKab9: \n"), max_size=60))
def test_any_near_sgf_gives_records_or_refusals_and_what_is_read_can_be_written(text: str) -> None:
    for found in read(text, "connect6", "sgf"):
        if isinstance(found, Record):
            assert read(write([found])) == [found]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_game_never_hides_the_whole_ones_around_it(data: st.DataObject) -> None:
    middle = "(;FF[4]GM[511];B[JJ]C[x\\]y](;W[KK];W[II])(;W[LL]))"
    cut = data.draw(st.integers(0, len(middle) - 1))
    kept = middle[:cut] + middle[cut + data.draw(st.integers(1, 3)) :]
    header = "(;FF[4]GM[511]GN[{}];B[JJ])\n"
    found = read(header.format("first") + kept + "\n" + header.format("last"))
    names = [f.name for f in found if isinstance(f, Record)]
    assert names[0] == "first"
    assert names[-1] == "last"


def test_broken_rows_of_csv_are_refused_one_by_one() -> None:
    rows = [
        "game_id,moves,winner,original_winner_label",
        '1,"j10,k11",,',
        '2,"j10,k11',
        "3,j10",
        '4,"j10,j10",,',
        '5,"j10,z99",,',
        '6,"j10",red,',
        "",
        '7,"j10,k11,i11",black,white',
    ]
    found = read("\n".join(rows), form="csv")
    assert [type(f).__name__ for f in found] == ["Record", *["Refusal"] * 5, "Record"]
    refusals = [(f.game, f.move, f.line) for f in found if isinstance(f, Refusal)]
    assert refusals == [(2, 0, 3), (3, 0, 4), (4, 2, 5), (5, 2, 6), (6, 0, 7)]


def test_a_csv_without_moves_is_refused_as_a_whole() -> None:
    (found,) = read("a,b\n1,2\n", form="csv")
    assert isinstance(found, Refusal)
    assert "'moves'" in found.reason


@pytest.mark.parametrize(
    ("lines", "move"),
    [
        (["Piskvorky 15x15, 11:11, 0", "16,1,0"], 1),
        (["Piskvorky 15x15, 11:11, 0", "8,8,0", "0,8,0"], 2),
        (["Piskvorky 15x15, 11:11, 0", "8,8,0", "8,8,0"], 2),
        (["Piskvorky 99x99, 11:11, 0", "8,8,0"], 0),
        (["8,8,0"], 0),
    ],
)
def test_broken_psq_games_are_refused_and_the_next_is_read(lines: list[str], move: int) -> None:
    broken, good = read("\n".join([*lines, "Piskvorky 15x15, 11:11, 0", "8,8,0", "-1"]), form="psq")
    assert isinstance(broken, Refusal)
    assert broken.move == move
    assert isinstance(good, Record)


def test_damaged_gzip_gives_what_is_before_the_damage() -> None:
    packed = gzip.compress(GOOD.encode() * 5_000)
    found = read(packed[: len(packed) // 2])
    assert isinstance(found[0], Record)
    assert isinstance(found[-1], Refusal)
    assert "gzip" in found[-1].reason


def test_a_gzip_bomb_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "FILE_BYTES", 1_000_000)
    found = read(gzip.compress(GOOD.encode() + b" " * 50_000_000))
    assert isinstance(found[0], Record)
    assert [f.reason for f in found[1:] if isinstance(f, Refusal)] == [
        "the file is over 1000000 bytes; only the first part was read"
    ]


def test_wrong_words_from_the_caller_are_errors_and_no_refusals() -> None:
    with pytest.raises(RecordError, match="no record format"):
        read_collection(b"", format="png")
    with pytest.raises(GameError, match="no game"):
        read_collection(b"", "chess2")
    with pytest.raises(BadOptionError):
        read_collection(b"", "connect6", options={"size": "99"})
    with pytest.raises(RecordError, match="name it"):
        read_collection(b"j10 k11", format="moves")
    with pytest.raises(RecordError, match="no encoding"):
        read_collection(b"", encoding="klingon")
    with pytest.raises(OSError, match="nowhere"):
        read_collection("nowhere.sgf")


def test_a_row_without_moves_is_a_game_without_moves() -> None:
    (found,) = read("game_id,moves\nempty,\n", "xiangqi", "csv")
    assert isinstance(found, Record)
    assert found.moves == ()


def test_a_node_with_only_a_comment_is_lost_where_that_is_allowed() -> None:
    (found,) = read("(;GM[4]SZ[15];C[nothing here];B[hh];W[ii])")
    assert isinstance(found, Record)
    assert write([found], "psq", lossy=True).splitlines()[1:3] == [b"8,8,0", b"9,9,0"]


def test_a_move_of_very_many_digits_is_read_once() -> None:
    began = time.process_time()
    for form, text in (("csv", "game_id,moves\nx,{}\n"), ("moves", "{}\n")):
        (found,) = read(text.format("1" * 40_000), "gomoku", form)
        assert isinstance(found, Refusal)
    assert time.process_time() - began < 5
