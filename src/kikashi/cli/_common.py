"""What the verbs share: rule options, positions, JSON answers and words for people."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec
import typer

from kikashi import games
from kikashi.law import CHANCE, BadOptionError, GameError, Position, Result, Room
from kikashi.law.capabilities import LANGUAGES, Options


def _begun(words: Iterable[str]) -> Callable[[str], list[str]]:
    """What a shell offers for the beginning of a word."""
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        help="A game's id; `kikashi games` lists them.", autocompletion=_begun(games.room_ids())
    ),
]
PositionArgument = Annotated[
    str,
    typer.Argument(
        help="Moves in record order ('j10 k11'), a setup text, or @file.sgf#22; '' is the start.",
        show_default=False,
    ),
]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="A rule option; repeat for more."),
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        help="en or zh-Hant; else as the environment says.",
        autocompletion=_begun(LANGUAGES),
    ),
]
BookOption = Annotated[
    bool,
    typer.Option("--book/--no-book", help="Strong levels play their first turns from a book."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]


UNITS = {"k": 10, "m": 20, "g": 30}


def parse_memory(text: str) -> int:
    """Reads `512M`, `2G` or a number of bytes."""
    number, unit = text[:-1], text[-1:].lower()
    if unit in UNITS and number.isascii() and number.isdigit() and len(number) < 10:
        return int(number) << UNITS[unit]
    if text.isascii() and text.isdigit() and len(text) < 20:
        return int(text)
    raise GameError(f"a size of memory looks like 512M or 2G, not {text!r:.40}")


def parse_options(given: list[str] | None) -> dict[str, str]:
    """Reads `-o key=value` options; which keys there are is the room's business."""
    options: dict[str, str] = {}
    for text in given or ():
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise BadOptionError(f"a rule option looks like size=15x15, not {text!r}")
        if key in options:
            raise BadOptionError(f"the rule option {key!r} is given twice")
        options[key] = value
    return options


def find(game: str, given: list[str] | None) -> tuple[Room, dict[str, str]]:
    """The room and its complete options."""
    room = games.room(game)
    return room, room.normal_options(room.typed_options(parse_options(given)))


def read_position(room: Room, text: str, options: Options) -> Position:
    """A POSITION argument in any of its forms."""
    # Imported here so that verbs without a position start without the record formats.
    from kikashi.records import position_argument  # noqa: PLC0415

    return position_argument(text, room, options)


def print_json(answer: dict[str, Any]) -> None:
    """One object on standard output; what is no text (half a surrogate pair) comes escaped."""
    try:
        text = msgspec.json.encode(answer).decode()
    except UnicodeEncodeError:
        text = json.dumps(answer)
    typer.echo(text)


def result_object(result: Result | None, names: tuple[str, ...]) -> dict[str, Any] | None:
    """A result as every verb's JSON gives it."""
    if result is None:
        return None
    winner = result.winner
    return {
        "reason": result.reason,
        "payoffs": list(result.payoffs),
        "winner": None if winner is None else names[winner],
    }


def player_name(position: Position, names: tuple[str, ...]) -> str:
    """The glossary word of whoever is to move."""
    return "chance" if position.to_move == CHANCE else names[position.to_move]


def language(chosen: str | None = None) -> str:
    """The language for people: as asked, else as the environment says, else English."""
    if chosen is not None:
        if chosen not in LANGUAGES:
            raise GameError(f"the languages are {' and '.join(LANGUAGES)}, not {chosen!r}")
        return chosen
    for variable in ("KIKASHI_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "").replace("_", "-").lower()
        if value:
            return "zh-Hant" if value.startswith(("zh-hant", "zh-tw", "zh-hk")) else "en"
    return "en"


def named_words(words: list[str]) -> dict[str, str]:
    """Options that only the game knows, as `--name value` or `--name=value`."""
    found: dict[str, str] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        name, given, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise typer.BadParameter(f"{word[:40]!r} is not expected here")
        if not given and not waiting:
            raise typer.BadParameter(f"--{name[:40]} needs a value")
        found[name] = value if given else waiting.pop(0)
    return found
