"""Bad input gives one clear sentence and exit code 1; wrong usage 2; Ctrl-C 130."""

from __future__ import annotations

import pytest

from tests.cli.command_line import kikashi, kikashi_process, refusal


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("show", "chess960"), "there is no game 'chess960'; the games are:"),
        (("show", "gomoku", "h8 h8"), "move 2 (h8): h8 already holds a stone"),
        (("show", "gomoku", "z99"), "there is no cell 'z99'"),
        (("show", "gomoku", "-o", "size=banana"), "size='banana'"),
        (("show", "gomoku", "-o", "size"), "a rule option looks like size=15x15, not 'size'"),
        (("show", "gomoku", "-o", "k=5", "-o", "k=6"), "'k' is given twice"),
        (("show", "gomoku", "-o", "colour=red"), "no option 'colour'"),
        (("show", "gomoku", "@nowhere.sgf#3"), "nowhere.sgf"),
        (("show", "gomoku", "setup black=a1 white=a1 move=black"), "two stones lie on one cell"),
        (("show", "gomoku", "--svg", "/no/such/folder/x.svg"), "/no/such/folder/x.svg"),
        (("show", "gomoku", "--language", "fr"), "not 'fr'"),
        (("show", "sets", "-o", "sets=/no/such/file"), "/no/such/file"),
        (("perft", "gomoku", "q", "2"), "there is no cell 'q'"),
        (("play", "gomoku", "--white", "deepblue"), "there is no player 'deepblue'"),
        (("play", "gomoku", "--red", "human"), "this game has no player red"),
        (("play", "gomoku", "--clock", "soon"), "a clock looks like 300, 300+5 or 300+3x30"),
    ],
)
def test_bad_input_is_refused_with_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    line = refusal(*arguments)
    assert line.startswith("kikashi: ")
    assert words in line


@pytest.mark.parametrize(
    "arguments",
    [
        ("show",),
        ("perft", "gomoku", ""),
        ("perft", "gomoku", "", "two"),
        ("perft", "gomoku", "", "-1"),
        ("show", "gomoku", "--no-such-option"),
        ("show", "gomoku", "--svg", "x.svg", "--theme", "pink"),
        ("nosuchverb",),
        ("studio", "--port", "0"),
        ("studio", "--port", "70000"),
    ],
)
def test_wrong_usage_exits_with_2(arguments: tuple[str, ...]) -> None:
    run = kikashi(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("verb", ["games", "show", "perft", "play", "studio"])
def test_the_help_of_every_verb_has_an_example(verb: str) -> None:
    run = kikashi(verb, "--help")
    assert run.returncode == 0
    assert f"Example: kikashi {verb}" in run.stdout


def test_a_process_of_its_own_exits_the_same_way() -> None:
    run = kikashi_process("show", "gomoku", "h8 h8")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "kikashi: move 2 (h8): h8 already holds a stone\n"
    assert kikashi_process("perft", "gomoku", "", "1").stdout == "225\n"
