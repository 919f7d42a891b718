"""A verb of the room's own: `kikashi tictactoe corners`."""

import typer
from kikashi.games.tictactoe import ROOM

app = typer.Typer(no_args_is_help=True, help="What only tic-tac-toe has.")


@app.callback()
def verbs() -> None:
    """Verbs of tic-tac-toe."""


@app.command("corners")
def corners() -> None:
    """The corners of the board."""
    cells = ROOM.start().legal_moves()
    typer.echo(" ".join(cell for cell in cells if "b" not in cell and "2" not in cell))
