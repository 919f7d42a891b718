"""The verbs `engine`, `match` and `openings`."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command_line import ENVIRONMENT, MAIN, answer, kikashi, refusal

SMALL = ("-o", "size=7x7", "-o", "k=4")
QUICK = ("--games", "2", "--seconds", "60", "--opening-turns", "2")


def test_engine_talks_over_standard_input_and_output() -> None:
    run = kikashi("engine", "connect6", "--protocol", "cloudict", "--level", "simple",
                  stdin="name\nnew black\nmove KKLL\nquit\n")  # fmt: skip
    lines = run.stdout.splitlines()
    assert run.returncode == 0
    assert lines[0] == "name Kikashi simple"
    assert lines[1] == "move JJ"
    assert len(lines) == 3


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("engine", "gomoku", "--protocol", "cloudict"), "two stones a turn"),
        (("engine", "gomoku", "--protocol", "xboard"), "there is no protocol 'xboard'"),
        (("engine", "gomoku", "--protocol", "gtp", "--level", "99"), "there is no player '99'"),
        (("engine", "goclub", "--protocol", "gtp", "-o", "players=3"), "two players"),
        (("match", "gomoku", "simple", "nobody"), "there is no player 'nobody'"),
        (("match", "gomoku", "simple"), "two players or more"),
        (("match", "gomoku", "simple", "level:1", "--sprt", "5"), "SPRT needs two numbers"),
        (("match", "gomoku", "simple", "level:1", "--sprt", "5,1"), "the smaller first"),
        (("match", "gomoku", "simple", "level:1", "--openings", "/no/file"), "/no/file"),
        (
            ("match", "goclub", "simple", "level:1", "-o", "players=3"),
            "with 3 players; the players are: simple",
        ),
    ],
)
def test_bad_contests_are_refused_with_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert words in refusal(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("engine", "gomoku"),
        ("match", "gomoku", "simple", "simple", "--games", "0"),
        ("match", "gomoku", "simple", "simple", "--seconds", "0"),
        ("openings", "gomoku", "0"),
    ],
)
def test_wrong_usage_of_contests_exits_with_2(arguments: tuple[str, ...]) -> None:
    assert kikashi(*arguments).returncode == 2


@pytest.mark.parametrize("verb", ["engine", "match", "openings", "review", "analyse"])
def test_the_help_of_the_verb_has_an_example(verb: str) -> None:
    run = kikashi(verb, "--help")
    assert run.returncode == 0
    assert f"Example: kikashi {verb}" in run.stdout


def test_match_answers_wins_losses_draws_elo_and_error() -> None:
    found = answer("match", "gomoku", "simple", "level:1", *SMALL, *QUICK)
    assert found["wins"] + found["losses"] + found["draws"] == found["games"] == 2
    assert isinstance(found["elo"], float)
    assert found["error"] >= 0
    assert len(found["ratings"]) == 2


def test_match_keeps_log_sgf_and_report_and_goes_on(tmp_path: Path) -> None:
    log, sgf, report = tmp_path / "m.log", tmp_path / "games", tmp_path / "report.html"
    match = (
        "match",
        "gomoku",
        "simple",
        "level:1",
        *SMALL,
        "--seconds",
        "1",
        "--opening-turns",
        "0",
    )
    first = answer(*match, "--games", "2", "--log", str(log))
    found = answer(*match, "--games", "4", "--log", str(log), "--sgf", str(sgf),
                   "--report", str(report), "--sprt", "0,500", "--jobs", "2")  # fmt: skip
    assert first["games"] == 2
    assert found["games"] == 4
    assert found["sprt"]["upper"] == pytest.approx(2.9444)
    assert len(list(sgf.glob("*.sgf"))) == 4
    assert report.read_text("utf-8").count("<svg") == 4


def test_match_prints_a_table_in_both_languages() -> None:
    arguments = ("match", "gomoku", "simple", "level:1", "level:2", *SMALL, *QUICK)
    assert "failures" in kikashi(*arguments).stdout
    assert "等級分" in kikashi(*arguments, "--language", "zh-Hant").stdout


@pytest.mark.thorough
def test_match_plays_against_an_outside_program() -> None:
    program = shlex.join(
        [
            sys.executable,
            "-c",
            MAIN,
            "engine",
            "gomoku",
            "--protocol",
            "gomocup",
            "--level",
            "simple",
        ]
    )
    found = answer("match", "gomoku", "simple", f"cmd:{program}@gomocup", *QUICK, "--jobs", "2")
    assert found["games"] == 2
    assert found["failures"] == [{}, {}]


def test_a_match_with_a_program_that_is_not_there_scores_nothing_and_exits_with_1() -> None:
    run = kikashi("match", "gomoku", "level:1", "cmd:/no/such/engine@gomocup", *QUICK, "--json")
    found = json.loads(run.stdout)
    assert run.returncode == 1
    assert (found["wins"], found["losses"], found["draws"], found["elo"]) == (0, 0, 0, None)
    assert [game["reason"] for game in found["broken"]] == ["start", "start"]


def test_ctrl_c_keeps_the_games_that_are_finished(tmp_path: Path) -> None:
    log = tmp_path / "m.log"
    arguments = ("match", "gomoku", "simple", "level:1", "--games", "10000", "--opening-turns", "0")
    run = subprocess.Popen(
        [sys.executable, "-c", MAIN, *arguments, "--log", str(log)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (log.exists() and log.read_bytes().count(b"\n") > 1):
        time.sleep(0.05)
    os.kill(run.pid, signal.SIGINT)
    try:
        _, errors = run.communicate(timeout=60)
    finally:
        run.kill()
    assert run.returncode == 130
    assert "Traceback" not in errors
    lines = log.read_text().splitlines()
    assert len(lines) > 1
    assert all(json.loads(line) for line in lines)


def test_openings_are_made_for_a_file_and_for_a_match(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    run = kikashi("openings", "gomoku", "2", *SMALL, "--turns", "2", "--into", str(file))
    assert "2 openings are in" in run.stdout
    found = answer("openings", "gomoku", "2", *SMALL, "--turns", "2")
    assert [" ".join(o) for o in found["openings"]] == file.read_text().splitlines()
    match = ("match", "gomoku", "simple", "level:1", *SMALL, "--openings", str(file))
    assert answer(*match, "--games", "2", "--seconds", "1")["games"] == 2
