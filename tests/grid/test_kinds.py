"""What every kind of task says about its payloads and values, so that strangers' ones are read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from kikashi.games.mahjong.tasks import play
from kikashi.grid.contract import TaskError
from kikashi.grid.kinds import Kind, kind_of, kinds, load_kinds
from kikashi.law import GameError

load_kinds()
OFFERED = [
    kind for kind in kinds() if kind.cost is None and kind.work.__module__.startswith("kikashi.")
]
"""What PCs of a grid offer; other tests of the same process bring kinds of their own."""


@pytest.mark.parametrize("kind", OFFERED, ids=lambda kind: kind.name)
def test_payloads_and_values_of_strangers_have_a_type(kind: Kind) -> None:
    assert kind.payload is not None
    assert kind.value is not None


def fractions(of: inspect.Type) -> Iterator[inspect.FloatType]:
    """Every number with a fraction in a type."""
    if isinstance(of, inspect.FloatType):
        yield of
    for field in getattr(of, "fields", ()):
        yield from fractions(field.type)
    for name in ("item_type", "key_type", "value_type"):
        inner = getattr(of, name, None)
        if isinstance(inner, inspect.Type):
            yield from fractions(inner)
    for name in ("types", "item_types"):
        for inner in getattr(of, name, ()):
            yield from fractions(inner)


@pytest.mark.parametrize("kind", OFFERED, ids=lambda kind: kind.name)
def test_a_value_brings_no_number_that_is_none(kind: Kind) -> None:
    """Both bounds: without them NaN and infinity pass, and take every sum with them."""
    for number in fractions(inspect.type_info(kind.value)):
        assert (number.ge, number.gt) != (None, None)
        assert (number.le, number.lt) != (None, None)


ASKED = {"a": "random", "b": "fastest", "seed": 3, "walls": 2, "seating": "one"}


@pytest.mark.native
@pytest.mark.parametrize(
    "change, why",
    [
        ({"mean": math.nan}, "mean"),
        ({"interval": math.inf}, "interval"),
        ({"wins": 1.5}, "wins"),
        ({"words": "more"}, "words"),
        ({"walls": 500}, "not of the walls"),
        ({"deals": 4}, "not of the walls"),
    ],
)
def test_a_score_of_mahjong_is_read_before_anybody_believes_it(
    change: dict[str, Any], why: str
) -> None:
    kind = kind_of("mahjong-match")
    honest = play(ASKED, lambda *_: True)
    assert kind.judge is not None
    assert kind.judge(ASKED, kind.unpacked_value(kind.packed_value(honest))) is None
    with pytest.raises((TaskError, GameError), match=why):
        kind.judge(ASKED, kind.unpacked_value(kind.packed_value({**honest, **change})))
