"""Bar plots as SVG text, self-contained: what a table of numbers looks like."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import floor, log10

COLOURS = (
    *("#8a8a8a", "#1f6fb2", "#c2571a", "#3f7d4e"),
    *("#8e4fa8", "#b8930f", "#222222", "#d3739c"),
)
"""Two series of one plot never look alike: more than these are refused."""
BAR, GAP, HIGH = 16, 12, 220
LEFT, TOP, LEGEND = 74, 20, 18
LETTER = 6.6
"""About the width of a letter, in pixels: labels that would touch are turned."""


def bars(
    series: Mapping[str, Mapping[str, float]], title: str, across: str = "", upward: str = ""
) -> str:
    """A group of bars for each label, a bar for each series; `across` and `upward` name the axes.

    `upward` says the unit too: 'games won, per cent', 'nodes'.
    """
    if len(series) > len(COLOURS):
        raise ValueError(f"a plot has at most {len(COLOURS)} series, not {len(series)}")
    labels = list(dict.fromkeys(label for values in series.values() for label in values))
    most = max((value for values in series.values() for value in values.values()), default=0) or 1
    step = _step(most)
    top = step * -(-most // step)
    # Few groups are set as far apart as title and legend leave room for.
    needed = LETTER * max(map(len, (*series, title)))
    group = max(BAR * max(len(series), 1) + GAP, (needed - GAP) / max(len(labels), 1))
    longest = max((len(label) for label in labels), default=0)
    turned = longest * LETTER > group - 2
    aside = (group - GAP - BAR * len(series)) / 2
    foot = 26 + (longest * LETTER if turned else 12)
    begin = TOP + LEGEND * len(series)
    wide = LEFT + max(group * len(labels) + GAP, needed)
    tall = begin + HIGH + foot + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{wide:.0f}" '
        f'height="{tall:.0f}" viewBox="0 0 {wide:.0f} {tall:.0f}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]

    def height(value: float) -> float:
        return HIGH * value / top

    for tick in range(round(top / step) + 1):
        y = begin + HIGH - height(tick * step)
        parts.append(
            f'<line x1="{LEFT}" x2="{wide:.0f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick * step:,.10g}</text>'
        )
    for s, (name, values) in enumerate(series.items()):
        fill = COLOURS[s]
        y = TOP + LEGEND * s
        parts.append(
            f'<rect x="{LEFT}" y="{y - 10}" width="10" height="10" fill="{fill}"/>'
            f'<text x="{LEFT + 16}" y="{y}">{escape(name)}</text>'
        )
        for i, label in enumerate(labels):
            if label not in values:
                continue
            tall_bar = height(values[label])
            x, bar_top = LEFT + GAP + group * i + aside + BAR * s, begin + HIGH - tall_bar
            said = escape(f"{name}, {label}: {values[label]:,.6g}")
            parts.append(
                f'<rect x="{x:.1f}" y="{bar_top:.1f}" width="{BAR - 2}" height="{tall_bar:.1f}" '
                f'fill="{fill}"><title>{said}</title></rect>'
            )
    for i, label in enumerate(labels):
        mid, under = LEFT + GAP + group * i + (group - GAP) / 2, begin + HIGH + 16
        how = (
            f'text-anchor="end" transform="rotate(-90 {mid + 4:.1f} {under - 6:.1f})" '
            f'x="{mid + 4:.1f}" y="{under - 6:.1f}"'
            if turned
            else f'text-anchor="middle" x="{mid:.1f}" y="{under}"'
        )
        parts.append(f"<text {how}>{escape(label)}</text>")
    middle = begin + HIGH / 2
    parts.append(
        f'<text x="{LEFT + group * len(labels) / 2:.1f}" y="{tall - 8:.0f}" text-anchor="middle">'
        f"{escape(across)}</text>"
        f'<text x="14" y="{middle:.0f}" text-anchor="middle" '
        f'transform="rotate(-90 14 {middle:.0f})">{escape(upward)}</text></svg>'
    )
    return "".join(parts)


def _step(most: float) -> float:
    """Four or more round steps up to `most`: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(most / 4))
    return max(power * n for n in (1, 2, 5) if power * n <= most / 4)
