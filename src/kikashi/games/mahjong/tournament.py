"""Matches on equal walls: each wall is played in all seatings, so that luck with tiles cancels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from kikashi import _native
from kikashi.games import room
from kikashi.games.mahjong.engine import KINDS, LADDER, Manner
from kikashi.games.mahjong.native_rules import native_rules
from kikashi.games.mahjong.options import rules_of
from kikashi.law import GameError

SEATINGS = {"pairs": (3, 5, 9, 6, 10, 12), "one": (1, 2, 4, 8)}
"""Which seats are A's, as bits: two and two in all six ways, or A alone against three of B."""
MOST_WALLS = 100_000


@dataclass(frozen=True)
class Score:
    """What A got, a deal and a seat; the interval is of the means of walls."""

    deals: int
    walls: int
    mean: float
    interval: float
    """Half of the 95% interval."""
    wins: float
    self_drawn: float
    deal_ins: float
    empty: float
    tai: float


def native_level(player: str) -> tuple[int, int, int]:
    """A player by name: random, fastest, paper, expected, sampling:N, or level:N."""
    name, _, number = player.partition(":")
    if name == "level":
        if not number.isdigit() or not 1 <= int(number) <= len(LADDER):
            raise GameError(f"the levels are level:1 to level:{len(LADDER)}, not {player[:20]!r}")
        rung = LADDER[int(number) - 1]
        manner = rung.style
        assert isinstance(manner, Manner)
        if manner.luck:
            raise GameError(f"{player} leaves words to luck and is not played natively")
        return KINDS[manner.kind], manner.samples, rung.noise
    if name not in KINDS or (number and not number.isdigit()):
        known = ", ".join((*KINDS, "level:N"))
        raise GameError(f"there is no mahjong player {player[:20]!r}; there are: {known}")
    return KINDS[name], int(number[:6] or 0), 0


def match(
    a: str,
    b: str,
    *,
    walls: int,
    seed: int = 1,
    seating: str = "pairs",
    options: Mapping[str, str] | None = None,
) -> Score:
    """A against B; equal arguments give equal results on every machine."""
    if seating not in SEATINGS:
        raise GameError(f"seatings are {' and '.join(SEATINGS)}, not {seating[:20]!r}")
    if not 1 <= walls <= MOST_WALLS:
        raise GameError(f"a match has 1 to {MOST_WALLS} walls, not {walls}")
    rules = native_rules(rules_of(room("mahjong").normal_options(options)))
    found = _native.mahjong_match(
        rules, native_level(a), native_level(b), list(SEATINGS[seating]), seed, walls
    )
    deals, sets = int(found["deals"]), int(found["sets"])
    mean = found["points"] / deals
    spread = max(0.0, found["squares"] / sets - mean * mean) / max(1, sets - 1)
    wins = int(found["wins"])
    return Score(
        deals=deals,
        walls=sets,
        mean=mean,
        interval=1.96 * math.sqrt(spread),
        wins=wins / deals,
        self_drawn=found["self_drawn"] / deals,
        deal_ins=found["deal_ins"] / deals,
        empty=found["empty"] / deals,
        tai=found["tai"] / max(1, wins),
    )
