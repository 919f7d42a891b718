"""Nobody outside asks what kind of game it is: a family is known to its own packages alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import kikashi

SOURCE = Path(kikashi.__file__).parent
OWN_PACKAGES = ("law", "games", "stones", "pieces")
"""What is of a family: the law of winning sets, the rooms, and the parts that they share."""
TYPES = re.compile(r"\b(StonePosition|stones_of|WinningSet\w*)\b")
MODULES = re.compile(r"kikashi\.(stones|pieces|law\.winning_set)")


def outside() -> list[Path]:
    return [
        path
        for path in SOURCE.rglob("*.py")
        if "tests" not in path.relative_to(SOURCE).parts
        and path.relative_to(SOURCE).parts[0] not in OWN_PACKAGES
    ]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_no_type_of_a_family_is_named_outside_it() -> None:
    found = outside()
    assert len(found) > 100, "the pattern of this test is wrong"
    assert [str(path) for path in found if TYPES.search(path.read_text("utf-8"))] == []


def test_only_rooms_import_what_a_family_shares() -> None:
    assert [str(path) for path in outside() if any(map(MODULES.match, imported(path)))] == []
