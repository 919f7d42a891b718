"""`kikashi studio`: the web studio on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kikashi.law import GameError


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("studio")
    def command(
        *,
        host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
        port: Annotated[
            int | None,
            typer.Option(min=1, max=65535, help="The port; else 8000 or the next free one."),
        ] = None,
        database: Annotated[
            str,
            typer.Option(metavar="URL", help="A file or URL; else a file of your own is kept."),
        ] = "",
        secret_file: Annotated[
            Path | None,
            typer.Option(
                metavar="FILE",
                help="Holds the secret that signs cookies; else KIKASHI_SECRET, or on this machine "
                "alone one that the database keeps.",
            ),
        ] = None,
        name: Annotated[
            list[str] | None,
            typer.Option(help="A further host name to answer for, behind a proxy say."),
        ] = None,
        https: Annotated[
            bool, typer.Option("--https", help="A proxy speaks https: cookies go over it alone.")
        ] = False,
        guests_work: Annotated[
            bool | None,
            typer.Option(
                "--guests-work/--no-guests-work",
                help="Whether guests may ask for long work.",
                show_default="on this machine alone",
            ),
        ] = None,
        grid: Annotated[
            Path | None,
            typer.Option(
                metavar="DIR", help="Show the grid whose broker runs in this folder on a page."
            ),
        ] = None,
        report: Annotated[
            Path | None,
            typer.Option(
                metavar="DIR",
                exists=True,
                file_okay=False,
                help="Link this report of `kikashi papers run --report DIR` under 'About'.",
            ),
        ] = None,
    ) -> None:
        """Starts the studio and prints its address; it opens no browser. Ctrl-C stops it.

        Example: kikashi studio --port 8123
        """
        # The web server is slow to import, and no other verb needs it.
        from kikashi.studio import serve  # noqa: PLC0415
        from kikashi.studio.settings import Settings  # noqa: PLC0415

        settings = Settings(
            database=database,
            host=host,
            names=tuple(name or ()),
            secret=_secret(secret_file),
            secure_cookies=https,
            guests_may_work=guests_work,
            grid=_grid(grid),
            report=report,
        )
        if settings.public:
            work = "may" if settings.guests_work else "may not"
            typer.echo(
                f"kikashi: on {host} everybody who can reach this machine can use the studio; "
                f"guests {work} ask for long work. Put a proxy that speaks https in front of it.",
                err=True,
            )
        serve.serve(settings, port, ready=lambda address: typer.echo(f"Kikashi studio: {address}"))


def _grid(folder: Path | None) -> Path | None:
    if folder is not None and not folder.is_dir():
        raise GameError(
            f"there is no folder {folder}; --grid takes the one that `grid broker --dir` names"
        )
    return folder


def _secret(file: Path | None) -> str:
    if file is None:
        return os.environ.get("KIKASHI_SECRET", "").strip()
    try:
        return file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as why:
        raise GameError(f"the secret in {file} cannot be read: {why}") from None
