"""The POSITION argument of the command line: moves, a setup text, or a place in a record."""

from __future__ import annotations

import re

from kikashi.law import Options, Position, Room, of_type
from kikashi.records.collection import read_collection
from kikashi.records.model import RecordError, Refusal

_PLACE = re.compile(r"@(.+?)(?:#(?:(\d{1,9}):)?(\d{1,9}))?", re.DOTALL)


def position_argument(text: str, room: Room, options: Options | None = None) -> Position:
    """`j10 k11`, a setup text, or `@games.sgf#22`: the first game of the file after 22 stones.

    `@games.sgf#3:22` is the third game, `@games.sgf` the end of the first. Options that have their
    default values give way to what the record says.
    """
    of_type(text, str, "a position is written as a text such as 'j10 k11'")
    of_type(room, Room, "a position is read in a room, such as room('gomoku')")
    if not text.startswith("@"):
        return room.from_text(text, options)
    place = _PLACE.fullmatch(text)
    if place is None:
        raise RecordError(f"{text!r} names no record; a record is named like @games.sgf#22")
    defaults = room.normal_options(None)
    asked = {name: value for name, value in (options or {}).items() if value != defaults.get(name)}
    file, game, stones = place[1], int(place[2] or 1), place[3]
    for number, found in enumerate(read_collection(file, room.id, options=asked), start=1):
        if isinstance(found, Refusal) and (number == game or found.game == 0):
            raise RecordError(str(found))
        if number == game and not isinstance(found, Refusal):
            try:
                return found.position_after(len(found.moves) if stones is None else int(stones))
            except RecordError as problem:
                raise RecordError(f"{file}, game {game}: {problem}") from None
    raise RecordError(f"{file} has no game {game}")
