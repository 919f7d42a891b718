"""`kikashi studio`: the web studio on this machine."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("studio")
    def command(
        host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
        port: Annotated[
            int | None,
            typer.Option(min=1, max=65535, help="The port; else 8000 or the next free one."),
        ] = None,
        database: Annotated[
            str,
            typer.Option(metavar="URL", help="A file or URL; else a file of your own is kept."),
        ] = "",
    ) -> None:
        """Starts the studio and prints its address; it opens no browser. Ctrl-C stops it.

        Example: kikashi studio --port 8123
        """
        # The web server is slow to import, and no other verb needs it.
        from kikashi.studio import serve  # noqa: PLC0415
        from kikashi.studio.settings import Settings  # noqa: PLC0415

        if not serve.is_loopback(host):
            typer.echo(
                f"kikashi: on {host} everybody who can reach this machine can use the studio.",
                err=True,
            )
        settings = Settings(database=database, host=host)
        serve.serve(settings, port, ready=lambda address: typer.echo(f"Kikashi studio: {address}"))
