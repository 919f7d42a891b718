"""What the source imports is declared, so that an installed wheel can run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import kikashi
from tests.house.packages import HOUSE, declared

SOURCE = Path(kikashi.__file__).parent


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module.split(".")[0]


def undeclared(paths: list[Path], allowed: set[str]) -> dict[str, str]:
    known = allowed | set(sys.stdlib_module_names) | {"kikashi", "tests", "tools"}
    return {name: str(p) for p in paths for name in imported(p) if name not in known}


def test_the_source_imports_only_declared_dependencies() -> None:
    paths = [path for path in SOURCE.rglob("*.py") if "tests" not in path.parts]
    assert undeclared(paths, declared("all")) == {}


def test_tests_import_only_declared_dependencies() -> None:
    paths = [*(HOUSE / "tests").rglob("*.py"), *SOURCE.rglob("tests/**/*.py")]
    assert undeclared(paths, declared("dev")) == {}


def test_an_undeclared_import_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("import os\nfrom somewhere.far import away\n")
    assert undeclared([path], declared()) == {"somewhere": str(path)}
