"""`kikashi analyse`: threats, forced lines of both sides, and several lines with their chances."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from kikashi import games
from kikashi.cli import _common, _searching
from kikashi.cli._refusing import needs
from kikashi.cli.show import describe as describe_position
from kikashi.cli.show import threat_lines
from kikashi.cli.solve import sentence
from kikashi.drawing import Threats
from kikashi.law import CHANCE, Position
from kikashi.play import studying
from kikashi.play.analysing import Analysis, analyse
from kikashi.play.lines import Line, study
from kikashi.play.spelling import spelled
from kikashi.words import listed, say

USUAL_SECONDS = 1.0
USUAL_LINES = 5
MOST_LINES = 40


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("analyse")
    def command(
        game: _common.GameArgument,
        position: _common.PositionArgument,
        *,
        seconds: Annotated[
            float | None,
            typer.Option("--seconds", help="For each search, and for the lines.", show_default="1"),
        ] = None,
        nodes: _searching.NodesOption = None,
        memory: _searching.MemoryOption = "1G",
        count: Annotated[
            int,
            typer.Option(
                "--lines",
                min=0,
                max=MOST_LINES,
                help="So many lines by the strongest player; none with --nodes alone.",
            ),
        ] = USUAL_LINES,
        stream: Annotated[
            bool, typer.Option("--stream", help="With --json: an object after each search.")
        ] = False,
        option: _common.OptionsOption = None,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Says what threatens, who wins by force and how, and which lines look best.

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
        studied = _studied(here, count, budget) if found.win is None else ()
        if as_json and (studied or not stream):
            _common.print_json(describe(found, studied))
        if not as_json:
            for line in lines(found, studied, _common.language(language)):
                typer.echo(line)


def _studied(here: Position, count: int, seconds: float | None) -> tuple[Line, ...]:
    """The best lines that the strongest player sees in that time."""
    if not count or seconds is None:
        return ()
    end = time.monotonic() + seconds
    best: tuple[Line, ...] = ()
    for report in study(here, count, lambda: time.monotonic() >= end):
        best = report.lines
    return best


def _threats(here: Position) -> tuple[Threats, ...]:
    return games.room(here.game).threat_marks(here)


def describe(found: Analysis, studied: tuple[Line, ...] = ()) -> dict[str, Any]:
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
        "lines": [
            {
                "turns": [list(turn) for turn in line.turns],
                "chance": None if line.chance is None else round(line.chance, 6),
                "depth": line.depth,
            }
            for line in studied
        ],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def lines(found: Analysis, studied: tuple[Line, ...], language: str) -> list[str]:
    """An analysis for people."""
    here = found.position
    room = games.room(here.game)
    if here.result() is not None:
        return [say("analyse.over", language)]
    if here.to_move == CHANCE:
        return [say("analyse.chance", language)]
    said = threat_lines(room, here, _threats(here), language)
    said += [sentence(verdict, language, here) for verdict in found.wins]
    passed = studying.if_passed(here) if found.danger else None
    side = room.colour(room.player_names(here.options)[here.to_move], language)
    said += [
        say("analyse.danger", language, side=side, said=sentence(verdict, language, passed))
        for verdict in found.danger
    ]
    if studied:
        said.append(say("analyse.lines", language, side=side))
        said += [_line(here, number, line, language) for number, line in enumerate(studied, 1)]
    elif found.win is None and found.candidates:
        cells = [spelled(here, [[one.move]], language) for one in found.candidates]
        said.append(say("analyse.candidates", language, cells=listed(cells, language)))
    return said


def _line(here: Position, number: int, line: Line, language: str) -> str:
    chance = "-" if line.chance is None else f"{100 * line.chance:.0f}"
    turns = spelled(here, line.turns, language)
    return "  " + say("analyse.line", language, number=number, chance=chance, line=turns)
