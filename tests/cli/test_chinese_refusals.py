"""`--language zh-Hant` answers in Chinese where it refuses too, in no English sentence."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kikashi
from kikashi.cli import main
from kikashi.words.refusing import OTHER, in_chinese, known_in_chinese

ENGLISH = re.compile(r"[A-Za-z]{2,}(?:[ ,;:'’-]+[A-Za-z]+){2,}")
SOURCE = Path(kikashi.__file__).parent
UNHEARD = {"ValueError", "TypeError", "AttributeError", "TaskError", "RefusedError"}
"""Raised for programs, for machines of the grid, or about one step of a proof."""
TYPED = re.compile(r"`[^`]*`|--\w+(?: [A-Z]+)*")
"""What a reader is to type, which is the same in every language."""
GAP = "x7"
MOST_UNKNOWN = 0.06
"""The share of refusals that may be told by `OTHER` until somebody writes their own sentence."""


def _refusals() -> Iterator[tuple[str, str]]:
    """Every sentence that is raised for people anywhere, its gaps filled."""
    for file in SOURCE.rglob("*.py"):
        if "tests" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
                continue
            if ast.unparse(node.exc.func) in UNHEARD:
                continue
            told = _filled(node.exc.args[0]) if node.exc.args else None
            if told is not None:
                yield file.relative_to(SOURCE).as_posix(), told


def _filled(said: ast.expr) -> str | None:
    if isinstance(said, ast.Constant) and isinstance(said.value, str):
        return said.value
    if not isinstance(said, ast.JoinedStr):
        return None
    parts = (part.value if isinstance(part, ast.Constant) else _gap(part) for part in said.values)
    return "".join(str(part) for part in parts)


def _gap(part: ast.expr) -> str:
    """What stands in a gap: a refusal in a refusal, a sort of database, or anything."""
    name = ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else ""
    if name == "refusal" or "why" in name:
        return "the game is over"
    return "puzzle database" if name == "self.noun" else GAP


def test_no_refusal_reaches_a_chinese_reader_in_english() -> None:
    told = {said for _, said in _refusals() if ENGLISH.search(said)}
    assert [said for said in told if ENGLISH.search(TYPED.sub("", in_chinese(said)))] == []
    unknown = sorted(said for said in told if known_in_chinese(said) is None)
    assert len(unknown) < MOST_UNKNOWN * len(told), unknown


def test_gaps_are_filled_and_what_is_unknown_says_how_to_learn_more() -> None:
    assert in_chinese("move 2 (h8): h8 already holds a stone") == "第 2 著（h8）：h8 已經有子"
    assert in_chinese("a.sgf, line 3: this is no text in UTF-8") == "a.sgf 第 3 行：不是 UTF-8 文字"
    near = in_chinese("No such option: --gam (Possible options: --game, --games)")
    assert near == "沒有選項 --gam；相近的有：--game、--games。"
    assert in_chinese("the moon is made of cheese") == OTHER


REFUSED = (
    ("show", "nogame", ""),
    ("show", "gomoku", "h8 h8"),
    ("show", "gomoku", "", "-o", "size=99x99"),
    ("show", "gomoku", "", "-o", "colour=red"),
    ("show", "gomoku", "@none.sgf#2"),
    ("show", "gomoku", "", "--theme", "pink", "--svg", "none.svg"),
    ("show", "xiangqi", "zz"),
    ("show", "go", "a1 a1"),
    ("show", "banqi", "z9"),
    ("show", "minishogi", "5e5e"),
    ("solve", "honeymoon", "first=AK", "--by", "nothing"),
    ("mahjong", "hand", "12x"),
    ("coins", "rules", "1", "2", "3"),
    ("papers", "run", "nothing"),
    ("solve", "gomoku", "", "--by", "nothing"),
    ("solve", "gomoku", "", "--nodes", "x"),
    ("solve", "gomoku"),
    ("review", "none.sgf"),
    ("check", "none.cert"),
    ("exam", "--game", "nogame"),
    ("puzzles", "show", "aa", "--from", "none.db"),
    ("play", "gomoku", "--nonsense"),
    ("nonsense",),
)


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_a_refusal_is_told_in_chinese(
    words: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["kikashi", *words, "--language", "zh-Hant"])
    with pytest.raises(SystemExit) as ended:
        main()
    told = "".join(capsys.readouterr())
    assert ended.value.code in (1, 2)
    assert re.search("[\u4e00-\u9fff]", told), told
    assert not ENGLISH.search(told.replace(str(tmp_path), "")), told
