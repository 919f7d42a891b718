"""What the project says that it needs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]


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
