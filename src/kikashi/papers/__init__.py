"""Published tables again: one module each, found and never listed. Each has ID, TITLE and run."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from kikashi.papers.contract import Answer, Entry, PaperError, Settings, Table


def entries() -> tuple[Entry, ...]:
    """Everything that can be repeated, in the order of its id."""
    found: list[Any] = []
    for module in pkgutil.iter_modules(__path__):
        if module.name.startswith("paper"):
            found.append(importlib.import_module(f"{__name__}.{module.name}"))
    return tuple(sorted(found, key=lambda entry: str(entry.ID)))


def entry(name: str) -> Entry:
    """One of them; PaperError names them all."""
    for found in entries():
        if name == found.ID:
            return found
    known = ", ".join(found.ID for found in entries())
    raise PaperError(f"there is nothing called {name!r} to repeat; there is: {known}")


__all__ = ["Answer", "Entry", "PaperError", "Settings", "Table", "entries", "entry"]
