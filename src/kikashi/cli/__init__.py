"""The command line. Every module here is one verb and offers `register(app)`; none is listed."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Annotated

import typer

from kikashi import __version__
from kikashi.cli._foreign import foreign
from kikashi.cli._refusing import missing, sentence
from kikashi.games import modules, room, room_ids
from kikashi.law import GameError

app = typer.Typer(
    name="kikashi",
    help="A laboratory for games decided by forcing moves.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"kikashi {__version__}")
        raise typer.Exit


@app.callback()
def _group(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Say which it is."),
    ] = False,
) -> None:
    """A laboratory for games decided by forcing moves."""


def _register_verbs(asked: str = "") -> bool:
    """Only the verb that was asked for is imported, so that each needs no more than itself.

    Whether it was found; if not, all are there.
    """
    names = [m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")]
    for name in [asked] if asked in names else names:
        importlib.import_module(f"{__name__}.{name}").register(app)
    return asked in names


def _register_rooms() -> None:
    """A room's own verbs, as `kikashi <game> <verb>`; a room that has none is not even loaded."""
    for game in room_ids():
        verbs = room(game).verbs() if "verbs" in modules(game) else None
        if verbs is not None:
            app.add_typer(verbs.app, name=game)


def main() -> None:
    """Runs the command line. Exit codes: 0 done, 1 refused or failed, 2 usage, 130 Ctrl-C."""
    try:
        asked = " ".join(sys.argv[1:2]).replace("-", "_")
        if not _register_verbs(asked):
            _register_rooms()
        app()
    except (GameError, OSError) as refusal:
        print(f"kikashi: {foreign(sentence(refusal))}", file=sys.stderr)
        raise SystemExit(1) from None
    except ModuleNotFoundError as error:
        how = missing(error)
        if how is None:
            raise
        print(f"kikashi: {how}", file=sys.stderr)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
