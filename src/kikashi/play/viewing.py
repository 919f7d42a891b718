"""Views as plain data: what a task of another process or machine is told of a game, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kikashi import games
from kikashi.law import GameError, Result, View
from kikashi.play.game import Game


def to_plain(seen: View, start: str = "") -> dict[str, Any]:
    """A view as JSON data.

    `start` is the text that the game began from, empty for the first position. Where nothing is
    hidden the receiver plays the moves from there again, so that it knows what repeats.
    """
    plain: dict[str, Any] = {
        "game": seen.game,
        "options": dict(seen.options),
        "player": seen.player,
        "history": list(seen.history),
    }
    if seen.whole is not None:
        return plain | {"start": start}
    result = seen.result
    return plain | {
        "text": seen.text,
        "to_move": seen.to_move,
        "moves_left": seen.moves_left,
        "legal_moves": list(seen.legal_moves),
        "result": None if result is None else [list(result.payoffs), result.reason],
    }


def from_plain(plain: Mapping[str, Any]) -> View:
    """The view again; GameError where the data describe none."""
    room = games.room(plain["game"])
    options = room.normal_options(plain["options"])
    history = tuple(plain["history"])
    if "text" not in plain:
        if room.capabilities(options).hidden:
            raise GameError(f"a view of {room.id} is told by its text, not by moves")
        begun = plain.get("start", "")
        start = room.from_text(begun, options) if begun else room.start(options)
        return Game(start, history).view(plain["player"])
    result = plain.get("result")
    return View(
        room.id,
        tuple(sorted(options.items())),
        plain["player"],
        plain["text"],
        to_move=plain["to_move"],
        moves_left=plain["moves_left"],
        legal_moves=tuple(plain["legal_moves"]),
        history=history,
        result=None if result is None else Result(tuple(result[0]), result[1]),
    )
