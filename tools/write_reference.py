"""Writes the reference of the library from its docstrings: build/docs/api.md.

python tools/write_reference.py
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

TARGET = Path("build/docs/api.md")
PACKAGES = ("", "games", "law", "play", "records", "search", "proofs", "drawing", "puzzles", "exam")
"""Those that people program against; the names that each exports are described."""


def described(name: str, thing: object) -> Iterator[str]:
    """One exported name: how it is called, what it says of itself, and its public methods."""
    yield f"### `{name}{signature(thing)}`\n"
    said = inspect.getdoc(thing) if not isinstance(thing, str | int | tuple | dict) else None
    if said:
        yield f"{said}\n"
    if inspect.isclass(thing):
        for key, method in sorted(vars(thing).items()):
            if key.startswith("_") or not inspect.isfunction(method):
                continue
            first = (inspect.getdoc(method) or "").split("\n")[0]
            yield f"- `{key}{signature(method)}` {first}"
        yield ""


def signature(thing: object) -> str:
    """As it is called; nothing for what is not."""
    if not callable(thing):
        return ""
    try:
        return str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""


def page() -> str:
    """The whole reference."""
    lines = ["# The library\n"]
    for package in PACKAGES:
        module = importlib.import_module(f"kikashi.{package}".rstrip("."))
        lines += [f"## `{module.__name__}`\n", f"{inspect.getdoc(module)}\n"]
        for name in sorted(module.__all__):
            thing = getattr(module, name)
            if not inspect.ismodule(thing):
                lines += described(name, thing)
    return "\n".join(lines)


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
    print(TARGET)
