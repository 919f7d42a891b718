"""`kikashi engine`: be an engine for another program, over standard input and output."""

from __future__ import annotations

import io
import sys
from contextlib import ExitStack
from typing import Annotated

import typer

from kikashi.cli import _common, _grid
from kikashi.law import Position
from kikashi.play import Player
from kikashi.protocols.levels_door import make_player
from kikashi.protocols.registry import engine


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("engine")
    def command(
        game: _common.GameArgument,
        *,
        protocol: Annotated[
            str,
            typer.Option("--protocol", metavar="P", help="cloudict, gomocup, gtp, ucci or uci."),
        ],
        level: Annotated[str, typer.Option("--level", help="A level, or simple.")] = "10",
        seconds: Annotated[
            float | None, typer.Option("--seconds", help="At most so long a turn.")
        ] = None,
        book: _common.BookOption = True,
        option: _common.OptionsOption = None,
        seed: Annotated[int | None, typer.Option(min=0, help="Makes choices repeatable.")] = None,
        grid: _grid.GridOption = None,
        voters: Annotated[
            int | None,
            typer.Option("--voters", min=1, help="With --grid: machines that think about a turn."),
        ] = None,
        split: Annotated[
            str | None,
            typer.Option(
                "--split",
                help="With --grid: votes, whole or root, what each machine thinks about.",
            ),
        ] = None,
    ) -> None:
        """Talks to a program that hosts engines, until it says goodbye.

        With --grid each turn is thought over by many machines. By root each gets a share of the
        turns, the usual way of levels that can; by votes and whole their answers are added up.

        Example: kikashi engine gomoku --protocol gomocup --level 7

        Example: kikashi engine connect6 --protocol cloudict --grid app.json --voters 8
        """
        if seconds is not None and not seconds > 0:
            raise typer.BadParameter("a turn needs more than 0 seconds", param_hint="--seconds")
        room, options = _common.find(game, option)
        start = room.start(options)

        title = f"Kikashi {level}" if level == "simple" else f"Kikashi level {level}"
        for stream in (sys.stdin, sys.stdout):
            # Hosts may send any bytes; a conversation does not end for that.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        with _grid.far(grid) as executor, ExitStack() as later:

            def sit(position: Position) -> Player:
                player = make_player(position, level, seed, book=book)
                if executor is None:
                    return player
                from kikashi.grid.voting import GridPlayer  # noqa: PLC0415

                many = GridPlayer(executor, level, voters=voters, seed=seed or 0, split=split)
                later.callback(many.close)
                many.split_of(position)  # refused now, and not in the middle of a game
                return many

            made = engine(protocol, start, sit, sys.stdout, title=title, seconds=seconds)
            made.run(sys.stdin)
