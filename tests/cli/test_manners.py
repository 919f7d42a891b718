"""What people try first, and what they get wrong: versions, help, missing parts, broken files."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import kikashi as package
from tests.cli.command_line import ENVIRONMENT, MAIN, kikashi, kikashi_process, refusal
from tests.house.packages import declared

BARE = """
import sys
for name in {missing!r}: sys.modules[name] = None
from kikashi.cli import main
main()
"""


def bare(*arguments: str, missing: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """The command line where some modules are not installed."""
    program = BARE.format(missing=missing)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )


def test_version_help_and_module_are_where_people_look_for_them() -> None:
    assert kikashi("--version").stdout == f"kikashi {package.__version__}\n"
    for words in (("-h",), ("solve", "-h"), ("puzzles", "-h")):
        run = kikashi(*words)
        assert (run.returncode, "Usage:" in run.stdout) == (0, True), words
    run = subprocess.run(
        [sys.executable, "-m", "kikashi", "perft", "gomoku", "", "1"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert run.stdout == "225\n", run.stderr


@pytest.mark.thorough
@pytest.mark.parametrize(
    "begun, offered",
    [
        ("kikashi so", ["solve", "solve-many"]),
        ("kikashi puzzles ex", ["export"]),
        ("kikashi play go", ["go", "goclub", "gomoku"]),
        ("kikashi games --language z", ["zh-Hant"]),
    ],
)
def test_a_shell_completes_verbs_games_and_languages(begun: str, offered: list[str]) -> None:
    place = str(begun.count(" "))
    asked = {"_KIKASHI_COMPLETE": "complete_bash", "COMP_WORDS": begun, "COMP_CWORD": place}
    # Typer names the program by argv[0]; as `kikashi` it is asked by the variable above.
    program = f"import sys; sys.argv[0] = 'kikashi'; {MAIN}"
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=ENVIRONMENT | asked,
        check=False,
    )
    assert run.stdout.split() == offered, run.stderr


@pytest.mark.thorough
def test_what_an_extra_brings_is_named() -> None:
    run = bare("studio", missing=("uvicorn", "fastapi"))
    assert (run.returncode, run.stdout) == (1, "")
    assert "pip install 'kikashi[studio]'" in run.stderr
    assert "Traceback" not in run.stderr
    extras = tuple(sorted(declared("all") - declared() - {"uvloop", "httptools", "pydantic"}))
    for words in (("--help",), ("papers", "list"), ("puzzles", "export", "--help")):
        run = bare(*words, missing=extras)
        assert run.returncode == 0, run.stderr


def test_files_that_are_no_text_name_their_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(b"h8\n\xff\xfe\n")
    for words in (
        ("solve-many", "gomoku", str(file), "--nodes", "10"),
        ("match", "gomoku", "level:1", "level:2", "--openings", str(file)),
    ):
        assert refusal(*words) == f"kikashi: {file}, line 2: this is no text in UTF-8"


def test_a_file_that_is_not_there_is_told_without_numbers() -> None:
    said = refusal("solve-many", "gomoku", "nowhere.txt")
    assert said == "kikashi: nowhere.txt: no such file or directory"
    assert kikashi("check", "nowhere").stderr == "nowhere: refused: no such file or directory\n"


def test_a_folder_that_is_not_there_is_told_by_its_name(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("h8 i9 h9\n")
    said = refusal("convert", str(games), "nowhere/out.sgf", "--game", "gomoku")
    assert said == "kikashi: there is no folder nowhere to write out.sgf into"


def test_json_is_taken_by_solve_many_and_is_one_object_of_papers(tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("h8\n")
    run = kikashi("solve-many", "gomoku", str(file), "--nodes", "10", "--json")
    assert json.loads(run.stdout)["position"] == 1
    assert run.stderr == "", "what is quick tells no progress"
    tables = json.loads(kikashi("papers", "list", "--json").stdout)["tables"]
    assert {"id", "paper", "title"} == set(tables[0])


@pytest.mark.parametrize("verb, default", [("analyse", "1"), ("review", "1")])
def test_the_help_tells_the_default(verb: str, default: str) -> None:
    assert f"[default: ({default})]" in kikashi(verb, "--help").stdout


@pytest.mark.parametrize(
    "words, option",
    [
        (("analyse", "gomoku", "h8", "--stream"), "--stream"),
        (("match", "gomoku", "level:1", "level:2", "--alpha", "0.1"), "--alpha"),
    ],
)
def test_an_option_that_needs_another_is_refused(words: tuple[str, ...], option: str) -> None:
    run = kikashi(*words)
    assert run.returncode == 2
    assert f"{option}: it does nothing without" in run.stderr


def test_a_folder_that_is_not_there_is_missed_before_the_match() -> None:
    said = refusal("match", "gomoku", "level:1", "level:2", "--report", "no/such/page.html")
    assert said == "kikashi: there is no folder no/such to write page.html into"


def test_equal_refusals_are_told_once(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text("h8 h8\n" * 2000 + "h8 z9\n" + "h8 h9\n")
    run = kikashi("convert", str(source), str(tmp_path / "out.sgf"), "--game", "gomoku")
    assert run.returncode == 1
    lines = run.stderr.splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("h8 already holds a stone (and 1999 more like it)")


@pytest.mark.thorough
def test_ctrl_c_ends_with_130_at_a_question_too(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-u", "-c", MAIN, "exam", "--book", str(tmp_path / "book.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
    )
    assert run.stdout is not None
    while "Every turn must" not in run.stdout.readline():
        pass
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert (run.returncode, said) == (130, "")


def test_the_ladder_stops_where_the_puzzles_of_a_game_end(tmp_path: Path) -> None:
    book = str(tmp_path / "book.json")
    run = kikashi("exam", "--game", "gomoku", "--book", book, stdin="quit\n")
    assert run.returncode == 0, run.stderr
    assert "The puzzles of Gomoku reach up to kyu 6." in run.stdout
    said = refusal("exam", "--game", "connect6", "--book", book)
    assert "go on with --game gomoku" in said, "another game has other puzzles"
    assert "kyu" not in kikashi("exam", "--book", book, "--player", "two", stdin="quit\n").stderr


def test_the_refusal_of_a_level_names_players_that_play() -> None:
    said = refusal("play", "goclub", "-o", "players=3", "--white", "level:2")
    assert said.endswith("the players are: simple")
    assert kikashi_process("play", "goclub", "-o", "players=3").returncode == 0


SENTENCE = re.compile("[A-Za-z]{3,}(?: [A-Za-z]{2,}){2,}")


@pytest.mark.parametrize(
    "words, stdin",
    [
        (("show", "connect6", "j10 k11 i11 l11 j12 j9 j13"), ""),
        (("solve", "gomoku", "h8 a1 h9 a2 h10 a15", "--nodes", "20000"), ""),
        (("analyse", "gomoku", "h8 a1 h9 a2 h10 a15", "--nodes", "2000"), ""),
        (("show", "mahjong"), ""),
        (("play", "gomoku"), "help\nz99\nh8\nmoves\nresign\n"),
        (("exam", "--game", "gomoku", "--book", "BOOK"), "quit\n"),
    ],
)
def test_no_english_sentence_is_said_in_chinese(
    words: tuple[str, ...], stdin: str, tmp_path: Path
) -> None:
    words = tuple(str(tmp_path / "book.json") if word == "BOOK" else word for word in words)
    run = kikashi(*words, "--language", "zh-Hant", stdin=stdin)
    assert run.returncode == 0, run.stderr
    assert SENTENCE.findall(run.stdout) == []


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_an_output_that_has_no_such_letters_is_told_and_how_to_mend_it(language: str) -> None:
    narrow = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "KIKASHI_LANGUAGE": language}
    done = kikashi_process("play", "go", stdin="quit\n", **narrow)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "the character set of the output, ascii, has no" in done.stderr
    assert "PYTHONUTF8=1" in done.stderr
