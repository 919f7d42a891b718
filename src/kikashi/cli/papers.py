"""`kikashi papers`: published tables again, side by side with ours."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kikashi.cli import _common
from kikashi.cli._progress import stage_progress
from kikashi.law import GameError


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    group = typer.Typer(no_args_is_help=True, help="Repeats published tables and figures.")
    app.add_typer(group, name="papers")

    @group.command("list")
    def show(as_json: _common.JsonOption = False) -> None:
        """What can be repeated.

        Example: kikashi papers list
        """
        from kikashi.papers import entries  # noqa: PLC0415

        for entry in entries():
            if as_json:
                _common.print_json({"id": entry.ID, "paper": entry.PAPER, "title": entry.TITLE})
            else:
                typer.echo(f"{entry.ID:<16} paper {entry.PAPER}: {entry.TITLE}")

    @group.command("run")
    def run(
        name: Annotated[
            str | None, typer.Argument(metavar="ID", help="From `papers list`.")
        ] = None,
        *,
        everything: Annotated[bool, typer.Option("--all", help="Repeat all of them.")] = False,
        data: Annotated[
            Path | None, typer.Option("--data", help="The folder of records; or KIKASHI_DATA.")
        ] = None,
        work: Annotated[
            Path, typer.Option("--work", help="Where long runs keep what they have done.")
        ] = Path("papers-work"),
        report: Annotated[
            Path | None, typer.Option("--report", metavar="DIR", help="Write pages here.")
        ] = None,
        jobs: Annotated[int, typer.Option("--jobs", min=1, help="Searches at a time.")] = (
            os.cpu_count() or 1
        ),
        count: Annotated[
            int | None, typer.Option("--games", min=1, help="Only so many records.")
        ] = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Repeats a published table; a run that was stopped goes on where it was.

        Example: kikashi papers run 004-puzzles --data data --report report
        """
        from kikashi.papers import Settings, contract, entries, entry  # noqa: PLC0415
        from kikashi.papers.report import text, write  # noqa: PLC0415

        if everything == (name is not None):
            raise GameError("name one table to repeat, or say --all")
        place = data or (Path(os.environ["KIKASHI_DATA"]) if "KIKASHI_DATA" in os.environ else None)
        settings = Settings(place, work, jobs, count)
        made = []
        for found in entries() if name is None else (entry(name),):
            with stage_progress() as tell:
                answer = found.run(settings, tell)
            made.append((found, answer))
            if as_json:
                _common.print_json(contract.to_json(found, answer))
            else:
                typer.echo(text(found, answer))
            if report is not None:
                write(report, made)
