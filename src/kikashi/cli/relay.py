"""`kikashi relay`: an engine for a closed game server, whose thinking is done on a grid."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kikashi.cli import _grid
from kikashi.law import GameError


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("relay")
    def command(
        engine: Annotated[str, typer.Argument(help="The engine's name on the PCs of the grid.")],
        *,
        protocol: Annotated[
            str, typer.Option("--protocol", metavar="P", help="What the server speaks: gtp, uci.")
        ],
        grid: _grid.GridOption = None,
        engines: Annotated[
            Path | None,
            typer.Option("--engines", metavar="TOML", help="Without a grid: engines of this PC."),
        ] = None,
        unsafe: Annotated[
            bool, typer.Option("--unsafe", help="With --engines: run them without a sandbox.")
        ] = False,
        seconds: Annotated[
            float, typer.Option("--seconds", help="For a move, where the server says nothing.")
        ] = 5.0,
    ) -> None:
        """Sits between a game server that cannot be changed and the grid (standard input, output).

        The server sees an engine; each of its questions becomes a task for the engine ENGINE that
        some volunteer's PC keeps ready.

        Example: kikashi relay gnugo --protocol gtp --grid app.json
        """
        from kikashi.grid import LocalExecutor  # noqa: PLC0415
        from kikashi.grid.engines import Rack, read_engines  # noqa: PLC0415
        from kikashi.grid.relay import relay  # noqa: PLC0415

        if (grid is None) == (engines is None):
            raise GameError("name the grid with --grid FILE, or engines of this PC with --engines")
        if engines is not None:
            rack = Rack(read_engines(engines), unsafe=unsafe)
            with LocalExecutor(1, rack) as here:
                relay(protocol, here, engine, sys.stdout, seconds).run(sys.stdin)
            return
        with _grid.executor(grid) as there:
            relay(protocol, there, engine, sys.stdout, seconds).run(sys.stdin)
