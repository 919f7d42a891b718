"""The tai: each a pure function of a win, which answers how many times it counts.

How much each is worth, and which it makes void, is data: `tai.json`. A win is one way to take the
hand apart; the way that is worth most is chosen in `scoring`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypeAlias

from kikashi.games.mahjong.melds import Meld, Split
from kikashi.games.mahjong.tiles import (
    EAST,
    FIRST_DRAGON,
    FIRST_FLOWER,
    FIRST_HONOUR,
    RED,
    suit_of,
    tiles_of,
)


@dataclass(frozen=True)
class Win:
    """What is known when somebody wins."""

    held: tuple[int, ...]
    """Counts of the concealed tiles, the winning tile included."""
    melds: tuple[Meld, ...] = ()
    flowers: tuple[int, ...] = ()
    tile: int = 0
    """The winning tile."""
    self_drawn: bool = False
    robbed: bool = False
    replaced: str = ""
    """`kong` or `flower` where the winning tile was drawn in place of one."""
    last: bool = False
    """No tile was left to draw."""
    waits: int = 2
    """How many kinds of tiles would have completed the hand."""
    seat: int = 0
    """Wind of the seat: 0 is east, the dealer's."""
    round: int = 0
    first: str = ""
    """`heavenly`, `earthly` or `human`: before anything else happened."""
    declared: str = ""
    """`yes`, or `early` where it was declared with the first discard."""
    eight: bool = False
    """All eight flowers are there: a win whatever the hand, and tai beside those of the hand."""


@dataclass(frozen=True)
class Shape:
    """A win taken apart in one way."""

    win: Win
    split: Split

    @property
    def sets(self) -> tuple[tuple[str, int], ...]:
        """All five sets: those in the hand, and melds with kongs as pongs."""
        laid = tuple(("chow" if m.kind == "chow" else "pong", m.tile) for m in self.win.melds)
        return (*self.split[0], *laid)

    @property
    def pair(self) -> int:
        return self.split[1]

    @property
    def tiles(self) -> tuple[int, ...]:
        laid = tuple(tile for meld in self.win.melds for tile in meld.tiles)
        return (*tiles_of(self.win.held), *laid)

    @property
    def pongs(self) -> tuple[int, ...]:
        return tuple(tile for kind, tile in self.sets if kind == "pong")


Tai: TypeAlias = Callable[[Shape], int]
TAI: dict[str, Tai] = {}


def _tai(function: Tai) -> Tai:
    TAI[function.__name__] = function
    return function


def _concealed(win: Win) -> bool:
    return all(meld.kind == "hidden" for meld in win.melds)


@_tai
def self_drawn(shape: Shape) -> int:
    return int(shape.win.self_drawn)


@_tai
def concealed(shape: Shape) -> int:
    """Nothing was claimed; a hidden kong claims nothing."""
    return int(_concealed(shape.win))


@_tai
def concealed_self_drawn(shape: Shape) -> int:
    return int(shape.win.self_drawn and _concealed(shape.win))


@_tai
def robbed_kong(shape: Shape) -> int:
    return int(shape.win.robbed)


@_tai
def after_kong(shape: Shape) -> int:
    return int(shape.win.self_drawn and shape.win.replaced == "kong")


@_tai
def after_flower(shape: Shape) -> int:
    return int(shape.win.self_drawn and shape.win.replaced == "flower")


@_tai
def last_draw(shape: Shape) -> int:
    return int(shape.win.self_drawn and shape.win.last)


@_tai
def last_discard(shape: Shape) -> int:
    return int(not shape.win.self_drawn and not shape.win.robbed and shape.win.last)


@_tai
def single_wait(shape: Shape) -> int:
    return int(shape.win.waits == 1)


def _all_called(win: Win) -> bool:
    return sum(win.held) == 2 and all(meld.kind != "hidden" for meld in win.melds)


@_tai
def all_from_others(shape: Shape) -> int:
    return int(_all_called(shape.win) and not shape.win.self_drawn)


@_tai
def half_from_others(shape: Shape) -> int:
    return int(_all_called(shape.win) and shape.win.self_drawn)


@_tai
def flat(shape: Shape) -> int:
    """Chows only, no honour and no flower, won from another, and more than one wait."""
    return int(
        all(kind == "chow" for kind, _ in shape.sets)
        and shape.pair < FIRST_HONOUR
        and not shape.win.flowers
        and not shape.win.self_drawn
        and shape.win.waits > 1
    )


def _concealed_pongs(shape: Shape) -> int:
    """A pong that a claimed tile completes is not concealed, unless the tile fits elsewhere."""
    win, (sets, pair) = shape.win, shape.split
    inside = sum(kind == "pong" for kind, _ in sets)
    hidden = sum(meld.kind == "hidden" for meld in win.melds)
    elsewhere = pair == win.tile or any(
        kind == "chow" and tile <= win.tile <= tile + 2 for kind, tile in sets
    )
    completed = ("pong", win.tile) in sets and not win.self_drawn and not elsewhere
    return inside + hidden - int(completed)


@_tai
def three_concealed(shape: Shape) -> int:
    return int(_concealed_pongs(shape) == 3)


@_tai
def four_concealed(shape: Shape) -> int:
    return int(_concealed_pongs(shape) == 4)


@_tai
def five_concealed(shape: Shape) -> int:
    return int(_concealed_pongs(shape) == 5)


@_tai
def all_pongs(shape: Shape) -> int:
    return int(all(kind == "pong" for kind, _ in shape.sets))


def _suits(shape: Shape) -> set[int]:
    return {suit_of(tile) for tile in shape.tiles}


@_tai
def half_flush(shape: Shape) -> int:
    suits = _suits(shape)
    return int(3 in suits and len(suits) == 2)


@_tai
def full_flush(shape: Shape) -> int:
    suits = _suits(shape)
    return int(len(suits) == 1 and 3 not in suits)


@_tai
def all_honours(shape: Shape) -> int:
    return int(_suits(shape) == {3})


def _dragons(shape: Shape) -> int:
    return sum(FIRST_DRAGON <= tile <= RED for tile in shape.pongs)


def _winds(shape: Shape) -> int:
    return sum(EAST <= tile < FIRST_DRAGON for tile in shape.pongs)


@_tai
def little_dragons(shape: Shape) -> int:
    return int(_dragons(shape) == 2 and FIRST_DRAGON <= shape.pair <= RED)


@_tai
def big_dragons(shape: Shape) -> int:
    return int(_dragons(shape) == 3)


@_tai
def little_winds(shape: Shape) -> int:
    return int(_winds(shape) == 3 and EAST <= shape.pair < FIRST_DRAGON)


@_tai
def big_winds(shape: Shape) -> int:
    return int(_winds(shape) == 4)


@_tai
def dragon(shape: Shape) -> int:
    return _dragons(shape)


@_tai
def round_wind(shape: Shape) -> int:
    return int(EAST + shape.win.round in shape.pongs)


@_tai
def seat_wind(shape: Shape) -> int:
    return int(EAST + shape.win.seat in shape.pongs)


def _flower_sets(flowers: tuple[int, ...]) -> tuple[bool, bool]:
    """Whether all four seasons, and all four plants, are there."""
    return tuple(  # type: ignore[return-value]
        all(FIRST_FLOWER + 4 * half + n in flowers for n in range(4)) for half in range(2)
    )


@_tai
def own_flower(shape: Shape) -> int:
    """The season and the plant of the seat; a whole set of four counts by itself."""
    win = shape.win
    whole = _flower_sets(win.flowers)
    return sum(
        FIRST_FLOWER + 4 * half + win.seat in win.flowers and not whole[half] for half in range(2)
    )


@_tai
def flower_set(shape: Shape) -> int:
    return 0 if shape.win.eight else sum(_flower_sets(shape.win.flowers))


@_tai
def eight_flowers(shape: Shape) -> int:
    return int(shape.win.eight)


@_tai
def heavenly(shape: Shape) -> int:
    return int(shape.win.first == "heavenly")


@_tai
def earthly(shape: Shape) -> int:
    return int(shape.win.first == "earthly")


@_tai
def human(shape: Shape) -> int:
    return int(shape.win.first == "human")


@_tai
def declared(shape: Shape) -> int:
    return int(bool(shape.win.declared))


@_tai
def declared_early(shape: Shape) -> int:
    return int(shape.win.declared == "early")


@cache
def _table() -> Mapping[str, Mapping[str, object]]:
    text = resources.files("kikashi.games.mahjong").joinpath("tai.json").read_text("utf-8")
    table: Mapping[str, Mapping[str, object]] = json.loads(text)
    return table


@cache
def profile(name: str) -> Mapping[str, int]:
    """What each tai is worth in a named table; what is not named there is worth nothing."""
    values = _table()["profiles"][name]
    assert isinstance(values, dict)
    return {key: int(values.get(key, 0)) for key in TAI}


@cache
def excludes(name: str) -> tuple[str, ...]:
    """The tai that one makes void."""
    listed = _table()["excludes"].get(name, [])
    assert isinstance(listed, list)
    return tuple(listed)


def tai_name(name: str, language: str = "en") -> str:
    names = _table()["names"][name]
    assert isinstance(names, list)
    return str(names[0 if language == "en" else 1])
