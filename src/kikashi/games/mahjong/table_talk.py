"""The event protocol: a table told to programs as JSON objects, one a line, in the shape of mjai.

What a seat is told is its view as events, and nothing else; `events.en.md` of this room documents
it. Tiles are words (`5m`, `1f`); `?` is a tile that the seat does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kikashi.games.mahjong.melds import Meld
from kikashi.games.mahjong.tiles import NUMBERS, WORDS
from kikashi.law import GameError, Move

WINDS = ("E", "S", "W", "N")


def told(events: Sequence[str], first: int = 0) -> Iterator[dict[str, Any]]:
    """Events of a view as messages, from number `first` on."""
    target: tuple[int, str] = (-1, "")
    for number, event in enumerate(events):
        actor, sign, word = int(event[0]), event[1], event[2:]
        if sign == ":" and word == "win":
            target = _won(actor, events[number + 1 :], target)
        message = _message(actor, sign, word, target)
        if sign in "-r":
            target = (actor, word)
        elif sign == ":" and word.startswith("added:"):
            target = (actor, word[6:])
        if number >= first and message is not None:
            yield message


def _won(actor: int, after: Sequence[str], target: tuple[int, str]) -> tuple[int, str]:
    """Who gave the winning tile and what it is, by the score told after it.

    Of a tile that was drawn the winner is the target, as in mjai.
    """
    score = next((event[2:] for event in after if event.startswith(f"{actor}$")), "")
    if not score:
        return target
    giver, tile, *_ = score.split(";")
    return (actor if giver == "-" else int(giver)), WORDS[int(tile)]


def _message(actor: int, sign: str, word: str, target: tuple[int, str]) -> dict[str, Any] | None:
    match sign:
        case "@":
            wind, _, streak = word.partition(".")
            return {
                "type": "start_deal",
                "dealer": actor,
                "wind": WINDS[int(wind)],
                "streak": int(streak),
            }
        case "+" | "*":
            end = "front" if sign == "+" else "back"
            return {"type": "draw", "actor": actor, "tile": word, "end": end}
        case "!":
            return {"type": "flower", "actor": actor, "tile": word}
        case "-":
            return {"type": "discard", "actor": actor, "tile": word}
        case "r":
            return {"type": "discard", "actor": actor, "tile": word, "ready": True}
        case "#":
            return {"type": "show", "actor": actor, "tiles": word}
        case "$":
            return {"type": "score", "actor": actor, "text": word}
        case "~":
            return None
    kind, _, low = word.partition(":")
    if kind == "win":
        return {"type": "win", "actor": actor, "target": target[0], "tile": target[1]}
    if kind in ("hidden", "added"):
        return {"type": "own_kong", "actor": actor, "tile": low, "hidden": kind == "hidden"}
    meld = Meld(kind, NUMBERS[low] if low else NUMBERS[target[1]])
    own = list(meld.tiles)
    own.remove(NUMBERS[target[1]])
    return {
        "type": kind,
        "actor": actor,
        "target": target[0],
        "tile": target[1],
        "consumed": [WORDS[tile] for tile in own],
    }


def instead(words: Sequence[Move], drawn: str | None) -> Move:
    """What is said for a seat that answers late, wrongly or not at all: pass, or the drawn tile."""
    if "pass" in words:
        return "pass"
    if drawn is not None and drawn in words:
        return drawn
    return words[-1]


def events_from(messages: Sequence[Mapping[str, Any]]) -> list[str]:
    """Messages back into events, for an engine that was told them; GameError where one is none."""
    events = []
    for number, message in enumerate(messages, start=1):
        try:
            events.append(_event(message))
        except (KeyError, ValueError, TypeError, IndexError):
            raise GameError(f"message {number} of the deal makes no sense") from None
    return events


def _event(message: Mapping[str, Any]) -> str:
    kind = message["type"]
    if kind == "start_deal":
        return f"{_seat(message, 'dealer')}@{WINDS.index(message['wind'])}.{int(message['streak'])}"
    actor = _seat(message, "actor")
    match kind:
        case "draw":
            sign = {"front": "+", "back": "*"}[message["end"]]
            tile = message["tile"]
            return f"{actor}{sign}{tile if tile == '?' else _tile(tile)}"
        case "flower":
            return f"{actor}!{_tile(message['tile'])}"
        case "discard":
            return f"{actor}{'r' if message.get('ready') else '-'}{_tile(message['tile'])}"
        case "show":
            return f"{actor}#{message['tiles']}"
        case "score":
            return f"{actor}${message['text']}"
        case "win":
            return f"{actor}:win"
        case "own_kong":
            return f"{actor}:{'hidden' if message['hidden'] else 'added'}:{_tile(message['tile'])}"
        case "pong" | "kong":
            return f"{actor}:{kind}"
        case "chow":
            tiles = [NUMBERS[tile] for tile in (message["tile"], *message["consumed"])]
            return f"{actor}:chow:{WORDS[min(tiles)]}"
    raise ValueError(kind)


def _seat(message: Mapping[str, Any], name: str) -> int:
    seat = message[name]
    if type(seat) is not int or not 0 <= seat < 4:
        raise ValueError(name)
    return seat


def _tile(word: object) -> str:
    if not isinstance(word, str) or word not in NUMBERS:
        raise ValueError(word)
    return word
