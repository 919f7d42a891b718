"""Matches of mahjong players as tasks of the grid: a seed in, sums out, the same everywhere.

Nothing is claimed that a check could show, so that a quorum of PCs decides. No task holds a hand:
walls are made from the seed where the task is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

import msgspec

from kikashi.games.mahjong.tournament import SEATINGS, match
from kikashi.grid.kinds import GoOn, task_kind
from kikashi.law import GameError

MOST_WALLS = 500
"""Of one task: a coarse piece of work, and still done in a minute or two."""


class MatchPayload(msgspec.Struct, forbid_unknown_fields=True):
    """Two players, walls from a seed on, and how they sit."""

    a: Annotated[str, msgspec.Meta(max_length=20)]
    b: Annotated[str, msgspec.Meta(max_length=20)]
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**62)]
    walls: Annotated[int, msgspec.Meta(ge=1, le=MOST_WALLS)]
    seating: Annotated[str, msgspec.Meta(max_length=10)] = "pairs"
    options: dict[str, str] = {}


# Bounds also keep out what is no number, which would take all honest sums away with it.
Points = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class MatchValue(msgspec.Struct, forbid_unknown_fields=True):
    """What A got, as `Score` has it."""

    deals: Annotated[int, msgspec.Meta(ge=1, le=1 << 40)]
    walls: Annotated[int, msgspec.Meta(ge=1, le=MOST_WALLS)]
    mean: Points
    interval: Annotated[float, msgspec.Meta(ge=0, le=1e6)]
    wins: Share
    self_drawn: Share
    deal_ins: Share
    empty: Share
    tai: Annotated[float, msgspec.Meta(ge=0, le=1e6)]


def judge(payload: Mapping[str, Any], value: Mapping[str, Any]) -> None:
    """Refuses a score of other walls than were asked for; the rest is for a quorum."""
    seats = sum(seated.bit_count() for seated in SEATINGS[payload.get("seating", "pairs")])
    if (value["walls"], value["deals"]) != (payload["walls"], payload["walls"] * seats):
        raise GameError("the score is not of the walls that were asked for")


@task_kind("mahjong-match", payload=MatchPayload, value=MatchValue, judge=judge)
def play(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Plays the walls and gives what A got."""
    go_on(0, 0.0)
    asked = msgspec.convert(dict(payload), MatchPayload)
    score = match(
        asked.a,
        asked.b,
        walls=asked.walls,
        seed=asked.seed,
        seating=asked.seating,
        options=asked.options,
    )
    return asdict(score)


__all__ = ["MatchPayload", "MatchValue", "play"]
