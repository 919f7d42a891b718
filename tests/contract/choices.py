"""Small rule options to test rooms with, by the name of the option and never by the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import resources
from itertools import islice, product

from kikashi.games import rooms
from kikashi.law import BadOptionError, Room

SMALL = {
    "size": ("3x3", "4x3", "6x6", "7x6", "5x5x5", "3x4x3"),
    "k": ("2", "3", "4", "6"),
    "p": ("1", "2", "3"),
    "q": ("1", "2"),
    "ring": ("0", "1", "2"),
    "players": ("2", "3"),
    "clubs": ("plane", "cube", "axis"),
}


def option_choices(room: Room) -> Iterator[dict[str, str]]:
    """Every combination of small values that the room accepts, in a fixed shuffled order."""
    table = [
        [(option.name, value) for value in values_of(room, option.name)] for option in room.options
    ]
    combinations = list(product(*table))
    random.Random(room.id).shuffle(combinations)
    for combination in combinations:
        try:
            yield room.normal_options(dict(combination))
        except BadOptionError:
            continue


def values_of(room: Room, name: str) -> tuple[str, ...]:
    """Small values of one option; one that this table does not know keeps its default."""
    examples = resources.files(room.package).joinpath("examples")
    if name == "sets" and examples.is_dir():
        files = sorted(examples.iterdir(), key=lambda file: file.name)
        return tuple(file.read_text("utf-8") for file in files)
    default = next(option.default for option in room.options if option.name == name)
    return SMALL.get(name, (default,))


def cases(most: int = 5) -> list[tuple[Room, dict[str, str]]]:
    """Each room with its defaults and with a few small options."""
    found = []
    for room in rooms():
        found.append((room, room.normal_options(None)))
        found += [(room, options) for options in islice(option_choices(room), most)]
    return found


def case_name(case: tuple[Room, dict[str, str]]) -> str:
    room, options = case
    values = ",".join(f"{name}={value[:16]}" for name, value in options.items())
    return f"{room.id}-{values}" if values else room.id
