"""`kikashi perft`: counts the ways to play on, by the twin where there is one, else by the law."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kikashi.cli import _common
from kikashi.law import Move, Position, Room
from kikashi.play import counting

DEEPEST = 64


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("perft")
    def command(
        game: _common.GameArgument,
        position: _common.PositionArgument,
        depth: Annotated[int, typer.Argument(min=0, max=DEEPEST, help="Moves (or turns) deep.")],
        *,
        option: _common.OptionsOption = None,
        turns: Annotated[
            bool,
            typer.Option("--turns", help="Count whole turns; the order inside a turn is one."),
        ] = False,
        law: Annotated[
            bool, typer.Option("--law", help="Count with the law even where there is a twin.")
        ] = False,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Counts the sequences of DEPTH moves, or with --turns of DEPTH turns.

        With --turns the stones of one turn commute: two orders of the same stones are one turn.
        A game that ends earlier adds nothing.

        Example: kikashi perft connect6 "" 2 --turns
        """
        room, options = _common.find(game, option)
        start = _common.read_position(room, position, options)
        by_twin = not law and room.has_part("twin")
        began = time.perf_counter()
        count = _count(room, start, depth, turns=turns, by_twin=by_twin)
        seconds = time.perf_counter() - began
        if as_json:
            _common.print_json(
                {
                    "game": room.id,
                    "options": dict(start.options),
                    "position": start.to_text(),
                    "depth": depth,
                    "unit": "turns" if turns else "moves",
                    "by": "twin" if by_twin else "law",
                    "count": count,
                    "seconds": round(seconds, 6),
                }
            )
        else:
            typer.echo(count)


def _count(room: Room, start: Position, depth: int, *, turns: bool, by_twin: bool) -> int:
    """The count, one first move (or turn) after the other, so that a long one shows its way."""
    if depth <= 1 and not by_twin:
        return counting.perft(start, depth, turns=turns)
    if depth <= 1:
        return room.twin(start).perft(depth, turns)
    firsts: list[tuple[tuple[Move, ...], Position]]
    if turns:
        firsts = counting.turns_after(start)
    else:
        firsts = [((move,), start.play(move)) for move in start.legal_moves()]
    if not by_twin:
        return sum(counting.perft(after, depth - 1, turns=turns) for _, after in _shown(firsts))
    twin = room.twin(start)
    total = 0
    for moves, _ in _shown(firsts):
        for move in moves:
            twin.play(move)
        total += twin.perft(depth - 1, turns)
        for _ in moves:
            twin.undo()
    return total


def _shown(
    firsts: list[tuple[tuple[Move, ...], Position]],
) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """The same list, with a progress bar on standard error once a second has passed."""
    began = time.monotonic()
    items: Iterable[tuple[tuple[Move, ...], Position]] = iter(firsts)
    done = 0
    for item in items:
        yield item
        done += 1
        if time.monotonic() - began > 1:
            break
    progress = Progress(
        TextColumn("perft"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    if done < len(firsts):
        with progress:
            task = progress.add_task("perft", total=len(firsts), completed=done)
            for item in items:
                yield item
                progress.advance(task)
