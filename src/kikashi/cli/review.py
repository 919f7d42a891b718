"""`kikashi review`: where a record missed a proved win, or allowed one."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from kikashi.cli import _common, _searching
from kikashi.cli._refusing import in_a_folder
from kikashi.law import GameError
from kikashi.play.reviewing import ALLOWED, DELAYED, MISSED, TurnReview, annotate, review, sentences
from kikashi.play.spelling import spelled
from kikashi.records import Record, Refusal, read_collection, write
from kikashi.words import say

USUAL_SECONDS = 1.0


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("review")
    def command(
        record: Annotated[
            str, typer.Argument(help="A file of records; games.sgf#3 is its third game.")
        ],
        *,
        game: Annotated[
            str | None, typer.Option("--game", help="Where the record does not say it.")
        ] = None,
        by: _searching.ByOption = None,
        seconds: Annotated[
            float | None,
            typer.Option("--seconds", help="For each search.", show_default="1"),
        ] = None,
        nodes: _searching.NodesOption = None,
        memory: _searching.MemoryOption = "1G",
        sgf: Annotated[
            Path | None,
            typer.Option(
                metavar="FILE", callback=in_a_folder, help="Write the game with comments here."
            ),
        ] = None,
        option: _common.OptionsOption = None,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Searches before and after every turn, and says what is proved.

        Example: kikashi review game.sgf --seconds 1 --sgf reviewed.sgf
        """
        found = _read(record, game, _common.parse_options(option))
        budget = USUAL_SECONDS if seconds is None and nodes is None else seconds
        limits = _searching.make_limits(nodes, budget, memory)
        spoken = _common.language(language)
        with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("", total=None)
            turns = review(
                found,
                limits,
                by,
                watch=lambda done, total: bar.update(task, completed=done, total=total),
            )
        if sgf is not None:
            sgf.write_bytes(write([annotate(found, turns, spoken)]))
        if as_json:
            _common.print_json(describe(found, turns, limits.seconds, limits.nodes))
        else:
            for line in lines(found, turns, spoken):
                typer.echo(line)


def _read(text: str, game: str | None, options: dict[str, str]) -> Record:
    place = re.fullmatch(r"@?(.+?)(?:#(\d{1,9}))?", text, re.DOTALL)
    if place is None:
        raise GameError(f"{text!r} names no record")
    file, wanted = place[1], int(place[2] or 1)
    for number, found in enumerate(read_collection(file, game, options=options or None), start=1):
        if isinstance(found, Refusal) and (number == wanted or found.game == 0):
            raise GameError(str(found))
        if number == wanted and isinstance(found, Record):
            return found
    raise GameError(f"{file} has no game {wanted}")


def describe(
    record: Record, turns: tuple[TurnReview, ...], seconds: float | None, nodes: int | None
) -> dict[str, Any]:
    """A review as `review --json` answers it."""
    names = record.room.player_names(record.options)
    return {
        "game": record.game,
        "options": dict(record.options),
        "players": list(record.players),
        "result": record.winner() or None,
        "budget": {"seconds": seconds, "nodes": nodes},
        "summary": {name: _counts(turns, name) for name in names},
        "turns": [turn.to_json() for turn in turns],
    }


def _counts(turns: tuple[TurnReview, ...], player: str) -> dict[str, int]:
    own = [turn for turn in turns if turn.player == player]
    return {
        "missed": sum(MISSED in turn.findings for turn in own),
        "delayed": sum(DELAYED in turn.findings for turn in own),
        "allowed": sum(ALLOWED in turn.findings for turn in own),
        "undecided": sum(turn.undecided for turn in own),
    }


def _moves(turn: TurnReview, language: str) -> str:
    """The moves of a turn as people write them."""
    return spelled(turn.before, [turn.moves], language) if turn.before else "+".join(turn.moves)


def lines(record: Record, turns: tuple[TurnReview, ...], language: str) -> list[str]:
    """A review for people: the turns there is something to say about, then a sum."""
    found = []
    for turn in turns:
        for said in sentences(turn, language):
            found.append(
                say(
                    "review.turn",
                    language,
                    number=turn.number,
                    side=record.room.colour(turn.player, language),
                    moves=_moves(turn, language),
                    said=said,
                )
            )
    faults = [t for t in turns if {MISSED, DELAYED, ALLOWED} & set(t.findings)]
    if not faults:
        found.append(say("review.nothing", language))
    undecided = sum(turn.undecided for turn in turns)
    if undecided:
        found.append(say("review.undecided", language, count=undecided, total=len(turns)))
    for name in record.room.player_names(record.options):
        counts = _counts(turns, name)
        found.append(
            say(
                "review.summary",
                language,
                side=record.room.colour(name, language),
                missed=counts["missed"],
                delayed=counts["delayed"],
                allowed=counts["allowed"],
            )
        )
    return found
