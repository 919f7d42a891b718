"""SGF of Go as it occurs, and the files of the data folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kikashi.records import Record, Refusal, read_collection, write
from tests.data import data


def read(text: str) -> Record:
    (found,) = read_collection(text.encode())
    assert isinstance(found, Record), found
    return found


def test_passes_points_and_columns_without_i() -> None:
    record = read("(;GM[1]SZ[9]KM[6.5];B[ee];W[];B[ia];W[tt])")
    assert record.moves == ("e5", "pass", "j9", "pass")
    assert record.options["komi"] == "6.5"


SETTLED = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 a3 a1 pass pass dead-a1 agree"
"""Black owns two columns and a prisoner, White one."""


@pytest.mark.parametrize("then", ["agree", "dead-a3 agree resume b3 pass pass dead-a1 agree agree"])
def test_what_is_said_about_dead_stones_is_no_move_and_reads_back_equal(then: str) -> None:
    made = Record.from_moves(
        "go", f"{SETTLED} {then}", options={"size": "5x5", "rules": "japanese", "komi": "0.5"}
    )
    text = write([made]).decode()
    assert not re.search(r"[BW]\[(?!..\]|\])", text), "other programs know points and passes alone"
    assert ";KA[dead-a1]\n;KA[agree]" in text.replace(";", "\n;").replace("\n\n", "\n")
    again = read(text)
    assert again.moves == made.moves
    assert again.result == made.result
    assert again.how == made.how
    assert write([again]).decode() == text


def test_the_points_of_a_counted_win_are_told_as_other_programs_do() -> None:
    options = {"size": "5x5", "rules": "japanese", "komi": "0.5"}
    counted = Record.from_moves("go", f"{SETTLED} agree", options=options)
    assert "RE[B+4.5]" in write([counted]).decode()
    given_up = Record.from_moves("go", "c3")
    given_up.result, given_up.how = "black", "resign"
    assert "RE[B+R]" in write([given_up]).decode()


def test_files_that_have_words_about_dead_stones_as_moves_are_read() -> None:
    record = read(
        "(;GM[1]SZ[5]RU[japanese]KM[0.5];B[cc];W[dd];B[];W[];B[dead-d2];B[agree];W[agree])"
    )
    assert record.moves[-3:] == ("dead-d2", "agree", "agree")
    assert "KW" not in record.root.properties


def test_a_file_without_a_game_number_is_go() -> None:
    assert read("(;SZ[9];B[aa])").game == "go"


def test_a_handicap_is_one_by_its_points() -> None:
    record = read("(;GM[1]SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee])")
    assert (record.setup, record.options["placement"]) == ("", "fixed")
    assert record.start().to_move == 1
    free = read("(;GM[1]SZ[9]HA[2]AB[aa][bb];W[ee])")
    assert free.options["placement"] == "free"
    assert free.setup.startswith("setup black=b8,a9 white=- move=white")


def test_set_up_stones_may_be_a_compressed_list() -> None:
    record = read("(;GM[1]SZ[5]AB[aa:bb]AW[de]PL[W])")
    assert record.setup == "setup black=a4,b4,a5,b5 white=d1 move=white"


def test_illegal_moves_are_kept_with_a_warning_and_written_again() -> None:
    text = "(;GM[1]SZ[9];B[ee];W[ee]C[what];B[cc])"
    record = read(text)
    assert record.moves == ("e5",)
    bad = record.main_line[2]
    assert "already holds" in bad.properties["KW"][0]
    assert bad.comment == "what"
    written = write([record]).decode()
    assert "W[ee]" in written
    assert "B[cc]" in written
    assert list(read_collection(written.encode())) == [record]


def test_a_side_that_moves_twice_has_a_pass_between() -> None:
    record = read("(;GM[1]SZ[9];B[ee];B[cc])")
    assert record.moves == ("e5", "pass", "c7")
    assert "W[]" not in write([record]).decode()


def test_komi_in_quarters_counts_stones() -> None:
    assert read("(;GM[1]SZ[9]KM[3.75];B[ee])").options["komi"] == "7.5"
    odd = read("(;GM[1]SZ[9]KM[odd];B[ee])")
    assert odd.options["komi"] == "0"
    assert "KM[odd]" in odd.root.properties["KW"][0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(;GM[1]SZ[9:13];B[aa])", "square"),
        ("(;GM[1]SZ[99];B[aa])", "from 2 to 25"),
        ("(;GM[1]SZ[9];B[aa];AW[bb];B[cc])", "set up in the middle"),
        ("(;GM[1]SZ[9];B[aa]W[bb])", "2 moves"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(text: str, why: str) -> None:
    (found,) = read_collection(text.encode())
    assert isinstance(found, Refusal)
    assert why in found.reason


def _read_and_written(files: list[Path]) -> tuple[int, int]:
    read, refused = 0, 0
    for file in files:
        for found in read_collection(file):
            if isinstance(found, Refusal):
                assert len(found.reason) > 8, file
                refused += 1
                continue
            read += 1
            assert list(read_collection(write([found]))) == [found], file
    return read, refused


@pytest.mark.thorough
def test_every_fortieth_file_is_read_or_refused_and_comes_back_equal() -> None:
    files = sorted(data("go").rglob("*.sgf"))
    read, refused = _read_and_written(files[::40])
    assert read > 20 * max(refused, 1)


@pytest.mark.slow
def test_all_files_are_read_or_refused() -> None:
    files = sorted(data("go").rglob("*.sgf"))
    assert len(files) == 2_799
    found = [one for file in files for one in read_collection(file)]
    refused = [one for one in found if isinstance(one, Refusal)]
    assert len(refused) <= 47
    assert all(len(one.reason) > 8 for one in refused)
