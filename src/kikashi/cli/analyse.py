"""`kikashi analyse`: threats, forced lines of both sides, and moves worth a look."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kikashi import games
from kikashi.cli import _common, _searching
from kikashi.cli._refusing import needs
from kikashi.cli.show import describe as describe_position
from kikashi.cli.show import threat_lines
from kikashi.cli.solve import sentence
from kikashi.drawing import Threats
from kikashi.law import Position
from kikashi.play.analysing import Analysis, analyse
from kikashi.words import listed, say

USUAL_SECONDS = 1.0


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("analyse")
    def command(
        game: _common.GameArgument,
        position: _common.PositionArgument,
        *,
        seconds: Annotated[
            float | None,
            typer.Option("--seconds", help="For each search.", show_default="1"),
        ] = None,
        nodes: _searching.NodesOption = None,
        memory: _searching.MemoryOption = "1G",
        stream: Annotated[
            bool, typer.Option("--stream", help="With --json: an object after each search.")
        ] = False,
        option: _common.OptionsOption = None,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Says what threatens, who wins by force and how, and where a stone is worth a look.

        Example: kikashi analyse connect6 "j10 a1 a2 k10 l10 b3 d17"
        """
        needs(stream, "--stream", as_json, "--json")
        room, options = _common.find(game, option)
        here = _common.read_position(room, position, options)
        budget = USUAL_SECONDS if seconds is None and nodes is None else seconds
        limits = _searching.make_limits(nodes, budget, memory)
        found: Analysis | None = None
        for found in analyse(here, limits):
            if stream and as_json:
                _common.print_json(describe(found))
        assert found is not None
        if as_json and not stream:
            _common.print_json(describe(found))
        if not as_json:
            for line in lines(found, _common.language(language)):
                typer.echo(line)


def _threats(here: Position) -> tuple[Threats, ...]:
    return games.room(here.game).threat_marks(here)


def describe(found: Analysis) -> dict[str, Any]:
    """An analysis as `analyse --json` answers it."""
    here = found.position
    room = games.room(here.game)
    shown = describe_position(room, here, _threats(here))
    return {
        key: shown[key] for key in ("game", "options", "position", "to_move", "result", "threats")
    } | {
        "wins": [verdict.to_json() for verdict in found.wins],
        "danger": [verdict.to_json() for verdict in found.danger],
        "candidates": [
            {"move": c.move, "share": round(c.share, 6), "line": list(c.line)}
            for c in found.candidates
        ],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def lines(found: Analysis, language: str) -> list[str]:
    """An analysis for people."""
    here = found.position
    room = games.room(here.game)
    if here.result() is not None:
        return [say("analyse.over", language)]
    said = threat_lines(room, here, _threats(here), language)
    said += [sentence(verdict, language) for verdict in found.wins]
    side = room.colour(room.player_names(here.options)[here.to_move], language)
    said += [
        say("analyse.danger", language, side=side, said=sentence(verdict, language))
        for verdict in found.danger
    ]
    if found.win is None:
        cells = [candidate.move for candidate in found.candidates]
        said.append(say("analyse.candidates", language, cells=listed(cells, language)))
    return said
