"""`kikashi solve`: does the side to move win by force? A win comes with its proof."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kikashi import games
from kikashi.cli import _common, _searching
from kikashi.cli._refusing import in_a_folder
from kikashi.law import Position
from kikashi.play.spelling import named
from kikashi.search import Verdict, solve
from kikashi.words import say


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command(
        "solve", context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
    )
    def command(
        context: typer.Context,
        game: _common.GameArgument,
        position: _common.PositionArgument,
        *,
        by: _searching.ByOption = None,
        option: _common.OptionsOption = None,
        fastest: Annotated[
            bool, typer.Option("--fastest", help="The shortest win, and the proof that none is.")
        ] = False,
        nodes: _searching.NodesOption = None,
        seconds: _searching.SecondsOption = None,
        memory: _searching.MemoryOption = "1G",
        proof: Annotated[
            Path | None,
            typer.Option(
                "--proof", callback=in_a_folder, help="Write the certificate of a win here."
            ),
        ] = None,
        refutation: Annotated[
            Path | None,
            typer.Option(
                "--refutation",
                callback=in_a_folder,
                help="With --fastest: write why none is shorter here.",
            ),
        ] = None,
        threads: Annotated[
            int | None, typer.Option("--threads", help="With --by dfpn: so many threads.")
        ] = None,
        checkpoint: Annotated[
            Path | None,
            typer.Option(
                "--checkpoint", help="With --by dfpn: go on from this file, and keep it up to date."
            ),
        ] = None,
        check: _searching.CheckOption = True,
        as_json: _common.JsonOption = False,
        language: _common.LanguageOption = None,
    ) -> None:
        """Searches a forced win for the side to move and proves it; `--by dfpn` settles who wins.

        A `win` is told as soon as it is found, and called proved once the checker has replayed its
        certificate; `no` means no win of that class, `unknown` that the
        limits ended the search first. What only one game's searches take (`--quiet 2`) is an
        option too; one that the game does not have is answered with those it has.

        Example: kikashi solve connect6 "j10 a1 a2 k10 l10 b3 d17" --by vcdt --proof win.cert

        Example: kikashi solve gomoku "" -o size=6x6 -o k=5 --by dfpn --proof draw.cert
        """
        spoken = _common.language(language)
        room, options = _common.find(game, option)
        start = _common.read_position(room, position, options)
        limits = _searching.make_limits(nodes, seconds, memory)
        extras: dict[str, object] = {"fastest": True} if fastest else {}
        if threads is not None:
            extras["threads"] = threads
        if checkpoint is not None:
            extras["checkpoint"] = str(checkpoint)
        extras |= _searching.own_flags(room, context.args, spoken)
        with _searching.progress_line() as progress:
            verdict = solve(
                start, _searching.method(room, options, by), limits, progress=progress, **extras
            )
        if not as_json:
            typer.echo(sentence(verdict, spoken, start))
        if check:
            verdict = verdict.replayed()
            if not as_json and verdict.certificate is not None:
                typer.echo(checked_line(verdict, spoken))
        answer = verdict.to_json()
        if verdict.checked is not None:
            answer["check_seconds"] = round(verdict.checked.seconds, 6)
        if proof is not None and verdict.certificate is not None:
            verdict.certificate.save(proof)
            answer["proof"] = str(proof)
        if refutation is not None and verdict.refutation is not None:
            verdict.refutation.save(refutation)
            answer["refutation"] = str(refutation)
        if as_json:
            _common.print_json(answer)


def sentence(verdict: Verdict, language: str, start: Position | None = None) -> str:
    """The verdict for people, with the line from that position where there is one.

    Behind a turn as people write it stand its words, which every verb reads, where they differ.
    """
    home = games.room(verdict.game)
    side, by = home.colour(verdict.side, language), home.method(verdict.by, language)
    name = f"solve.{verdict.verdict}"
    if verdict.verdict == "win" and verdict.checked is None:
        name = "solve.found"
    if not verdict.counts_all:
        name += ".perpetual"
    text = verdict.sentences.get(language) or home.say(
        name, language, side=side, by=by, turns=verdict.turns or 0
    )
    spent = say(
        "solve.spent", language, nodes=f"{verdict.nodes:,}", seconds=f"{verdict.seconds:.2f}"
    )
    lines = [text]
    shown = verdict.line if start is None else named(start, verdict.line, language)
    for number, (turn, written) in enumerate(zip(verdict.line, shown, strict=True)):
        words, stones = "+".join(turn), "+".join(written)
        stones += f"  ({words})" if stones != words else ""
        lines.append(f"     … {stones}" if number % 2 else f"{number // 2 + 1:3}. {stones}")
    if verdict.note:
        lines.append(verdict.note)
    lines.append(spent)
    return "\n".join(lines)


def checked_line(verdict: Verdict, language: str) -> str:
    """What the check of a win came to."""
    checked = verdict.checked
    if checked is None:
        return say("solve.unchecked", language)
    return say(
        "solve.checked", language, nodes=f"{checked.nodes:,}", seconds=f"{checked.seconds:.2f}"
    )
