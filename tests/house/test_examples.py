"""Every example runs by itself and says something; every package of the library has one."""

from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import kikashi

pytestmark = pytest.mark.slow

HOUSE = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((HOUSE / "examples").glob("*.py"))


def packages() -> set[str]:
    """The packages that people import; `cli` is shown by the README."""
    found = {m.name for m in pkgutil.iter_modules(kikashi.__path__) if m.ispkg}
    return found - {"cli"}


def imported(example: Path) -> set[str]:
    """The packages of ours that an example imports."""
    names = set()
    for node in ast.walk(ast.parse(example.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "kikashi":
            names |= {f"kikashi.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.split(".")[1] for name in names if name.startswith("kikashi.")}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs_and_prints_something(example: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert run.stdout.strip()


def test_every_package_has_an_example() -> None:
    shown = set().union(*(imported(example) for example in EXAMPLES))
    assert packages() - shown == set()
