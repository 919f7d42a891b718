"""`kikashi papers`: published tables again, side by side with ours."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kikashi.cli import _common
from kikashi.cli._progress import stage_progress
from kikashi.law import GameError
from kikashi.words import say
from kikashi.words.refusing import in_chinese


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
        from kikashi.papers.published import MISSING  # noqa: PLC0415

        found = entries()
        if as_json:
            tables = [{"id": e.ID, "paper": e.PAPER, "title": e.TITLE} for e in found]
            missing = [{"paper": m.paper, "title": m.what, "why": m.why} for m in MISSING]
            _common.print_json({"tables": tables, "missing": missing})
            return
        spoken = _common.language()
        english = spoken == "en"
        wide = max(len(entry.ID) for entry in found)
        for entry in found:
            title = entry.TITLE if english else entry.TITLE_ZH
            told = say("papers.entry", spoken, paper=entry.PAPER, title=title)
            typer.echo(f"{entry.ID:<{wide}}  {told}")
        for one in MISSING:
            what, why = (one.what, one.why) if english else (one.what_zh, one.why_zh)
            told = say("papers.missing", spoken, paper=one.paper, what=what, why=why)
            typer.echo(f"{'-':<{wide}}  {told}")

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
        quick: Annotated[
            bool, typer.Option("--quick", help="A look of some seconds at each of them.")
        ] = False,
        proof: Annotated[
            Path | None,
            typer.Option("--proof", metavar="FILE", help="Write the certificate here, if any."),
        ] = None,
        again: Annotated[
            bool, typer.Option("--again", help="Run also what the report already has.")
        ] = False,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Repeats a published table; a run that was stopped goes on where it was.

        Example: kikashi papers run 004-puzzles --data data --report report
        """
        from kikashi.papers import Settings, contract, entries, entry  # noqa: PLC0415
        from kikashi.papers.report import kept, text, write  # noqa: PLC0415

        if everything == (name is not None):
            raise GameError("name one table to repeat, or say --all")
        if everything and proof is not None:
            raise GameError("a certificate belongs to one table: name it instead of --all")
        place = data or (Path(os.environ["KIKASHI_DATA"]) if "KIKASHI_DATA" in os.environ else None)
        there = kept(report) if report is not None and everything and not again else {}
        for found in entries() if name is None else (entry(name),):
            if found.ID in there and there[found.ID]["quick"] == quick:
                told = say("papers.already", _common.language(), id=found.ID, place=report)
                typer.echo(told, err=True)
                continue
            few = count or (found.QUICK if quick else None)
            settings = Settings(place, work, jobs, few, proof)
            try:
                with stage_progress() as tell:
                    answer = found.run(settings, tell)
            except contract.PaperError as refused:
                if not everything:
                    raise
                why = in_chinese(str(refused)) if _common.language() != "en" else str(refused)
                told = say("papers.left-out", _common.language(), id=found.ID, why=why)
                typer.echo(told, err=True)
                continue
            if as_json:
                _common.print_json(contract.to_json(found, answer))
            else:
                typer.echo(text(found, answer))
            if report is not None:
                write(report, found, answer, quick=quick)
