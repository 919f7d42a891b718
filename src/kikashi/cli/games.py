"""`kikashi games`: what is here and what each game can do, from the capability records."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from kikashi import games, words
from kikashi.cli import _common
from kikashi.law import GameError, Room
from kikashi.play import computer_names


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("games")
    def command(
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Lists the games and what each can do.

        Example: kikashi games --json
        """
        found = [describe(room) for room in games.rooms()]
        if as_json:
            _common.print_json({"games": found})
        else:
            Console().print(_table(found, _common.language(language)))


def describe(room: Room) -> dict[str, Any]:
    """One game: with default options, or saying which option it cannot do without."""
    answer: dict[str, Any] = {
        "id": room.id,
        "names": dict(room.names),
        "options": [
            {"name": option.name, "default": option.default, "help": dict(option.help)}
            for option in room.options
        ],
        "example": room.example,
        "claims": [{"name": kind.name, "help": dict(kind.help)} for kind in room.claims],
        "player_names": [],
        "players": None,
        "capabilities": None,
        "needs": None,
    }
    try:
        options = room.normal_options(None)
        capabilities = asdict(room.capabilities(options))
        answer["player_names"] = list(room.player_names(options))
        answer["players"] = [*computer_names(), *capabilities.pop("levels")]
        capabilities["players"] = int(capabilities["players"])
        answer["capabilities"] = capabilities
    except GameError as refusal:
        answer["needs"] = str(refusal)
    return answer


def _table(found: list[dict[str, Any]], language: str) -> Table:
    def said(key: str) -> str:
        return words.say(f"games.{key}", language)

    table = Table(title=said("title"), title_justify="left", pad_edge=False)
    for column in ("id", "name", "players", "options", "twin", "against", "provers"):
        table.add_column(said(column), overflow="fold")
    for game in found:
        can = game["capabilities"]
        options = " ".join(
            f"{option['name']}={_short(option['default'])}" for option in game["options"]
        )
        if can is None:
            table.add_row(game["id"], game["names"][language], "", options, "", "", game["needs"])
            continue
        table.add_row(
            game["id"],
            game["names"][language],
            str(can["players"]),
            options,
            said("yes" if can["twin"] else "no"),
            " ".join(game["players"]),
            " ".join(can["provers"]) or "–",
        )
    return table


def _short(value: str) -> str:
    """A default as a table can show it: a game from a file has a whole description there."""
    return value if len(value) <= 20 else "…"
