"""What the source imports is declared, so that an installed wheel can run."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import kikashi

HOUSE = Path(__file__).resolve().parents[2]
SOURCE = Path(kikashi.__file__).parent
IMPORTED_AS = {"fpdf2": "fpdf", "nats_py": "nats", "argon2_cffi": "argon2", "pillow": "PIL"}
"""Packages whose module has another name."""


def declared(*extras: str) -> set[str]:
    """Names of the declared dependencies, as they are imported."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
    wanted: list[str] = list(project["dependencies"])
    left = list(extras)
    while left:
        for text in project["optional-dependencies"][left.pop()]:
            inner = re.fullmatch(r"kikashi\[([\w,]+)\]", text)  # extras may name extras
            if inner:
                left += inner.group(1).split(",")
            else:
                wanted.append(text)
    names = (re.match(r"[\w.-]+", text) for text in wanted)
    found = {name.group().lower().replace("-", "_") for name in names if name}
    return found | {IMPORTED_AS[name] for name in found & set(IMPORTED_AS)}


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
