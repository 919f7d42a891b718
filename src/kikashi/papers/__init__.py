"""Published tables again: one module each, found and never listed. Each has ID, TITLE and run."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import Any

from kikashi import games
from kikashi.papers.contract import Answer, Entry, PaperError, Settings, Table

ENTRY = re.compile(r"paper\d+_\w+")


def entries() -> tuple[Entry, ...]:
    """Everything that can be repeated, in the order of its id: here, and in the rooms."""
    found: list[Any] = []
    places = {__name__: tuple(module.name for module in pkgutil.iter_modules(__path__))}
    places |= {f"{games.__name__}.{game}": games.modules(game) for game in games.folders()}
    for package, modules in places.items():
        for name in modules:
            if ENTRY.fullmatch(name):
                found.append(importlib.import_module(f"{package}.{name}"))
    return tuple(sorted(found, key=lambda entry: str(entry.ID)))


def entry(name: str) -> Entry:
    """One of them; PaperError names them all."""
    for found in entries():
        if name == found.ID:
            return found
    known = ", ".join(found.ID for found in entries())
    raise PaperError(f"there is nothing called {name!r} to repeat; there is: {known}")


__all__ = ["Answer", "Entry", "PaperError", "Settings", "Table", "entries", "entry"]
