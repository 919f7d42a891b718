"""Laws and checker never load native code; only the search package and room parts name it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import kikashi

SOURCE = Path(kikashi.__file__).parent
NATIVE = "kikashi._native"

WATCHED = f"""
import importlib, pkgutil, sys
sys.modules[{NATIVE!r}] = None  # any import of it now fails
import kikashi.games, kikashi.law, kikashi.proofs, kikashi.stones.proofs
for package in (kikashi.law, kikashi.proofs, kikashi.stones.proofs):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".tests" not in module.name:
            importlib.import_module(module.name)
for room in kikashi.games.rooms():
    position = room.from_text(room.example)
    assert position.legal_moves() or position.result(), room.id
loaded = sorted(name for name in sys.modules if name.startswith("kikashi."))
print(*loaded)
"""


def imports_native(path: Path) -> bool:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import) and any(a.name.startswith(NATIVE) for a in node.names):
            return True
        if isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
            if any(name == NATIVE or name.startswith(NATIVE + ".") for name in names):
                return True
    return False


def test_laws_rooms_and_checker_work_without_native_code() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WATCHED], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    modules = run.stdout.split()
    loaded = {name.split(".")[1] for name in modules}
    assert loaded <= {"law", "games", "proofs", "stones", "words", "_native"}, loaded
    family = {name.split(".")[2] for name in modules if name.startswith("kikashi.stones.")}
    assert family == {"proofs"}, family


def test_only_search_and_room_parts_import_the_native_module() -> None:
    importers = {
        path.relative_to(SOURCE)
        for path in SOURCE.rglob("*.py")
        if "tests" not in path.parts and imports_native(path)
    }
    assert importers, "nothing imports the native module: the pattern of this test is wrong"
    for path in importers:
        is_part = path.parts[0] == "games" and path.name not in ("__init__.py", "rules.py")
        assert path.parts[0] in ("search", "stones") or is_part, path


def test_a_law_that_imports_native_code_is_noticed(tmp_path: Path) -> None:
    for line in (
        "import kikashi._native",
        "from kikashi import _native",
        "from kikashi._native import Game2",
    ):
        (tmp_path / "law.py").write_text(line)
        assert imports_native(tmp_path / "law.py"), line


def test_no_test_of_a_room_imports_another() -> None:
    """An installed package leaves these folders out: what tests share lies in `tests`."""
    found = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("tests/*.py")
        if re.search(
            r"^(from|import) kikashi[\w.]*\.tests\b", path.read_text("utf-8"), re.MULTILINE
        )
    ]
    assert found == []


def test_what_tests_share_stands_in_no_file_of_tests() -> None:
    """Who imports one gets its tests and fixtures too, and its file is run twice."""
    files = [*Path(__file__).resolve().parents[1].rglob("*.py"), *SOURCE.rglob("tests/*.py")]
    assert len(files) > 200
    shared = re.compile(r"^(?:from|import) tests\.[\w.]*\btest_\w+", re.MULTILINE)
    assert [str(file) for file in files if shared.search(file.read_text("utf-8"))] == []
