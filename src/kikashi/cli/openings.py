"""`kikashi openings`: makes a set of openings for matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kikashi.arena.openings import USUAL_TURNS, make_openings, save_openings
from kikashi.cli import _common
from kikashi.words import say


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("openings")
    def command(
        game: _common.GameArgument,
        count: Annotated[int, typer.Argument(min=1, max=10_000, help="How many.")],
        *,
        into: Annotated[
            Path | None, typer.Option("--into", metavar="FILE", help="Write them here.")
        ] = None,
        turns: Annotated[int, typer.Option(min=1, max=30, help="Whole turns each.")] = USUAL_TURNS,
        seed: Annotated[int, typer.Option(min=0, help="Another number, another set.")] = 0,
        option: _common.OptionsOption = None,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Draws different openings near the middle in which no side has a quick forced win.

        Example: kikashi openings connect6 50 --into openings.txt
        """
        room, options = _common.find(game, option)
        made = make_openings(room.start(options), count, turns=turns, seed=seed)
        if into is not None:
            save_openings(into, made)
        if as_json:
            _common.print_json(
                {
                    "game": room.id,
                    "options": options,
                    "turns": turns,
                    "seed": seed,
                    "openings": [list(opening) for opening in made],
                }
            )
        elif into is not None:
            typer.echo(say("openings.saved", _common.language(language), count=count, file=into))
        else:
            for opening in made:
                typer.echo(" ".join(opening))
