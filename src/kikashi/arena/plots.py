"""Small plots as SVG text, for a page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kikashi.arena.statistics import Estimate
from kikashi.drawing.plots import bars as drawn

WIDTH, HEIGHT, LEFT, TOP, FOOT = 640, 240, 56, 28, 24
WIDEST = 800.0
"""Elo: what is beyond leaves the picture."""
BINS = 24


def _frame(title: str, inside: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f'<text x="{LEFT}" y="16" font-weight="bold">{escape(title)}</text>{inside}</svg>'
    )


def elo_over_games(found: Sequence[Estimate], title: str) -> str:
    """The estimate after each game, with its 95% band."""
    if not found:
        return _frame(title, "")
    reach = max(min(WIDEST, abs(e.elo) + e.error) for e in found[len(found) // 4 :]) or 1.0
    right, bottom = WIDTH - 16, HEIGHT - FOOT

    def at(number: int, elo: float) -> str:
        x = LEFT + (right - LEFT) * (number + 1) / len(found)
        inside = max(-reach, min(reach, elo))
        y = TOP + (bottom - TOP) * (reach - inside) / (2 * reach)
        return f"{x:.1f},{y:.1f}"

    upper = [at(n, e.elo + e.error) for n, e in enumerate(found)]
    lower = [at(n, e.elo - e.error) for n, e in enumerate(found)]
    line = " ".join(at(n, e.elo) for n, e in enumerate(found))
    zero = at(0, 0.0).split(",")[1]
    heights = ((value, at(0, value).split(",")[1]) for value in (-reach, 0.0, reach))
    marks = "".join(
        f'<text x="{LEFT - 6}" y="{y}" text-anchor="end">{value:+.0f}</text>'
        for value, y in heights
    )
    return _frame(
        title,
        f'<polygon points="{" ".join([*upper, *reversed(lower)])}" fill="var(--ink)" opacity=".2"/>'
        f'<line x1="{LEFT}" x2="{right}" y1="{zero}" y2="{zero}" stroke="var(--line)"/>'
        f'<polyline points="{line}" fill="none" stroke="var(--ink)" stroke-width="2"/>{marks}'
        f'<text x="{right}" y="{HEIGHT - 6}" text-anchor="end">{len(found)}</text>',
    )


def histogram(values: Sequence[int], title: str) -> str:
    """How many values fall into each of some equal bins."""
    if not values:
        return _frame(title, "")
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // BINS))
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(value - low) // width] += 1
    return bars([(str(low + n * width), count) for n, count in enumerate(counts)], title)


def bars(values: Sequence[tuple[str, int]], title: str) -> str:
    """One bar a value."""
    return drawn({title: dict(values)}, title) if values else _frame(title, "")
