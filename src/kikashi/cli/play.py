"""`kikashi play`: a game in the terminal, between people, against a computer, or between two."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kikashi.cli import _common
from kikashi.cli._refusing import in_a_folder
from kikashi.cli._terminal import TerminalGame
from kikashi.law import GameError
from kikashi.play import HUMAN, Clock, TimeControl
from kikashi.protocols.levels_door import make_player

DEFAULT_OPPONENT = "simple"


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command(
        "play", context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
    )
    def command(
        context: typer.Context,
        game: _common.GameArgument,
        *,
        option: _common.OptionsOption = None,
        position: Annotated[
            str, typer.Option("--from", metavar="POSITION", help="Start from this position.")
        ] = "",
        seed: Annotated[
            int | None, typer.Option(min=0, help="Makes the computer's choices repeatable.")
        ] = None,
        clock: Annotated[
            str | None,
            typer.Option(metavar="SECONDS[+SECONDS]", help="Main time, and more for each turn."),
        ] = None,
        save: Annotated[
            Path | None,
            typer.Option(
                metavar="FILE", callback=in_a_folder, help="Write the game here as SGF at the end."
            ),
        ] = None,
        book: _common.BookOption = True,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Plays a game in the terminal. Type moves such as j10, or `help` for the other words.

        Each player of the game is an option: `--black human --white level:7` (human, simple, or a
        level; else the first is a human and the others are simple). `level:10/no-book` is a level
        that plays nothing from its book of openings; with --no-book nobody does.

        With --json the game goes to standard error and one object about it to standard output.

        Example: kikashi play gomoku --white level:3 --clock 300+5
        """
        room, options = _common.find(game, option)
        names = room.player_names(options)
        asked = _common.named_words(context.args)
        for name in asked:
            if name not in names:
                raise GameError(f"this game has no player {name}; it has: {', '.join(names)}")
        seats = [
            asked.get(name) or (HUMAN if number == 0 else DEFAULT_OPPONENT)
            for number, name in enumerate(names)
        ]
        if seats.count(HUMAN) > 1 and room.capabilities(options).hidden:
            raise GameError(f"{room.id} has hidden information; a terminal would show it to both")
        start = _common.read_position(room, position, options) if position else room.start(options)
        computers = {
            player: make_player(start, who, None if seed is None else seed + player, book=book)
            for player, who in enumerate(seats)
            if who != HUMAN
        }
        control = TimeControl.from_text(clock) if clock else None
        session = TerminalGame(
            room=room,
            start=start,
            seats=tuple(seats),
            computers=computers,
            clock=Clock(control, len(names)) if control else None,
            increment=control.increment if control else 0.0,
            language=_common.language(language),
            out=sys.stderr if as_json else sys.stdout,
            seed=seed,
            book=book,
        )
        if save is not None:
            session.refuse_other(save)  # now: after the game it would be lost
        try:
            session.run()
        finally:
            if save is not None:  # after Ctrl-C too: what was played is not lost
                session.save(save)
        if as_json:
            _common.print_json(session.describe())
