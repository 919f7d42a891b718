"""Whatever the server refuses has a Chinese sentence on the page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import kikashi

HOUSE = Path(__file__).resolve().parents[2]
STUDIO = Path(kikashi.__file__).parent / "studio"
RAISED = {"Refusal": 1, "response": 1, "JobFailure": 0, "_failure": 0}
"""Calls that bring a code, and where it stands among their arguments."""


def codes() -> set[str]:
    found = set()
    for path in STUDIO.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at = RAISED.get(name)
            if at is None or len(node.args) <= at:
                continue
            code = node.args[at]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                found.add(code.value)
    return found


def test_every_code_of_a_refusal_has_words_in_the_page() -> None:
    page = (HOUSE / "web/src/lib/words/refusals.ts").read_text("utf-8")
    known = set(re.findall(r'"code\.([a-z-]+)"', page))
    assert len(codes()) > 25
    assert codes() - known == set()
