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
OPTIONS = ("law/", "stones/provers", "games/")
"""Where a ValueError says what is wrong with an option or a flag: a room tells it to people."""
PROGRAMS = ("games/coins/checker", "games/goclub/no_sooner", "games/banqi/plain_value")
"""Of these nobody but a program hears."""
TYPED = re.compile(r"`[^`]*`|--\w+(?: [A-Z]+)*|\w+(?:-\w+)+")
"""What a reader is to type, which is the same in every language."""
GAP = "x7"
MOST_UNKNOWN = 0.05
"""The share of refusals that may be told by `OTHER` until somebody writes their own sentence."""


def _refusals() -> Iterator[tuple[str, str]]:
    """Every sentence that is raised for people anywhere, its gaps filled."""
    for file in SOURCE.rglob("*.py"):
        if "tests" in file.parts:
            continue
        name = file.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for said in _said(node, name):
                told = _filled(said)
                if told is not None:
                    yield name, told


def _said(node: ast.AST, file: str) -> Iterator[ast.expr]:
    """The sentence that is raised, or that a `_why_not` gives to whoever raises it."""
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        kind = ast.unparse(node.exc.func)
        option = kind == "ValueError" and file.startswith(OPTIONS) and not file.startswith(PROGRAMS)
        if option or kind not in UNHEARD:
            yield from node.exc.args[:1]
    elif isinstance(node, ast.FunctionDef) and node.name.startswith("_why"):
        given = (one.value for one in ast.walk(node) if isinstance(one, ast.Return))
        yield from (value for value in given if value is not None)


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
    if name == "refusal" or "why" in name or name == "error":
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
    ("show", "minishogi", "5e5d"),
    ("show", "xiangqi", "a1a9"),
    ("show", "honeymoon", "foo"),
    ("show", "go", "", "-o", "komi=abc"),
    ("show", "go", "", "-o", "handicap=99"),
    ("show", "banqi", "", "-o", "size=3x3"),
    ("play", "go", "--white", "level:11"),
    ("exam", "nogame"),
    ("studio", "--report", "nowhere"),
    ("perft", "gomoku", "zz", "2"),
    ("go", "review", "none.sgf"),
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
    monkeypatch.setenv("KIKASHI_LANGUAGE", "en")  # the command line sets it
    monkeypatch.setattr(sys, "argv", ["kikashi", *words, "--language", "zh-Hant"])
    with pytest.raises(SystemExit) as ended:
        main()
    told = "".join(capsys.readouterr())
    assert ended.value.code in (1, 2)
    assert re.search("[\u4e00-\u9fff]", told), told
    assert not ENGLISH.search(TYPED.sub("", told.replace(str(tmp_path), ""))), told
    assert OTHER not in told


def test_the_name_of_a_file_with_hyphens_is_no_english_sentence() -> None:
    for name in ("my-very-old-games.sgf", "/home/lin/games-of-the-year/one.sgf"):
        assert in_chinese(f"{name} exists already; choose another name") == (
            f"{name} 已經存在，請換一個檔名"
        )
    assert in_chinese("the cat sat there exists already; choose another name") == OTHER
