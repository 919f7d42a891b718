"""`kikashi show`: a position as a board, with whose move it is and what threatens."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kikashi import words
from kikashi.cli import _common
from kikashi.drawing import Marks, Threats, to_svg, to_terminal
from kikashi.law import Position, Room


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("show")
    def command(
        game: _common.GameArgument,
        position: _common.PositionArgument = "",
        *,
        option: _common.OptionsOption = None,
        svg: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Also draw the board into this file.")
        ] = None,
        theme: Annotated[str, typer.Option(help="Of the drawing: light or dark.")] = "light",
        pieces: Annotated[
            str, typer.Option(help="Where there are pieces: characters, letters or icons.")
        ] = "",
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Shows a position: board, side to move, the threats of each side, and its setup text.

        Example: kikashi show connect6 "j10 k11 i11 l11 j12"
        """
        room, options = _common.find(game, option)
        here = _common.read_position(room, position, options)
        threats = room.threat_marks(here)
        spoken = _common.language(language)
        scene = room.scene(
            here.view_of_mover(), Marks(threats=threats, pieces=pieces, language=spoken)
        )
        if svg is not None:
            if theme not in ("light", "dark"):
                raise typer.BadParameter("the themes are light and dark", param_hint="--theme")
            svg.write_text(to_svg(scene, theme), "utf-8")
        if as_json:
            _common.print_json(describe(room, here, threats))
        else:
            typer.echo(to_terminal(scene), nl=False)
            for line in threat_lines(room, here, threats, spoken):
                typer.echo(line)
            typer.echo(here.to_text())


def describe(room: Room, position: Position, threats: tuple[Threats, ...]) -> dict[str, Any]:
    """A position as `show --json` answers it."""
    names = room.player_names(position.options)
    return {
        "game": room.id,
        "options": dict(position.options),
        "position": position.to_text(),
        "player_names": list(names),
        "to_move": _common.player_name(position, names),
        "moves_left": position.moves_left,
        "legal_moves": list(position.legal_moves()),
        "result": _common.result_object(position.result(), names),
        "threats": [
            {
                "player": names[side.player],
                "t": side.level,
                "sets": [list(cells) for cells in side.sets],
                "cells": list(side.cells),
                "stops": [list(cells) for cells in side.stops],
            }
            for side in threats
        ],
    }


def threat_lines(
    room: Room, position: Position, threats: tuple[Threats, ...], language: str
) -> list[str]:
    """The threats of each side for people."""
    names = room.player_names(position.options)
    lines = []
    for side in threats:
        colour = room.colour(names[side.player], language)
        cells = words.listed(side.cells, language)
        line = words.say("show.threats", language, side=colour, level=side.level, cells=cells)
        if side.stops:
            ways = words.listed(["+".join(stones) for stones in side.stops], language)
            line += " " + words.say("show.stops", language, ways=ways)
        lines.append(line)
    return lines
