"""The colours of the pictures, by day and by night."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    name: str
    page: str
    ink: str
    """Words on the page."""
    wood: tuple[str, str, str]
    rim: str
    grain: str
    line: str
    letters: str
    """Coordinates on the wood."""
    shadow: float
    """Opacity of shadows."""
    heat: str
    best: str
    arrow: str
    last: str
    win: str


LIGHT = Theme(
    name="light",
    page="#fbf8f2",
    ink="#3b3026",
    wood=("#f0cf96", "#e6bd79", "#dcae66"),
    rim="#b98a47",
    grain="#a8742f",
    line="#5d4424",
    letters="#6b4f2a",
    shadow=0.28,
    heat="#d9480f",
    best="#1b7f4b",
    arrow="#1d5fa8",
    last="#d6336c",
    win="#e8a100",
)

DARK = Theme(
    name="dark",
    page="#1d1a17",
    ink="#e8dfd2",
    wood=("#a97c45", "#966b39", "#85602f"),
    rim="#5c4120",
    grain="#4a3216",
    line="#2d1f0f",
    letters="#2d1f0f",
    shadow=0.45,
    heat="#ff6b35",
    best="#7ff0b2",
    arrow="#8fc7ff",
    last="#ff5c93",
    win="#ffd24d",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

STONES = {
    "black": ("#6e6e74", "#26262a", "#08080a"),
    "white": ("#ffffff", "#f3f0ea", "#cfc9bd"),
    "red": ("#ff9c8a", "#d6402c", "#8c1a10"),
}
"""Light, middle and dark of a stone's gradient, by colour."""

ON_STONE = {"black": "#ffffff", "white": "#16130f", "red": "#ffffff"}
"""Numbers and characters on a stone."""

ACCENTS = {"black": "#101014", "white": "#fffdf8", "red": "#b3261a"}
"""Threats of a side."""
