"""`kikashi grid`: many machines."""

from __future__ import annotations

import asyncio
import math
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from kikashi.cli import _common
from kikashi.law import GameError
from kikashi.words import say

FolderOption = Annotated[Path, typer.Option("--dir", help="The broker's folder.")]


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    grid = typer.Typer(no_args_is_help=True, help="Many machines: a broker, volunteers, tasks.")
    app.add_typer(grid, name="grid")

    @grid.command()
    def broker(
        folder: FolderOption,
        *,
        port: Annotated[int, typer.Option("--port", min=1, max=65535)] = 4222,
        host: Annotated[str, typer.Option("--host", help="Where to listen.")] = "",
        url: Annotated[
            str, typer.Option("--url", help="How others reach it; goes into credentials.")
        ] = "",
        ledger: Annotated[
            str, typer.Option("--ledger", help="A PostgreSQL URL; else SQLite in the folder.")
        ] = "",
        cluster: Annotated[
            str,
            typer.Option(
                "--cluster",
                help="The three brokers of a cluster, HOST[:PORT[:ROUTES]] each, with commas.",
            ),
        ] = "",
        member: Annotated[
            int, typer.Option("--member", help="Which of them this is: 1, 2 or 3.")
        ] = 1,
        checkers: Annotated[
            int, typer.Option("--checkers", min=1, max=64, help="Processes that check proofs.")
        ] = 1,
        status_port: Annotated[
            int, typer.Option("--status-port", min=0, max=65535, help="For JSON and Prometheus.")
        ] = 0,
        server_port: Annotated[
            int,
            typer.Option("--server-port", min=0, max=65535, help="For nats-server's own pages."),
        ] = 0,
        lease: Annotated[
            float, typer.Option("--lease", min=1, help="Seconds until a silent PC loses a task.")
        ] = 20.0,
        give_up: Annotated[
            float | None,
            typer.Option(
                "--give-up",
                min=1,
                help="Seconds until a task that no PC can do comes back.",
                show_default="it waits",
            ),
        ] = None,
    ) -> None:
        """Runs a broker: the NATS server and the coordinator with its ledger.

        Example: kikashi grid broker --dir ~/grid --host 0.0.0.0 --url tls://grid.example.org:4222
        """
        from kikashi.grid.broker import Broker  # noqa: PLC0415
        from kikashi.grid.trust import Policy  # noqa: PLC0415

        policy = Policy(lease=lease, beat=min(4.0, lease / 4), nobody=give_up or math.inf)
        if cluster:
            from kikashi.grid.cluster import Cluster  # noqa: PLC0415
            from kikashi.grid.cluster_broker import ClusterBroker  # noqa: PLC0415

            made: Broker = ClusterBroker(
                folder,
                Cluster.read(cluster, member),
                ledger,
                host=host,
                policy=policy,
                checkers=checkers,
                status_port=status_port,
                server_port=server_port,
            )
        else:
            made = Broker(
                folder,
                host=host or "127.0.0.1",
                port=port,
                url=url,
                ledger=ledger,
                policy=policy,
                checkers=checkers,
                status_port=status_port,
                server_port=server_port,
            )
        typer.echo(f"broker at {made.place.url}, folder {made.folder}", err=True)
        _until_stopped(made.run(lambda: typer.echo("ready", err=True)))

    @grid.command()
    def invite(
        name: Annotated[str, typer.Argument(help="Small letters, digits, hyphens.")],
        folder: FolderOption,
        role: Annotated[str, typer.Option("--role", help="pc or app.")],
        out: Annotated[Path, typer.Option("--out", help="Where to write the credential.")],
        *,
        owner: Annotated[str, typer.Option("--owner", help="Whose PC it is; else NAME.")] = "",
        trusted: Annotated[
            bool, typer.Option("--trusted", help="Believe its results without a second owner.")
        ] = False,
        url: Annotated[str, typer.Option("--url", help="Another address of the broker.")] = "",
        language: _common.LanguageOption = None,
    ) -> None:
        """Makes a credential file for a volunteer's PC or for an app.

        Example: kikashi grid invite anna --dir ~/grid --role pc --out anna.grid
        """
        from kikashi.grid import broker as house  # noqa: PLC0415

        made = house.invite(folder, name, role, owner=owner, trusted=trusted, url=url)
        house.write_credential(made, out)
        words = _common.language(language)
        typer.echo(say("grid.invited", words, file=out, role=role, name=name), err=True)

    @grid.command()
    def revoke(
        name: Annotated[str, typer.Argument(help="Who was invited.")],
        folder: FolderOption,
        *,
        language: _common.LanguageOption = None,
    ) -> None:
        """Takes a credential back; a live connection is dropped.

        Example: kikashi grid revoke anna --dir ~/grid
        """
        from kikashi.grid import broker as house  # noqa: PLC0415

        gone = house.revoke(folder, name)
        words = _common.language(language)
        typer.echo(say("grid.revoked", words, role=gone.role, name=gone.name), err=True)

    @grid.command()
    def join(
        file: Annotated[Path, typer.Argument(help="A credential of the role pc.")],
        *,
        cores: Annotated[int, typer.Option("--cores", min=1, max=4096)] = 1,
        memory: Annotated[str, typer.Option("--memory", help="For each task, like 2G.")] = "2G",
        hours: Annotated[str, typer.Option("--hours", help="Like 20:00-8:00.")] = "",
        only_when_idle: Annotated[
            bool, typer.Option("--only-when-idle", help="Step aside when others use the PC.")
        ] = False,
        grace: Annotated[
            float, typer.Option("--grace", min=0, help="Seconds of quiet before it works.")
        ] = 60.0,
        engines: Annotated[
            Path | None, typer.Option("--engines", help="A TOML file of outside engines.")
        ] = None,
        unsafe: Annotated[
            bool, typer.Option("--unsafe", help="Run engines without bubblewrap.")
        ] = False,
        nice: Annotated[int, typer.Option("--nice", min=1, max=19)] = 10,
        finish: Annotated[
            float, typer.Option("--finish", min=0, help="Seconds for running tasks on Ctrl-C.")
        ] = 30.0,
        systemd: Annotated[
            bool, typer.Option("--systemd", help="Print a unit that does this after every boot.")
        ] = False,
    ) -> None:
        """Turns this PC into a volunteer. Ctrl-C finishes or hands back what it holds.

        Example: kikashi grid join anna.grid --cores 4 --only-when-idle
        """
        if systemd:
            from kikashi.cli._grid_unit import unit  # noqa: PLC0415

            typer.echo(unit(file, sys.argv[1:], finish), nl=False)
            return
        from kikashi.cli._grid_join import volunteer  # noqa: PLC0415

        made = volunteer(
            file,
            cores=cores,
            memory=memory,
            hours=hours,
            only_when_idle=only_when_idle,
            grace=grace,
            engines=engines,
            unsafe=unsafe,
            nice=nice,
            finish=finish,
        )
        why = asyncio.run(made)
        if why:
            raise GameError(why)

    @grid.command()
    def status(
        folder: FolderOption,
        *,
        watch: Annotated[
            bool, typer.Option("--watch", help="Keep the table up to date until Ctrl-C.")
        ] = False,
        json_output: _common.JsonOption = False,
        language: _common.LanguageOption = None,
    ) -> None:
        """Shows PCs, tasks, idle time and why, wasted results and what each owner has done.

        Example: kikashi grid status --dir ~/grid --watch
        """
        from kikashi.cli import _grid_status  # noqa: PLC0415

        _grid_status.show(
            folder, watch=watch, json_output=json_output, language=_common.language(language)
        )


def _until_stopped(work: Coroutine[Any, Any, None]) -> None:
    async def main() -> None:
        task = asyncio.create_task(work)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, task.cancel)
        await task

    try:
        asyncio.run(main())
    except asyncio.CancelledError:
        sys.exit(130)
