"""Strengths of 3x3 patterns, for playouts."""

from __future__ import annotations

from importlib import resources

from kikashi import _native


def load_strengths() -> None:
    """Takes them as bench/fit_go_patterns.py writes them."""
    file = resources.files(__package__).joinpath("patterns.txt")
    if not file.is_file():
        return
    rows = [line.split() for line in file.read_text("ascii").splitlines() if line[:1] != "#"]
    _native.go_set_strengths([(int(code), float(strength)) for code, strength in rows])
