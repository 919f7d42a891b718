"""What the packages export is written down in exports.txt, so that a change is a readable diff.

To accept a change: KIKASHI_ACCEPT=1 pytest tests/house/test_exports.py
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from pathlib import Path
from types import ModuleType

import kikashi
from kikashi import games

GOLDEN = Path(__file__).with_name("exports.txt")


def packages() -> list[ModuleType]:
    names = sorted(m.name for m in pkgutil.iter_modules(kikashi.__path__) if m.ispkg)
    names += [f"games.{name}" for name in games.folders() if name not in games.room_ids()]
    return [importlib.import_module(f"kikashi.{name}") for name in names]


def test_the_exported_names_are_the_ones_written_down() -> None:
    lines = []
    for package in packages():
        names = getattr(package, "__all__", [])
        lines += [f"{package.__name__}.{name}" for name in sorted(names)]
    text = "\n".join(lines) + "\n"
    if os.environ.get("KIKASHI_ACCEPT"):
        GOLDEN.write_text(text, "utf-8")
    assert GOLDEN.read_text("utf-8").splitlines() == text.splitlines()


def test_exported_names_exist_and_are_public() -> None:
    for package in packages():
        for name in getattr(package, "__all__", []):
            assert hasattr(package, name), f"{package.__name__}.{name}"
            assert not name.startswith("_"), f"{package.__name__}.{name}"


def test_a_room_exports_itself_and_nothing_else() -> None:
    for game in games.room_ids():
        assert importlib.import_module(f"kikashi.games.{game}").__all__ == ["ROOM"], game
