"""The number of rules by class and by coin, as SVG text."""

from __future__ import annotations

from math import log10

from kikashi.games.coins.atlas import Atlas
from kikashi.games.coins.questions import expected, mean_rules
from kikashi.games.coins.svg import ACCENT, CALM, FAINT, opening, words
from kikashi.games.coins.words import Language, say

_WIDE, _TALL = 800, 260


def rules_plot(atlas: Atlas, language: Language = "en") -> str:
    """Above: the number of rules of each class of the last a. Below: mean and most rules by a."""
    left = 70
    last = atlas.censuses[-1]
    counts = [(s, last.by_class[1, s]) for s in range(1, last.a)]
    most = 2 * (last.a - 1)
    parts = [
        opening(_WIDE + 100, 720, say("drawn-atlas", language, last=atlas.last)),
        words(left, 30, say("drawn-classes", language, a=last.a), size=16, weight="bold"),
    ]
    upper = _Axes(left, 50, most_x=last.a, most_y=most)
    parts += upper.frame(say("drawn-class-axis", language), say("drawn-count-axis", language))
    radius = max(1.2, min(4.0, 400 / last.a))
    parts += [upper.dot(s, count, radius, CALM) for s, count in counts]
    parts.append(words(left, 390, say("drawn-coins", language), size=16, weight="bold"))
    lower = _Axes(left, 410, most_x=atlas.last, most_y=most)
    parts += lower.frame("a", say("drawn-count-axis", language))
    for census in atlas.censuses:
        parts.append(lower.dot(census.a, max(census.by_class.values()), 1.6, ACCENT))
        parts.append(lower.dot(census.a, mean_rules(census), 1.6, CALM))
    curve = [(a, expected(a)) for a in range(max(3, atlas.first), atlas.last + 1)]
    parts.append(lower.curve(curve, FAINT))
    parts.append(words(left + 160, 390, say("drawn-key", language), colour=FAINT))
    return "\n".join([*parts, "</svg>\n"])


class _Axes:
    """A plot with a plain axis to the right and a logarithmic one upwards."""

    def __init__(self, left: int, top: int, *, most_x: int, most_y: int) -> None:
        self._left, self._top, self._wide, self._tall = left, top, _WIDE, _TALL
        self._most_x = max(1, most_x)
        self._decades = log10(max(10, most_y)) * 1.05

    def _x(self, value: float) -> float:
        return self._left + self._wide * value / self._most_x

    def _y(self, value: float) -> float:
        return self._top + self._tall * (1 - log10(max(1.0, value)) / self._decades)

    def frame(self, below: str, beside: str) -> list[str]:
        bottom = self._top + self._tall
        parts = [
            f"<rect x='{self._left}' y='{self._top}' width='{self._wide}' height='{self._tall}' "
            f"fill='none' stroke='{FAINT}'/>",
            words(
                self._left + self._wide / 2,
                bottom + 34,
                below,
                size=12,
                colour=FAINT,
                anchor="middle",
            ),
            words(self._left - 8, self._top - 6, beside, size=12, colour=FAINT, anchor="end"),
        ]
        for step in range(6):
            value = round(self._most_x * step / 5)
            parts.append(
                words(
                    self._x(value), bottom + 16, str(value), size=11, colour=FAINT, anchor="middle"
                )
            )
        for power in range(int(self._decades) + 1):
            for digit in (1, 2, 5):
                value = digit * 10**power
                if log10(value) <= self._decades:
                    y = self._y(value)
                    parts.append(
                        words(
                            self._left - 8, y + 4, str(value), size=11, colour=FAINT, anchor="end"
                        )
                    )
                    parts.append(
                        f"<path d='M {self._left} {y:.1f} H {self._left + self._wide}' "
                        f"stroke='#e3e6ea' fill='none'/>"
                    )
        return parts

    def dot(self, x: float, y: float, radius: float, colour: str) -> str:
        place = f"cx='{self._x(x):.1f}' cy='{self._y(y):.1f}'"
        return f"<circle {place} r='{radius:.1f}' fill='{colour}'/>"

    def curve(self, points: list[tuple[int, float]], colour: str) -> str:
        path = " ".join(f"{self._x(x):.1f},{self._y(y):.1f}" for x, y in points)
        return f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='1.5'/>"
