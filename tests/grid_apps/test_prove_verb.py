"""`kikashi prove` and the page about it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command_line import HOUSE, kikashi, validate

GUIDE = HOUSE / "docs/guide/grid-applications.md"
DEEP = "g6 f9 j7 h10 h6 g8 g7 i6"

pytestmark = [pytest.mark.native, pytest.mark.thorough]


def test_a_win_that_one_search_does_not_see_is_proved_and_checked(tmp_path: Path) -> None:
    alone = kikashi("solve", "gomoku", DEEP, "--by", "vct", "--nodes", "20000", "--json")
    assert json.loads(alone.stdout)["verdict"] == "unknown"
    proof, tree = tmp_path / "win.cert.gz", tmp_path / "tree.answers"
    words = ("prove", "gomoku", DEEP, "--nodes", "5000", "--jobs", "1", "--tree", str(tree))
    run = kikashi(*words, "--proof", str(proof), "--json")
    told = json.loads(run.stdout)
    validate("prove", told)
    assert (told["verdict"], told["side"], told["proof"]) == ("win", "black", str(proof))
    checked = kikashi("check", str(proof))
    assert checked.returncode == 0
    assert f"black wins within {told['turns']} turns" in checked.stdout
    assert f"{told['turns']} turns, proved" in kikashi(*words).stdout
    chinese = kikashi(*words, "--language", "zh-Hant").stdout
    assert "已通過檢查" in chinese


def test_a_search_that_is_stopped_says_unknown_and_goes_on(tmp_path: Path) -> None:
    words = ("prove", "gomoku", DEEP, "--nodes", "5000", "--jobs", "1", "--json")
    tree = ("--tree", str(tmp_path / "tree.answers"))
    first = json.loads(kikashi(*words, *tree, "--tasks", "2").stdout)
    assert (first["verdict"], first["turns"], first["proof_nodes"]) == ("unknown", None, None)
    second = json.loads(kikashi(*words, *tree).stdout)
    assert second["verdict"] == "win"
    assert second["kept"] >= 2


def test_a_tree_of_another_position_is_refused(tmp_path: Path) -> None:
    tree = tmp_path / "tree.answers"
    assert kikashi("prove", "gomoku", DEEP, "--tasks", "1", "--tree", str(tree)).returncode == 0
    run = kikashi("prove", "gomoku", "h8 i9", "--tree", str(tree))
    assert run.returncode == 1
    assert "belongs to another search" in run.stderr


@pytest.mark.parametrize(
    "words, why",
    [
        (("gomoku", ""), "empty board"),
        (("xiangqi", ""), "many searches"),
        (("gomoku", "h8", "--side", "both"), "a side is mover or other"),
    ],
)
def test_what_cannot_be_proved_is_refused_with_a_sentence(words: tuple[str, ...], why: str) -> None:
    run = kikashi("prove", *words)
    assert run.returncode == 1
    assert why in run.stderr


def test_the_python_of_the_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert code
    for block in code:
        exec(compile(block, str(GUIDE), "exec"), {})
    assert "black wins within" in capsys.readouterr().out
