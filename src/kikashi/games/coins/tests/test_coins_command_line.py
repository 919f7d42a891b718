"""`kikashi coins` as people and programs call it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from kikashi.games.coins import check_file, verbs

COMMANDS = ("g", "table", "rules", "prove", "atlas", "page", "paper")


def run(*arguments: object) -> Result:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command("other")(lambda: None)
    app.add_typer(verbs.app, name="coins")
    return CliRunner().invoke(app, ["coins", *map(str, arguments)])


def answer(*arguments: object) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def test_g() -> None:
    assert answer("g", 4, 9, 10) == {
        "coins": [4, 9, 10],
        "g": 15,
        "gaps": 8,
        "missing": [1, 2, 3, 5, 6, 7, 11, 15],
        "missing_complete": True,
        "method": "walk",
    }
    assert run("g", 4, 9, 10).stdout == (
        "g(4, 9, 10) = 15\n8 amounts cannot be paid: 1 2 3 5 6 7 11 15\n"
    )
    assert "Every amount can be paid." in run("g", 1, 5).stdout
    assert answer("g", 10**99 + 1, 10**99 + 2, 10**99 + 4)["g"] > 10**140
    assert answer("g", 6, 9, 20, "--missing", 3)["missing"] == [1, 2, 3]
    assert run("g", 6, 9, 20, "--missing", 0).stdout.splitlines()[1].endswith("paid ...")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("g", 6, 9), 1, "multiple of 3"),
        (("g", 0, 5), 1, "0 is not"),
        (("g", -3, 5), 1, "-3 is not"),
        (("g", "five", 7), 2, "'five' is not a whole number"),
        (("g", "4.5", 7), 2, "not a whole number"),
        (("g", "--jsn", 7), 2, "not a whole number"),
        (("g", "9" * 2000, 7), 1, "digits"),
        (("g",), 2, "Missing argument"),
        (("g", 10**9, 10**9 + 1, 10**9 + 2, 10**9 + 3), 1, "table"),
        (("table", 6, 2, 4), 1, "multiples of 2"),
        (("table", 7, 1, 3, "--rows", 0), 2, "rows"),
        (("table", 7, 1, 3, "--rows", 900, "--columns", 900, "--svg", "x.svg"), 1, "heat map"),
        (("rules", 7, 1), 2, "both residues"),
        (("rules", 7, 0, 3), 1, "between 1 and 6"),
        (("rules", 1), 1, "at least 2"),
        (("rules", -7), 1, "at least 2"),
        (("rules", 10**100), 1, "Name one class"),
        (("table", 10**100, 1, 3), 1, "larger"),
        (("rules", 500, 1, 7, "--guess"), 1, "guessed for a up to"),
        (("prove", 10**6), 1, "Name one class"),
        (("prove", 10**7, 1, 10**7 - 1), 1, "19999998 rules"),
        (("prove", 7, "--rule", 1), 2, "needs a class"),
        (("prove", 7, 1, 3, "--rule", 9), 1, "rules 1 to 6"),
        (("atlas",), 2, "--to A"),
        (("atlas", "--to", 1), 1, "atlas runs"),
        (("atlas", "--to", 9, "--read", "x"), 2, "--to A"),
        (("page", "--out", "x.html", "--a", 61), 1, "up to 60"),
        (("page",), 2, "Missing option"),
    ],
)
def test_refusals_say_why(
    arguments: tuple[object, ...], code: int, words: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    said = re.sub(r"[\s│]+", " ", result.stderr)
    assert words in said
    if code == 1:
        assert result.stderr.startswith("kikashi: ")
        assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_table(tmp_path: Path) -> None:
    csv, svg = tmp_path / "table.csv", tmp_path / "table.svg"
    result = run("table", 7, 1, 3, "--rows", 2, "--half", "--csv", csv, "--svg", svg)
    assert result.stdout.splitlines()[2].split()[:6] == ["2", "41", "48", "56", "70", "84"]
    assert csv.read_text().startswith("k\\m,1,2,3")
    assert svg.read_text().startswith("<svg")
    record = answer("table", 7, 1, 3, "--rows", 2, "--columns", 3, "--first", 0)
    assert record["values"] == [[0, 0, 0], [6, 20, 28]]
    assert (record["first_k"], record["first_m"]) == (0, 0)


def test_rules() -> None:
    text = run("rules", 7, 1, 3, "--half").stdout
    assert "14k + 7m - 1" in text
    assert "m >= k, m <= 2k - 1" in text
    assert "guess from the table agrees" in text
    record = answer("rules", 7)
    assert (record["total"], record["total_over_pairs"]) == (34, 204)
    assert all(of["guess"]["agrees"] for of in record["classes"])
    rule = record["classes"][2]["rules"][2]
    assert rule == {
        "x": 2,
        "y": 1,
        "low": "1/2",
        "high": "3/2",
        "k": 14,
        "m": 7,
        "constant": -1,
        "formula": "14k + 7m - 1",
        "lines": ["2k - 3m <= 1", "m <= 2k - 1"],
    }
    assert answer("rules", 50)["classes"][0]["guess"] is None
    assert answer("rules", 7, 1, 3, "--no-guess")["classes"][0]["guess"] is None


def test_a_guess_that_differs_fails(monkeypatch: Any) -> None:
    monkeypatch.setattr("kikashi.games.coins.guessing.Guess.agrees_with", lambda *_: False)
    result = run("rules", 7, 1, 3)
    assert result.exit_code == 1
    assert "differ for r = 1, s = 3" in result.stderr


def test_prove(tmp_path: Path) -> None:
    path = tmp_path / "seven.jsonl.gz"
    record = answer("prove", 7, "--proof", path, "--each-residue")
    assert (record["classes"], record["rules"], record["checked"]) == (6, 34, True)
    assert record["bytes"] == path.stat().st_size
    assert check_file(path) == record["verdict"]
    single = tmp_path / "class.jsonl"
    text = run("prove", 7, 1, 3, "--proof", single).stdout
    assert "solvable: 3 b are worth 1 c modulo 7" in text
    assert "unsolvable: (2, 1) is the dearest cell of the L of 3 x 3 - 2 x 1 = 7 cells" in text
    assert check_file(single, "the class r = 1, s = 3 of a = 7")
    assert answer("prove", 7, "--no-check")["verdict"] is None
    long = run("prove", 99, 1, 98).stdout
    assert "and 156 more rules" in long


def test_prove_in_words() -> None:
    english = run("prove", 7, 1, 3, "--rule", 3, "--language", "en").stdout
    assert english.startswith("# Rule 3 of g(7, 7k + 1, 7m + 3)\n")
    record = answer("prove", 7, 1, 3, "--rule", 3, "--language", "zh-Hant", "--format", "tex")
    assert record["language"] == "zh-Hant"
    assert "有解" in record["text"]


def test_z3_opinion_or_how_to_get_it(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    result = run("prove", 4, "--z3")
    assert result.exit_code == 1
    assert "pip install z3-solver" in result.stderr
    monkeypatch.undo()
    pytest.importorskip("z3")
    assert answer("prove", 4, 1, 3, "--z3")["z3"]["agrees"]


def test_atlas(tmp_path: Path) -> None:
    path, plot = tmp_path / "atlas.jsonl.gz", tmp_path / "rules.svg"
    record = answer("atlas", "--to", 20, "--out", path, "--plot", plot)
    assert record["checked"]
    assert record["verdict"] == check_file(path)
    assert len(record["questions"]) >= 5
    assert plot.read_text().startswith("<svg")
    looked = answer("atlas", "--read", path, "--look", 7, 1, 3)
    assert looked["rules"][2]["formula"] == "14k + 7m - 1"
    assert "?" in run("atlas", "--to", 9).stdout
    assert "?" not in run("atlas", "--to", 9, "--no-questions").stdout


def test_paper() -> None:
    text = run("paper").stdout
    assert "0,7,1 has lost its sign" in text
    assert "wrong order" in text
    record = answer("paper")
    assert [(slip["r"], slip["s"]) for slip in record["misprints"]] == [(2, 5), (6, 2)]
    assert record["values_agree"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_works(command: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    text = run(command, "--help").stdout
    examples = re.findall(r"Example: kikashi coins (.+?)\s*(?:│|$)", text, re.MULTILINE)
    assert examples
    for example in examples:
        arguments = example.replace("--to 200", "--to 30").split()
        result = run(*arguments)
        assert result.exit_code == 0, result.output
        assert result.stdout
