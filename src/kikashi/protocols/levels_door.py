"""The one door through which protocols, arena and terminal get their computer players.

A player's name is `simple`, `level:7`, or another that the levels know (`meinstein`).
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from random import getrandbits
from typing import Any

from kikashi.law import GameError, Position
from kikashi.play import Opinion, Player, SimplePlayer
from kikashi.play.players import SIMPLE

LEVEL = "level:"
DEFAULT_LEVELS = tuple(str(number) for number in range(1, 11))


class Stop(threading.Event):
    """A request to stop thinking; players may wait on it or call it."""

    def __call__(self) -> bool:
        return self.is_set()


def _levels_module() -> Any:
    """`kikashi.play.levels`, or None where it is not there: then every level is the simple player.

    The None branch is the fallback: delete it, and `or` below, once the levels are merged.
    """
    try:
        return importlib.import_module("kikashi.play.levels")
    except ModuleNotFoundError as missing:
        if missing.name != "kikashi.play.levels":
            raise
        return None


def level_names(position: Position) -> tuple[str, ...]:
    """The levels of this game, weakest first."""
    module = _levels_module()
    if module is None:
        return DEFAULT_LEVELS
    return tuple(level.id for level in module.levels(position.game, position.options))


def player_names(position: Position) -> tuple[str, ...]:
    """Every computer player that can sit down at this game."""
    return (SIMPLE, *(f"{LEVEL}{name}" for name in level_names(position)))


def make_player(position: Position, name: str, seed: int | None = None) -> Player:
    """The player of that name (a bare number is a level too); no seed means chance."""
    if name == SIMPLE:
        return SimplePlayer(seed)
    module = _levels_module()
    level = name.removeprefix(LEVEL)
    known = level_names(position)
    others = () if module is None else (module.MEINSTEIN,)
    if level not in (*known, *others):
        ladder = (f"{LEVEL}{known[0]} to {LEVEL}{known[-1]}",) if known else ()
        names = ", ".join((SIMPLE, *ladder, *others))
        raise GameError(f"there is no player {name!r}; the players are: {names}")
    if module is None:
        return SimplePlayer(seed)
    made: Player = module.make_player(position, level, getrandbits(31) if seed is None else seed)
    return made


def choose_turn(
    player: Player, position: Position, seconds: float | None, stop: Stop | None
) -> Opinion:
    """Asks a player for its turn, with a limit in time where the player knows such a thing."""
    choose: Callable[..., Opinion] | None = getattr(player, "choose_turn", None)
    if choose is None:
        return player.turn(position)
    return choose(position, seconds=seconds, stop=stop)
