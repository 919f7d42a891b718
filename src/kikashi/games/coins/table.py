"""The paper's tables: rows k, columns m, and in each cell g(a, ak + r, am + s) + 1.

The values come from the round-robin table of residues, done for all cells at once, and not from the
rules: whoever guesses rules from a table must not read them off the answer.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.rules import CoinClass, require_class

# Residues times cells that are held at once: 2**23 machine integers are 64 MiB.
_MOST_AT_ONCE = 1 << 23
MOST_A = 1 << 17
MOST_CELLS = 4_000_000
_SAFE = 1 << 60


@dataclass(frozen=True, slots=True)
class Table:
    """Values of g + 1 for the rows k = first_k, first_k + 1, ... and the columns m likewise."""

    of: CoinClass
    first_k: int
    first_m: int
    values: NDArray[np.int64]

    @property
    def ks(self) -> range:
        """The row headings."""
        return range(self.first_k, self.first_k + self.values.shape[0])

    @property
    def ms(self) -> range:
        """The column headings."""
        return range(self.first_m, self.first_m + self.values.shape[1])

    def rows(self, *, half: bool = False) -> list[list[str]]:
        """The cells as text; with `half`, cells with b > c are blank as in the paper."""
        a, r, s = self.of
        return [
            [
                "" if half and a * k + r > a * m + s else str(int(value))
                for m, value in zip(self.ms, line, strict=True)
            ]
            for k, line in zip(self.ks, self.values, strict=True)
        ]

    def text(self, *, half: bool = False) -> str:
        """The table in columns of equal width."""
        head = ["k\\m", *map(str, self.ms)]
        body = zip(self.ks, self.rows(half=half), strict=True)
        lines = [head, *([str(k), *row] for k, row in body)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def csv(self, *, half: bool = False) -> str:
        """The table as comma-separated values; the first row holds m, the first column k."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["k\\m", *self.ms])
        for k, row in zip(self.ks, self.rows(half=half), strict=True):
            writer.writerow([k, *row])
        return out.getvalue()


def make_table(
    of: CoinClass | Sequence[int],
    rows: int = 10,
    columns: int = 10,
    *,
    first_k: int = 1,
    first_m: int = 1,
) -> Table:
    """The table of a class."""
    known = require_class(*of)
    if rows < 1 or columns < 1 or rows * columns > MOST_CELLS:
        raise CoinError(f"A table has between 1 and {MOST_CELLS} cells, not {rows} x {columns}.")
    if first_k < 0 or first_m < 0:
        raise CoinError("The rows k and the columns m begin at 0 or later.")
    ks, ms = np.divmod(np.arange(rows * columns), columns)
    values = table_values(known, ks + first_k, ms + first_m)
    return Table(known, first_k, first_m, values.reshape(rows, columns))


def table_values(of: CoinClass, ks: NDArray[np.int64], ms: NDArray[np.int64]) -> NDArray[np.int64]:
    """g + 1 for many cells of one class at once, by brute force over the residues."""
    a, r, s = of
    if a > MOST_A:
        raise CoinError(f"Tables are made for a up to {MOST_A}, and {a} is larger.")
    largest = a * (int(max(ks.max(), ms.max())) + 1)
    if a * largest >= _SAFE:
        raise CoinError("The coins of this table are too large for machine integers.")
    found = np.empty(len(ks), dtype=np.int64)
    at_once = max(1, _MOST_AT_ONCE // a)
    for start in range(0, len(ks), at_once):
        part = slice(start, start + at_once)
        found[part] = _dearest(of, a * ks[part] + r, a * ms[part] + s) - a + 1
    return found


def _dearest(of: CoinClass, b: NDArray[np.int64], c: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each pair of coins, the largest of the cheapest amounts over the residues modulo a."""
    a, r, s = of
    cheapest = np.full((a, len(b)), _SAFE, dtype=np.int64)
    cheapest[0] = 0
    place = r
    while place != 0:
        cheapest[place] = cheapest[(place - r) % a] + b
        place = (place + r) % a
    for start in range(gcd(a, s)):
        place = start
        for _ in range(2 * (a // gcd(a, s))):
            before = place
            place = (place + s) % a
            np.minimum(cheapest[place], cheapest[before] + c, out=cheapest[place])
    dearest: NDArray[np.int64] = cheapest.max(axis=0)
    return dearest
