"""Properties whose values name points: records keep them as cell names, whatever the dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kikashi.records.dialects import Board

AREAS = frozenset(("TR", "SQ", "CR", "MA", "SL", "DD", "VW", "TB", "TW"))
LABELS = frozenset(("LB",))
PAIRS = frozenset(("AR", "LN"))


def to_names(name: str, values: Iterable[str], places: Board) -> tuple[str, ...]:
    """Values of a property as a record keeps them."""
    if name in AREAS:
        # An empty list is a word of its own here: it ends what was dimmed or hidden before.
        return tuple(cell for value in values for cell in (places.area(value) if value else [""]))
    return _each(name, values, places.cell)


def to_points(name: str, values: Iterable[str], places: Board) -> list[str]:
    """Values of a property as the dialect writes them."""
    if name in AREAS:
        return [places.point(value) if value else "" for value in values]
    return list(_each(name, values, places.point))


def _each(name: str, values: Iterable[str], translate: Callable[[str], str]) -> tuple[str, ...]:
    if name in LABELS:
        parts = [value.partition(":") for value in values]
        return tuple(translate(point) + colon + text for point, colon, text in parts)
    if name in PAIRS:
        return tuple(":".join(map(translate, value.split(":"))) for value in values)
    return tuple(values)
