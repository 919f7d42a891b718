"""A table as a heat map with the regions of its rules, as SVG text."""

from __future__ import annotations

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.rules import CoinClass, Ratio, Rule
from kikashi.games.coins.svg import ACCENT, FAINT, INK, PAPER, opening, words
from kikashi.games.coins.table import Table
from kikashi.games.coins.words import Language, say

# Dark to light with rising lightness, so that the order survives in grey and for the colour-blind.
_RAMP = (
    (42, 27, 84),
    (52, 82, 140),
    (32, 132, 140),
    (84, 180, 104),
    (178, 208, 76),
    (250, 230, 110),
)
_MOST_LEGEND = 40
# Numbers inside cells are readable up to about this many cells, and shapes in a browser to that.
_MOST_NUMBERS = 600
MOST_CELLS = 40_000


def require_drawable(rows: int, columns: int) -> None:
    """Refuses a picture that no viewer would open."""
    if rows * columns > MOST_CELLS:
        raise CoinError(
            f"A heat map has at most {MOST_CELLS} cells, and {rows} x {columns} are more."
        )


def heat_map(table: Table, rules: list[Rule], language: Language = "en") -> str:
    """The table, each cell coloured by g + 1, with the borders between the regions of the rules."""
    rows, columns = table.values.shape
    require_drawable(rows, columns)
    cell = max(6, min(40, 900 // max(rows, columns)))
    left, top = 64, 78
    wide, tall = columns * cell, rows * cell
    legend = _legend(table.of, rules, language)
    width = left + wide + 24 + max(200, 7.4 * max(map(len, legend)))
    height = max(top + tall + 30, top + 24 + 19 * len(legend))
    numbers = rows * columns <= _MOST_NUMBERS and cell >= 24
    a, r, s = table.of
    parts = [
        opening(width, height, f"g({a}, {a}k+{r}, {a}m+{s}) + 1"),
        words(left, 28, f"g({a}, {a}k + {r}, {a}m + {s}) + 1", size=18, weight="bold"),
        words(left, 50, say("drawn-table", language), colour=FAINT),
    ]
    low, high = int(table.values.min()), int(table.values.max())
    for down, k in enumerate(table.ks):
        for right, m in enumerate(table.ms):
            value = int(table.values[down, right])
            x, y = left + right * cell, top + down * cell
            share = (value - low) / (high - low) if high > low else 0.5
            parts.append(
                f"<rect x='{x}' y='{y}' width='{cell}' height='{cell}' fill='{_colour(share)}'>"
                f"<title>k={k} m={m}: {value}</title></rect>"
            )
            if numbers:
                ink = PAPER if share < 0.55 else INK
                size = min(cell * 0.42, 1.6 * cell / max(2, len(str(value))))
                middle = (x + cell / 2, y + cell / 2 + size * 0.35)
                parts.append(words(*middle, str(value), size=size, colour=ink, anchor="middle"))
    parts.extend(_headings(table, left, top, cell))
    parts.append(
        f"<clipPath id='cells'>"
        f"<rect x='{left}' y='{top}' width='{wide}' height='{tall}'/></clipPath>"
        f"<g clip-path='url(#cells)' stroke='{ACCENT}' stroke-width='2' fill='none'>"
    )
    for rule in rules[:-1]:
        parts.append(_border(table, rule.high, left, top, cell))
    parts.append("</g>")
    parts += [
        words(left + wide + 24, top + 12 + 19 * at, line, weight="normal" if at else "bold")
        for at, line in enumerate(legend)
    ]
    return "\n".join([*parts, "</svg>\n"])


def _headings(table: Table, left: int, top: int, cell: int) -> list[str]:
    every = max(1, -(-18 // cell))
    size = min(12, max(9, cell * 0.4))
    parts = [
        words(left + (at + 0.5) * cell, top - 8, str(m), size=size, colour=FAINT, anchor="middle")
        for at, m in enumerate(table.ms)
        if at % every == 0
    ]
    parts += [
        words(
            left - 8,
            top + (at + 0.5) * cell + size * 0.35,
            str(k),
            size=size,
            colour=FAINT,
            anchor="end",
        )
        for at, k in enumerate(table.ks)
        if at % every == 0
    ]
    parts.append(words(left - 8, top - 8, "k \\ m", size=size, colour=FAINT, anchor="end"))
    return parts


def _border(table: Table, ratio: Ratio, left: int, top: int, cell: int) -> str:
    """The line under * b = over * c through the centres of the cells it meets."""
    a, r, s = table.of

    def place(k: float, m: float) -> str:
        x = left + (m - table.first_m + 0.5) * cell
        y = top + (k - table.first_k + 0.5) * cell
        return f"{x:.1f} {y:.1f}"

    # Far enough for both ends to lie outside the table, whatever the slope.
    reach = (max(table.ks[-1], table.ms[-1]) + 2) * a * 2 / max(ratio.over, ratio.under)
    far_k, far_m = (ratio.over * reach - r) / a, (ratio.under * reach - s) / a
    return f"<path d='M {place(-r / a, -s / a)} L {place(far_k, far_m)}'/>"


def _legend(of: CoinClass, rules: list[Rule], language: Language) -> list[str]:
    found = [say("drawn-rules", language, count=len(rules))]
    for at, rule in enumerate(rules[:_MOST_LEGEND], start=1):
        lines = ", ".join(map(str, rule.lines(of))) or say("drawn-everywhere", language)
        gaps = {"number": at, "formula": rule.formula(of), "lines": lines}
        found.append(say("drawn-rule", language, **gaps))
    if len(rules) > _MOST_LEGEND:
        found.append(say("drawn-more", language, count=len(rules) - _MOST_LEGEND))
    return found


def _colour(share: float) -> str:
    at = share * (len(_RAMP) - 1)
    below = min(int(at), len(_RAMP) - 2)
    part = at - below
    mixed = (
        round(dark + (light - dark) * part)
        for dark, light in zip(_RAMP[below], _RAMP[below + 1], strict=True)
    )
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
