"""The rooms. They are discovered, never listed: a folder here that has rules is a game.

A folder without rules for people is about something that is not played (a problem of numbers): it
has no law and no positions, but verbs, tables and checkers of its own are found as a room's are.

`KIKASHI_ROOMS` may name further folders of rooms, for games that live outside the house.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache
from pathlib import Path

from kikashi.law import GameError, Room, of_type

__path__ += [folder for folder in os.environ.get("KIKASHI_ROOMS", "").split(os.pathsep) if folder]


@cache
def folders() -> tuple[str, ...]:
    """The names of all folders here, in alphabetical order."""
    return tuple(
        sorted(
            module.name
            for module in pkgutil.iter_modules(__path__)
            if module.ispkg and not module.name.startswith("_")
        )
    )


@cache
def room_ids() -> tuple[str, ...]:
    """The ids of all rooms, in alphabetical order."""
    return tuple(
        name
        for name in folders()
        if any(Path(place, name, "rules.en.md").is_file() for place in __path__)
    )


@cache
def room(game: str) -> Room:
    """The room of a game; GameError names the games there are."""
    if game not in room_ids():
        raise GameError(f"there is no game {game!r}; the games are: {', '.join(room_ids())}")
    found = getattr(importlib.import_module(f"{__name__}.{game}"), "ROOM", None)
    if not isinstance(found, Room) or found.id != game:
        raise GameError(f"the folder of the room {game!r} must export a Room of that id as ROOM")
    return found


def rooms() -> tuple[Room, ...]:
    """Every room."""
    return tuple(room(game) for game in room_ids())


def modules(game: str) -> tuple[str, ...]:
    """The names of a folder's modules; nothing of it is loaded for that."""
    of_type(game, str, "a game is named by a word such as 'gomoku'")
    places = [str(Path(place) / game) for place in __path__]
    return tuple(module.name for module in pkgutil.iter_modules(places))


__all__ = ["folders", "modules", "room", "room_ids", "rooms"]
