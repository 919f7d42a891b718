"""A game is one folder: no list names the games, and a new folder is found by everything."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kikashi
from kikashi.games import room_ids

pytestmark = pytest.mark.thorough

HOUSE = Path(__file__).resolve().parents[2]
SOURCE = Path(kikashi.__file__).parent

TOYS = HOUSE / "tests/rooms"


def command(*arguments: str) -> str:
    run = subprocess.run(
        [Path(sys.executable).with_name("kikashi"), *arguments],
        env=os.environ | {"KIKASHI_ROOMS": str(TOYS), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_a_new_folder_is_listed_by_the_command_line() -> None:
    listed = command("games", "--json")
    assert '"tictactoe"' in listed
    assert "井字棋" in listed or "\\u4e95\\u5b57\\u68cb" in listed


def test_a_new_folder_can_be_shown_and_drawn(tmp_path: Path) -> None:
    shown = json.loads(command("show", "tictactoe", "b2 a1 c3 c1 a3", "--json"))
    assert "tictactoe" in json.dumps(shown)
    picture = tmp_path / "board.svg"
    command("show", "tictactoe", "b2 a1 c3", "--svg", str(picture))
    assert picture.read_text("utf-8").lstrip().startswith("<svg")


def test_a_new_folder_brings_pages_of_its_own() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from kikashi.games import room; print(*room('tictactoe').pages())"],
        env=os.environ | {"KIKASHI_ROOMS": str(TOYS)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["1-corners"]


def test_a_new_folder_brings_verbs_of_its_own() -> None:
    assert command("tictactoe", "corners").split() == ["a1", "c1", "a3", "c3"]
    assert "tictactoe" in command("--help")


@pytest.mark.native
def test_a_new_folder_is_counted_by_its_twin() -> None:
    """9 x 8 x 7 x 6 x 5 sequences: nobody can have won before the fifth stone lies."""
    counted = command("perft", "tictactoe", "", "5")
    assert re.search(r"15[, ]?120", counted), counted


def games_in_one_literal(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Lists, tuples, sets and dicts that hold two or more ids of games."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            items = node.elts
        elif isinstance(node, ast.Dict):
            items = [key for key in node.keys if key is not None]
        else:
            continue
        texts = [i.value for i in items if isinstance(i, ast.Constant)]
        named = [text for text in texts if text in room_ids()]
        if len(named) > 1:
            yield node.lineno, [str(text) for text in named]


def test_no_list_in_the_source_names_the_games() -> None:
    for path in SOURCE.rglob("*.py"):
        inside = path.relative_to(SOURCE)
        if "tests" in inside.parts or (inside.parts[0] == "games" and len(inside.parts) > 2):
            continue  # a room may name itself, and a test may choose
        assert list(games_in_one_literal(path)) == [], path


@pytest.mark.parametrize("name", ["Makefile", "CMakeLists.txt", "pyproject.toml", ".ci/run"])
def test_no_build_file_names_a_game(name: str) -> None:
    paths = re.findall(r"games/(\w+)", (HOUSE / name).read_text("utf-8"))
    assert [path for path in paths if path in room_ids()] == []
    modules = re.findall(r"games\.(\w+)", (HOUSE / name).read_text("utf-8"))
    assert [module for module in modules if module in room_ids()] == []


def test_a_list_of_games_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "menu.py"
    path.write_text(f"GAMES = {list(room_ids()[:2])!r}\n")
    assert list(games_in_one_literal(path)) == [(1, list(room_ids()[:2]))]
