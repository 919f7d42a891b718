"""`kikashi fairness`: who wins after each first move, or under each rule, proved or estimated."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kikashi.cli import _common
from kikashi.cli._progress import stage_progress
from kikashi.cli._refusing import in_a_folder
from kikashi.law import GameError
from kikashi.words import say

if TYPE_CHECKING:
    from kikashi.arena.fairness import Finding


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("fairness")
    def command(
        game: _common.GameArgument,
        *,
        option: _common.OptionsOption = None,
        first: Annotated[
            str | None,
            typer.Option("--first", help="Only these first moves, with spaces between."),
        ] = None,
        rings: Annotated[
            int | None,
            typer.Option("--rings", min=1, help="Only first moves of the N outermost rings."),
        ] = None,
        over: Annotated[
            str | None,
            typer.Option(
                "--over", metavar="KEY=A,B,C", help="Ask about rules, not about first moves."
            ),
        ] = None,
        games: Annotated[
            int, typer.Option("--games", min=0, help="Games for each, where nothing is proved.")
        ] = 20,
        nodes: Annotated[int, typer.Option("--nodes", min=1, help="Of each turn in a game.")] = 300,
        level: Annotated[int, typer.Option("--level", min=1, max=10, help="Who plays.")] = 10,
        proof_nodes: Annotated[
            int, typer.Option("--proof-nodes", min=0, help="Of each search for a proof; 0: none.")
        ] = 20_000,
        seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
        keep: Annotated[
            Path | None,
            typer.Option(
                "--keep", metavar="FILE", callback=in_a_folder, help="Go on from here, and add."
            ),
        ] = None,
        svg: Annotated[
            Path | None,
            typer.Option("--svg", metavar="FILE", help="Draw the board, coloured by result."),
        ] = None,
        jobs: Annotated[int, typer.Option("--jobs", min=1, help="Games at a time.")] = (
            os.cpu_count() or 1
        ),
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Asks of every first move (symmetric ones once) who wins.

        What a search proves is replayed by the checker; the rest is played many times, with the
        95% interval of the first player's score. A run that was stopped goes on with --keep.

        Example: kikashi fairness gomoku --rings 4 --games 40 --keep lin.jsonl --svg lin.svg

        Example: kikashi fairness connect --over k=4,5,6 -o size=9x9 --games 20
        """
        from kikashi.arena.fairness import Study, first_moves  # noqa: PLC0415
        from kikashi.arena.fairness import over as under  # noqa: PLC0415
        from kikashi.arena.fairness_picture import picture  # noqa: PLC0415

        room, options = _common.find(game, option)
        if over is not None:
            key, equals, values = over.partition("=")
            if not equals or not key or not values:
                raise GameError(f"--over looks like ring=1,2,3, not {over!r:.40}")
            if first or rings or svg:
                raise GameError("--over asks about rules; first moves and a picture go without it")
            questions = tuple(under(room.id, options, key, values.split(",")))
        else:
            questions = first_moves(room.start(options), rings)
        if first is not None:
            wanted = set(first.split())
            questions = tuple(q for q in questions if wanted & set(q.cells))
        study = Study(
            questions,
            games=games,
            nodes=nodes,
            level=level,
            proof_nodes=proof_nodes,
            seed=seed,
            keep=keep,
        )
        with stage_progress() as tell:
            found = study.run(jobs, lambda done, of: tell("fairness", done, of))
        spoken = _common.language(language)
        if svg is not None:
            svg.write_text(picture(room.start(options), found, spoken), "utf-8")
        if as_json:
            answers = [_fields(one) for one in found]
            _common.print_json({"game": room.id, "options": options, "findings": answers})
            return
        for finding in found:
            typer.echo(line(finding, spoken))


def line(finding: Finding, language: str) -> str:
    """One finding for people."""
    name = finding.question.name
    if finding.checked is not None:
        within = finding.within or 0
        key = "fairness.draw" if finding.proved == "draw" else f"fairness.proved.{finding.proved}"
        return say(key, language, name=name, by=finding.by, turns=within)
    tally = finding.tally
    if not tally.games:
        return say("fairness.open", language, name=name)
    low, high = finding.interval
    return say(
        "fairness.played",
        language,
        name=name,
        first=tally.wins,
        draws=tally.draws,
        second=tally.losses,
        score=f"{100 * tally.score:.0f}",
        low=f"{100 * low:.0f}",
        high=f"{100 * high:.0f}",
        leaning=say(f"fairness.leans.{finding.leaning or 'none'}", language),
    )


def _fields(finding: Finding) -> dict[str, Any]:
    low, high = finding.interval
    plies = finding.plies
    return {
        "name": finding.question.name,
        "cells": list(finding.question.cells),
        "proved": finding.proved or None,
        "by": finding.by or None,
        "within": finding.within,
        "games": finding.tally.games,
        "first_wins": finding.tally.wins,
        "draws": finding.tally.draws,
        "second_wins": finding.tally.losses,
        "low": round(low, 4),
        "high": round(high, 4),
        "leaning": finding.leaning or None,
        "mean_plies": round(sum(plies) / len(plies), 1) if plies else None,
    }
