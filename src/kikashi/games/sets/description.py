"""The JSON text that describes a game of winning sets: read, bounded, checked, made canonical.

The text is hostile input: it travels in certificates and tasks. Every number is bounded before
it is used, and the canonical text of a description depends on its meaning alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kikashi.law.contract import MAX_CELLS
from kikashi.law.winning_sets import COLOURS, MAX_SET_SIZE, MAX_SETS, MAX_STONES

MAX_BYTES = 1_000_000
MAX_NAME = 60
MAX_COORDINATE = 1000
MAX_SYMMETRIES = 400
"""Of the whole group; the automorphisms of the Fano plane are 168."""
MAX_SYMMETRY_WORK = 4_000_000
"""Cells of sets, times symmetries: what checking them costs."""

CELL = re.compile(r"[a-z0-9]{1,8}")
FIELDS = ("name", "cells", "coordinates", "sets", "stones", "first", "players", "symmetries")
REQUIRED = ("name", "cells", "coordinates", "sets")

Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Description:
    """What the file says; `symmetries` generate the group of all symmetries."""

    name: str
    cells: tuple[str, ...]
    coordinates: tuple[tuple[int, ...], ...]
    sets: tuple[tuple[int, ...], ...]
    stones: int
    first: int
    players: int
    symmetries: tuple[Permutation, ...]

    def canonical(self) -> str:
        """One line of JSON: the same for every way to write the same game on these cells."""
        names = self.cells
        fields = {
            "name": self.name,
            "cells": names,
            "coordinates": self.coordinates,
            "sets": [[names[cell] for cell in cells] for cells in self.sets],
            "stones": self.stones,
            "first": self.first,
            "players": self.players,
            "symmetries": [[names[cell] for cell in images] for images in self.symmetries],
        }
        return json.dumps(fields, ensure_ascii=True, separators=(",", ":"))


def read(text: str) -> Description:
    """Reads a description; ValueError says in a sentence what is wrong and where."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise ValueError(f"a description has at most {MAX_BYTES} bytes")
    fields = _fields(text)
    name = fields["name"]
    if not (isinstance(name, str) and 1 <= len(name) <= MAX_NAME and name.isprintable()):
        raise ValueError(f"'name' must be a printable text of 1 to {MAX_NAME} characters")
    cells = _cells(fields["cells"])
    index = {cell: number for number, cell in enumerate(cells)}
    coordinates = _coordinates(fields["coordinates"], len(cells))
    sets = _sets(fields["sets"], index)
    generators = _symmetries(fields.get("symmetries", []), index)
    described = Description(
        name=name,
        cells=cells,
        coordinates=coordinates,
        sets=sets,
        stones=_number(fields, "stones", 1, 1, MAX_STONES),
        first=_number(fields, "first", 1, 1, MAX_STONES),
        players=_number(fields, "players", 2, 2, len(COLOURS)),
        symmetries=generators,
    )
    _keep_sets(described)
    return described


def group(generators: Sequence[Permutation], count: int) -> tuple[Permutation, ...]:
    """All symmetries that follow from the given ones, the identity first."""
    identity = tuple(range(count))
    found = {identity: None}
    used: list[Permutation] = []
    for extra in generators:
        if extra in found:
            continue  # it follows from those before it
        used.append(extra)
        waiting = list(found)
        while waiting:
            one = waiting.pop()
            for other in used:
                both = tuple(other[cell] for cell in one)
                if both not in found:
                    if len(found) == MAX_SYMMETRIES:
                        raise ValueError(f"the symmetries make more than {MAX_SYMMETRIES} together")
                    found[both] = None
                    waiting.append(both)
    return (identity, *sorted(p for p in found if p != identity))


def _fields(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text, object_pairs_hook=_no_field_twice)
    except json.JSONDecodeError as why:
        place = f"line {why.lineno}, column {why.colno}"
        raise ValueError(f"the description is not JSON ({place}: {why.msg})") from None
    except RecursionError:
        raise ValueError("the description is nested too deeply") from None
    if not isinstance(fields, dict):
        raise ValueError('the description must be a JSON object: {"name": ...}')
    for name in fields:
        if name not in FIELDS:
            known = ", ".join(FIELDS)
            raise ValueError(f"{name[:20]!r} is no field of a description (these are: {known})")
    for name in REQUIRED:
        if name not in fields:
            raise ValueError(f"the description lacks the field {name!r}")
    return fields


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field stands twice in the description")
    return fields


def _number(fields: dict[str, Any], name: str, default: int, least: int, most: int) -> int:
    value = fields.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name!r} must be a whole number from {least} to {most}")
    return value


def _cells(value: Any) -> tuple[str, ...]:
    if not (isinstance(value, list) and 1 <= len(value) <= MAX_CELLS):
        raise ValueError(f"'cells' must be a list of 1 to {MAX_CELLS} names")
    for name in value:
        if not isinstance(name, str) or not CELL.fullmatch(name) or name == "setup":
            raise ValueError(
                "the name of a cell has 1 to 8 small letters and digits and is not 'setup'; "
                f"{str(name)[:20]!r} is none"
            )
    if len(set(value)) != len(value):
        raise ValueError("two cells have one name")
    return tuple(value)


def _coordinates(value: Any, count: int) -> tuple[tuple[int, ...], ...]:
    if not (isinstance(value, list) and len(value) == count):
        raise ValueError(f"'coordinates' must be a list with one place for each of {count} cells")
    places = []
    for place in value:
        if not (
            isinstance(place, list)
            and len(place) in (2, 3)
            and len(place) == len(value[0])
            and all(type(a) is int and 0 <= a <= MAX_COORDINATE for a in place)
        ):
            raise ValueError(
                f"a place has 2 (or everywhere 3) whole numbers from 0 to {MAX_COORDINATE}; "
                f"{str(place)[:20]} has not"
            )
        places.append(tuple(place))
    if len(set(places)) != count:
        raise ValueError("two cells lie in one place")
    return tuple(places)


def _sets(value: Any, index: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    if not (isinstance(value, list) and 1 <= len(value) <= MAX_SETS):
        raise ValueError(f"'sets' must be a list of 1 to {MAX_SETS} winning sets")
    sets = []
    for number, names in enumerate(value, start=1):
        if not (isinstance(names, list) and 1 <= len(names) <= MAX_SET_SIZE):
            raise ValueError(f"winning set {number} must be a list of 1 to {MAX_SET_SIZE} cells")
        cells = sorted(_cell(name, index, f"winning set {number}") for name in names)
        if len(set(cells)) != len(cells):
            raise ValueError(f"winning set {number} names a cell twice")
        sets.append(tuple(cells))
    if len(set(sets)) != len(sets):
        raise ValueError("a winning set is listed twice")
    return tuple(sorted(sets))


def _symmetries(value: Any, index: dict[str, int]) -> tuple[Permutation, ...]:
    if not (isinstance(value, list) and len(value) <= MAX_SYMMETRIES):
        raise ValueError(f"'symmetries' must be a list of at most {MAX_SYMMETRIES}")
    found = set()
    for number, names in enumerate(value, start=1):
        where = f"symmetry {number}"
        if not (isinstance(names, list) and len(names) == len(index)):
            raise ValueError(f"{where} must name, for every cell in order, where it goes")
        images = tuple(_cell(name, index, where) for name in names)
        if len(set(images)) != len(images):
            raise ValueError(f"{where} sends two cells to one")
        found.add(images)
    return tuple(sorted(found - {tuple(range(len(index)))}))


def _cell(name: Any, index: dict[str, int], where: str) -> int:
    if not isinstance(name, str) or name not in index:
        raise ValueError(f"{where} names {str(name)[:20]!r}, which is no cell")
    return index[name]


def _keep_sets(described: Description) -> None:
    """Refuses symmetries that change the game, before the group is closed and used."""
    work = sum(map(len, described.sets))
    everything = group(described.symmetries, len(described.cells))
    if work * len(everything) > MAX_SYMMETRY_WORK:
        raise ValueError("so many symmetries of so many winning sets are too much to check")
    known = set(described.sets)
    for images in described.symmetries:
        if any(tuple(sorted(images[c] for c in cells)) not in known for cells in described.sets):
            raise ValueError("a symmetry must map winning sets to winning sets")
