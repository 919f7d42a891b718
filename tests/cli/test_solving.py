"""`solve` and `solve-many` as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_line import answer, kikashi, refusal, validate

OPEN_THREE = "setup black=f8,g8,h8 white=a1,a3 move=black left=1"


def test_a_win_is_answered_with_its_line_and_a_proof_that_check_accepts(tmp_path: Path) -> None:
    win, none = tmp_path / "win.cert", tmp_path / "none.cert.gz"
    found = answer(
        "solve", "gomoku", OPEN_THREE, "--fastest", "--proof", str(win), "--refutation", str(none)
    )
    assert (found["verdict"], found["side"], found["turns"], found["plies"]) == (
        "win",
        "black",
        2,
        3,
    )
    assert found["proof"] == str(win)
    assert len(found["line"]) == 3
    checked = kikashi("check", str(win), "--claim", "black wins within 2 turns")
    assert checked.returncode == 0, checked.stderr
    assert kikashi("check", str(none)).returncode == 0
    assert kikashi("check", str(win), "--claim", "white wins within 2 turns").returncode == 1


def test_no_names_its_class_and_unknown_is_not_no() -> None:
    assert "no win by fours, vcf" in kikashi("solve", "gomoku", "h8").stdout
    found = answer("solve", "gomoku", "h8", "--by", "vct", "--nodes", "100")
    assert found["verdict"] == "unknown"


@pytest.mark.parametrize(
    ("game", "position", "language", "line"),
    [
        ("minishogi", "4k/5/3G1/1P3/K4 b RB 1", "en", "  1. R*5a\n"),
        ("minishogi", "4k/5/3G1/R4/K4 b - 1", "en", "  1. R-5a"),
        ("minishogi", "4k/5/3G1/1P3/K4 b RB 1", "zh-Hant", "  1. ５一飛打  (R*5a)\n"),
        ("xiangqi", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w", "en", "  1. R8+9  (b0b9)\n"),
    ],
)
def test_a_line_is_written_as_people_write_moves(
    game: str, position: str, language: str, line: str
) -> None:
    """Behind each turn stand the words that every verb reads."""
    assert line in kikashi("solve", game, position, "--language", language).stdout


def test_analyse_writes_moves_as_people_do_and_keeps_words_in_json() -> None:
    ask = ("analyse", "minishogi", "rbsgk/4p/5/P4/KGSBR b - 1", "--nodes", "2000")
    assert "B-3d" in kikashi(*ask).stdout
    assert "2e3d" in {one["move"] for one in answer(*ask)["candidates"]}


def test_chinese_is_spoken_when_asked_for() -> None:
    assert "黑方" in kikashi("solve", "gomoku", OPEN_THREE, "--language", "zh-Hant").stdout


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("gomoku", "h8 h8"), "already holds a stone"),
        (("gomoku", "h8 z99"), "no cell 'z99'"),
        (("gomoku", "a1 b1 a2 b2 a3 b3 a4 b4 a5"), "black has already won"),
        (("gomoku", "h8", "--by", "vcdt"), "vcf or vct or dfpn, not by 'vcdt'"),
        (("gomoku", "h8", "--seconds", "0"), "leaves nothing to search with"),
        (("gomoku", "h8", "--memory", "lots"), "looks like 512M"),
        (("goclub", "", "-o", "players=3"), "no prover"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert words in refusal("solve", *arguments)


def test_solve_many_answers_in_order_and_goes_on_after_a_bad_line(tmp_path: Path) -> None:
    file, proofs = tmp_path / "positions.txt", tmp_path / "proofs"
    file.write_text(f"h8\nh8 h8\n{OPEN_THREE}\n")
    run = kikashi(
        "solve-many", "gomoku", str(file), "--jobs", "2", "--proofs", str(proofs), "--seconds", "5"
    )
    assert run.returncode == 1
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [found["position"] for found in answers] == [1, 2, 3]
    assert answers[0]["verdict"] == "no"
    assert "line 2" in answers[1]["error"]
    assert answers[2]["verdict"] == "win"
    for found in (answers[0], answers[2]):
        validate("solve", found)
    assert [path.name for path in proofs.iterdir()] == ["000003.cert.gz"]
    assert kikashi("check", str(proofs / "000003.cert.gz")).returncode == 0


def test_an_answer_to_a_check_spends_a_quiet_move_unless_answers_are_free() -> None:
    """The pawn gives check: Red must step aside before the rooks mate."""
    question = ("xiangqi", "4k4/R8/9/9/9/9/9/9/9/1R1Kp4 w", "--by", "quiet", "--quiet", "0")
    assert answer("solve", *question, "--nodes", "20000")["verdict"] != "win"
    free = answer("solve", *question, "--answers", "free")
    assert (free["verdict"], free["turns"]) == ("win", 2)
    assert "'spend' the allowance or are 'free'" in refusal(
        "solve", *question, "--answers", "maybe"
    )
