"""Small plots as SVG text, self-contained: what a table of numbers looks like."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

COLOURS = ("#8a8a8a", "#1f6fb2", "#c2571a")
WIDE, HIGH, GAP = 44, 200, 10
LEFT, TOP = 40, 24


def bars(series: Mapping[str, Mapping[str, float]], title: str, unit: str = "") -> str:
    """A bar plot: a group for each label, a bar for each series, the largest value at the side."""
    labels = list(dict.fromkeys(label for values in series.values() for label in values))
    top = max((value for values in series.values() for value in values.values()), default=0) or 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'width="{max(WIDE * len(labels), 120 * len(series)) + 60}" height="{HIGH + 60}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    bar = (WIDE - GAP) / max(len(series), 1)
    for s, (name, values) in enumerate(series.items()):
        fill = COLOURS[s % len(COLOURS)]
        parts.append(f'<text x="{LEFT + 120 * s}" y="14" fill="{fill}">{escape(name)}</text>')
        for i, label in enumerate(labels):
            tall = HIGH * values.get(label, 0) / top
            x, y = LEFT + WIDE * i + bar * s, TOP + HIGH - tall
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{bar:.1f}" height="{tall:.1f}" '
                f'fill="{fill}"><title>{escape(f"{name}, {label}: {values.get(label, 0):g}{unit}")}'
                "</title></rect>"
            )
    for i, label in enumerate(labels):
        x = LEFT + WIDE * i + (WIDE - GAP) / 2
        parts.append(
            f'<text x="{x:.1f}" y="{HIGH + 42}" text-anchor="middle">{escape(label)}</text>'
        )
    parts.append(f'<text x="4" y="30">{top:.0f}{escape(unit)}</text></svg>')
    return "".join(parts)
