"""Replays a proof file of the coin problem. Plain integers, and no line shared with the prover.

What a file claims. For the coin a and the class (r, s), with gcd(a, r, s) = 1: whatever positive
b = r and c = s modulo a are, the largest amount that a, b and c cannot pay is g = xb + yc - a, for
the rule (x, y) in whose cone the ratio b/c lies. The cones follow one another from 0 to infinity
without a gap: a row says only where its rule ends.

What is checked of each rule, with the L-shape W x H without a corner of w x h:

  Solvable: from g + 1 on, every amount can be paid.
    1. W coins b have the residue of h coins c, and H coins c the residue of w coins b.
    2. On both rays that bound the cone, W b >= h c and H c >= w b. Both are linear, so they hold on
       the whole cone: neither exchange ever costs more, nor do both together.
    3. On both rays, xb + yc is at least the cost of the two outer corners of the L.
    A payment outside the L allows an exchange (x >= W, or y >= H, or both x >= W - w and
    y >= H - h), and exchanges come to an end: for weights strictly inside W : h and w : H, which
    exist because WH > wh, each makes the payment lighter. So every residue is reached inside the L,
    at no more than xb + yc; and larger amounts of the residue by coins a.

  Unsolvable: g itself cannot be paid.
    4. (x, y) is a cell of the L.
    5. The L has WH - wh = a cells. The a residues are all reached inside it, so no two cells share
       one; a payment of the residue of (x, y) is exchanged into (x, y) itself without costing more,
       so it costs at least xb + yc, which is more than g.

What is checked of the whole: the counts of the header, and for a claim on every class that each
pair (r, s) with gcd(a, r, s) = 1 is a unit times a class that was proved: both have the same
exchanges, so both have the same rules.

The file may be hostile: sizes and counts are capped, nothing recurses, every number must be a plain
integer, and unknown or doubled fields are refused.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from math import gcd
from pathlib import Path
from typing import BinaryIO, NamedTuple

CHECKS = "coins-proof"

MOST_BYTES = 1 << 30
MOST_LINE = 1 << 25
MOST_RULES = 1 << 25
MOST_DIGITS = 1000
MOST_A_WITH_EVERY_CLASS = 5000
MOST_A_WITH_EACH_RESIDUE = 1_000_000

_TOO_LARGE = 10**MOST_DIGITS
_ROW = ("x", "y", "wide", "tall", "notch_wide", "notch_tall", "over", "under")


class _Claim(NamedTuple):
    """Every class of the coins `first` to `last`, or the one class `only` of `first`."""

    first: int
    last: int
    only: tuple[int, int] | None

    def __str__(self) -> str:
        if self.only is not None:
            return f"the class r = {self.only[0]}, s = {self.only[1]} of a = {self.first}"
        if self.first == self.last:
            return f"every class of a = {self.first}"
        return f"every class of a = {self.first}..{self.last}"


def check_lines(
    lines: Iterable[bytes], claim: str | None = None, *, each_residue: bool = False
) -> str:
    """Says in one sentence what the file proves, or raises `ValueError` and names what is refused.

    With `claim`, the file must claim exactly that: the part of the sentence before the colon.
    With `each_residue`, the cells of every L are listed too and each residue must occur once, so
    that part 5 rests on nothing but counting; that takes time in proportion to a.
    """
    numbered = enumerate(_capped(lines), start=1)
    first = next(numbered, None)
    if first is None:
        raise ValueError("The file is empty: a proof begins with a header line.")
    claimed, classes, rules = _header(_object(first[1], 1))
    if claim is not None and claim != str(claimed):
        raise ValueError(f"The file claims '{claimed}', and '{claim}' was asked for.")
    census = _Census(claimed)
    seen_classes = seen_rules = 0
    for number, line in numbered:
        a, r, s, rows = _class_line(_object(line, number), number)
        census.add(a, r, s, number)
        seen_classes += 1
        seen_rules += len(rows)
        if seen_classes > classes or seen_rules > rules:
            raise ValueError(f"Line {number}: more classes or rules than the header announces.")
        if each_residue and a > MOST_A_WITH_EACH_RESIDUE:
            raise ValueError(
                f"Line {number}: residues are listed for a up to {MOST_A_WITH_EACH_RESIDUE} only."
            )
        _check_class((a, r, s), rows, number, each_residue)
    census.finish()
    if (seen_classes, seen_rules) != (classes, rules):
        raise ValueError(
            f"The header announces {classes} classes and {rules} rules, "
            f"and the file holds {seen_classes} and {seen_rules}."
        )
    return (
        f"{claimed}: {rules} rules in {classes} {'class' if classes == 1 else 'classes'}, each "
        f"proved solvable and unsolvable on its cone, the cones covering every ratio b/c without "
        f"a gap"
    )


def check_file(path: str | Path, claim: str | None = None, *, each_residue: bool = False) -> str:
    """As `check_lines`, for a file, plain or compressed with gzip."""
    with Path(path).open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        if not packed:
            return check_lines(_lines(raw), claim, each_residue=each_residue)
        try:
            with gzip.GzipFile(fileobj=raw) as unpacked:
                return check_lines(_lines(unpacked), claim, each_residue=each_residue)
        except (EOFError, OSError, zlib.error) as error:
            raise ValueError(f"The compressed file is damaged: {error}.") from None


def _lines(stream: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    while line := stream.readline(MOST_LINE + 1):
        yield line


def _capped(lines: Iterable[bytes]) -> Iterator[bytes]:
    left = MOST_BYTES
    for number, line in enumerate(lines, start=1):
        left -= len(line)
        if len(line) > MOST_LINE:
            raise ValueError(f"Line {number}: longer than the {MOST_LINE} bytes allowed.")
        if left < 0:
            raise ValueError(f"Line {number}: the file is larger than {MOST_BYTES} bytes.")
        yield line


def _no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field is given twice")
    return fields


def _object(line: bytes, number: int) -> dict[str, object]:
    try:
        value = json.loads(line, object_pairs_hook=_no_doubles)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"Line {number}: not a line of JSON ({error}).") from None
    if not isinstance(value, dict):
        raise ValueError(f"Line {number}: an object was expected.")
    return value


def _natural(value: object, what: str) -> int:
    # To Python a bool is an int and 1.0 equals 1: only the plain type will do.
    if type(value) is not int or value < 0:
        raise ValueError(f"{what} must be a whole number from 0 on.")
    if value >= _TOO_LARGE:
        raise ValueError(f"{what} has more than {MOST_DIGITS} digits.")
    return value


def _header(fields: dict[str, object]) -> tuple[_Claim, int, int]:
    if fields.get("kikashi") != CHECKS or type(fields.get("version")) is not int:
        raise ValueError(f"Line 1: not the header of a '{CHECKS}' file.")
    if fields["version"] != 1:
        raise ValueError(f"Line 1: version {fields['version']} is not known here, only 1.")
    if set(fields) - {"index"} != {"kikashi", "version", "claim", "classes", "rules"}:
        raise ValueError("Line 1: the header must have claim, classes, rules, and may have index.")
    classes = _natural(fields["classes"], "Line 1: classes")
    rules = _natural(fields["rules"], "Line 1: rules")
    if rules > MOST_RULES:
        raise ValueError(f"Line 1: {rules} rules are more than the {MOST_RULES} allowed.")
    claim = fields["claim"]
    if not isinstance(claim, dict):
        raise ValueError("Line 1: the claim must be an object.")
    numbers = {name: _natural(value, f"Line 1: {name}") for name, value in claim.items()}
    if set(numbers) == {"a", "r", "s"}:
        if numbers["a"] < 2:
            raise ValueError("Line 1: a must be at least 2.")
        only = (numbers["r"], numbers["s"])
        return _Claim(numbers["a"], numbers["a"], only), classes, rules
    if set(numbers) == {"from", "to"}:
        if not 2 <= numbers["from"] <= numbers["to"] <= MOST_A_WITH_EVERY_CLASS:
            raise ValueError(
                f"Line 1: a claim on every class runs from 2 or more to {MOST_A_WITH_EVERY_CLASS} "
                f"or less, in that order."
            )
        return _Claim(numbers["from"], numbers["to"], None), classes, rules
    raise ValueError("Line 1: the claim must name a, r and s, or from and to.")


def _class_line(fields: dict[str, object], number: int) -> tuple[int, int, int, list[object]]:
    if set(fields) != {"a", "class", "rules"}:
        raise ValueError(f"Line {number}: a class must have a, class and rules, and no more.")
    a = _natural(fields["a"], f"Line {number}: a")
    pair, rows = fields["class"], fields["rules"]
    if not isinstance(pair, list) or len(pair) != 2 or not isinstance(rows, list):
        raise ValueError(f"Line {number}: a class must name r and s and list its rules.")
    r = _natural(pair[0], f"Line {number}: r")
    s = _natural(pair[1], f"Line {number}: s")
    if not (1 <= r < a and 1 <= s < a and gcd(a, r, s) == 1):
        raise ValueError(
            f"Line {number}: r and s must lie between 1 and a - 1, with gcd(a, r, s) = 1."
        )
    return a, r, s, rows


class _Census:
    """Keeps the classes that were proved, and refuses a claim with one missing."""

    def __init__(self, claim: _Claim) -> None:
        self._claim = claim
        self._a = claim.first
        self._done = False
        self._begin(claim.first)

    def _begin(self, a: int) -> None:
        self._a = a
        if self._claim.only is None:
            self._seen = bytearray(a * a)
            self._units = [unit for unit in range(1, a) if gcd(a, unit) == 1]

    def add(self, a: int, r: int, s: int, number: int) -> None:
        if self._claim.only is not None:
            if self._done or a != self._a or (r, s) != self._claim.only:
                raise ValueError(f"Line {number}: this class is not the one claimed.")
            self._done = True
            return
        if a == self._a + 1 and a <= self._claim.last:
            self._require_all()
            self._begin(a)
        if a != self._a:
            raise ValueError(f"Line {number}: a = {a} is not expected here, after {self._a}.")
        if self._seen[r * a + s]:
            raise ValueError(f"Line {number}: the class r = {r}, s = {s} was proved before.")
        for unit in self._units:
            self._seen[unit * r % a * a + unit * s % a] = 1

    def finish(self) -> None:
        if self._claim.only is None:
            self._require_all()
            self._done = self._a == self._claim.last
        if not self._done:
            raise ValueError(f"The file ends before all of '{self._claim}' is proved.")

    def _require_all(self) -> None:
        a = self._a
        for r in range(1, a):
            common = gcd(a, r)
            row = self._seen[r * a : r * a + a]
            place = row.find(0, 1)
            while place != -1:
                if gcd(common, place) == 1:
                    raise ValueError(f"The class r = {r}, s = {place} of a = {a} is not proved.")
                place = row.find(0, place + 1)


def _check_class(
    of: tuple[int, int, int], rows: list[object], number: int, each_residue: bool
) -> None:
    low = (0, 1)
    for place, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != len(_ROW):
            raise ValueError(f"Line {number}, rule {place}: {len(_ROW)} numbers were expected.")
        for value, name in zip(row, _ROW, strict=True):
            if type(value) is not int or not 0 <= value < _TOO_LARGE:
                _natural(value, f"Line {number}, rule {place}: {name}")
        high = (row[6], row[7])
        fault = _fault(of, low, high, row)
        if fault is None and each_residue:
            fault = _residue_fault(of, row)
        if fault is not None:
            raise ValueError(f"Line {number}, rule {place}: {fault}.")
        low = high
    if low != (1, 0):
        raise ValueError(f"Line {number}: the last rule must end at infinity, written 1 over 0.")


def _fault(
    of: tuple[int, int, int], low: tuple[int, int], high: tuple[int, int], row: list[int]
) -> str | None:
    a, r, s = of
    x, y, wide, tall, notch_wide, notch_tall, _, _ = row
    if gcd(*high) != 1 or low[0] * high[1] >= high[0] * low[1]:
        return "its end must be a ratio in lowest terms beyond the end of the rule before it"
    if notch_wide >= wide or notch_tall >= tall:
        return "the notch must be smaller than the rectangle"
    if (wide * r - notch_tall * s) % a:
        return "solvable: the exchange of coins b for coins c changes the residue"
    if (tall * s - notch_wide * r) % a:
        return "solvable: the exchange of coins c for coins b changes the residue"
    for b, c in (low, high):
        if wide * b < notch_tall * c or tall * c < notch_wide * b:
            return "solvable: an exchange costs more at a border of the cone"
        dearest = x * b + y * c
        if dearest < (wide - 1) * b + (tall - notch_tall - 1) * c:
            return "solvable: the right corner of the L costs more than (x, y)"
        if dearest < (wide - notch_wide - 1) * b + (tall - 1) * c:
            return "solvable: the upper corner of the L costs more than (x, y)"
    if x >= wide or y >= tall or (x >= wide - notch_wide and y >= tall - notch_tall):
        return "unsolvable: (x, y) is not a cell of the L"
    if wide * tall - notch_wide * notch_tall != a:
        return "unsolvable: the L does not have as many cells as there are residues"
    return None


def _residue_fault(of: tuple[int, int, int], row: list[int]) -> str | None:
    a, r, s = of
    _, _, wide, tall, notch_wide, notch_tall, _, _ = row
    seen = bytearray(a)
    for y in range(tall):
        width = wide if y < tall - notch_tall else wide - notch_wide
        for x in range(width):
            residue = (x * r + y * s) % a
            if seen[residue]:
                return f"unsolvable: two cells of the L have the residue {residue}"
            seen[residue] = 1
    if 0 in seen:
        return f"solvable: no cell of the L has the residue {seen.index(0)}"
    return None
