"""What the searching verbs share: limits, and a line of progress after the first second."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from kikashi.cli import _common
from kikashi.cli._common import named_words
from kikashi.law import GameError, Room
from kikashi.law.capabilities import Options
from kikashi.search import Limits, Progress

ByOption = Annotated[
    str | None,
    typer.Option("--by", metavar="METHOD", help="The class of wins: `kikashi games` lists them."),
]
NodesOption = Annotated[int | None, typer.Option("--nodes", help="Stop after so many positions.")]
SecondsOption = Annotated[float | None, typer.Option("--seconds", help="Stop after so long.")]
CheckOption = Annotated[
    bool,
    typer.Option("--check/--no-check", help="Replay wins by the checker, so that they are proved."),
]
MemoryOption = Annotated[
    str, typer.Option("--memory", metavar="SIZE", help="For tables, such as 512M or 2G.")
]


def make_limits(nodes: int | None, seconds: float | None, memory: str) -> Limits:
    """The limits as the options give them."""
    return Limits(nodes=nodes, seconds=seconds, memory=_common.parse_memory(memory))


def method(room: Room, options: Options, by: str | None) -> str:
    """The method asked for, or the room's first; a refusal names those there are."""
    known = room.capabilities(options).provers
    if not known:
        raise GameError(f"{room.id} with these options has no prover")
    known = (*known, *room.exact_methods(options))
    if by is not None and by not in known:
        raise GameError(f"{room.id} can be searched by {' or '.join(known)}, not by {by!r}")
    return by or known[0]


def own_flags(room: Room, words: list[str], language: str = "en") -> dict[str, object]:
    """What only this room's searches take, as `--name value` or `--name=value`."""
    known = {flag.name: flag for flag in room.flags()}
    given = named_words(words)
    for name in given:
        if name not in known:
            listed = "".join(
                f"\n  --{flag.name} {'|'.join(flag.choices) or flag.name.upper()}  "
                f"{flag.help[language]} [{flag.default}]"
                for flag in known.values()
            )
            has = f"it has:{listed}" if listed else "it has none of its own"
            raise typer.BadParameter(f"{room.id} has no option --{name[:40]}; {has}")
    return room.read_flags(given)


@contextmanager
def progress_line() -> Iterator[Progress]:
    """A callback for a search; on a terminal it keeps one line of standard error up to date."""
    console = Console(stderr=True)
    began = last = time.monotonic()
    shown = False

    def show(nodes: int, _seconds: float) -> None:
        nonlocal last, shown
        now = time.monotonic()
        if now - began < 1 or now - last < 0.2 or not console.is_terminal:
            return
        last, shown = now, True
        print(f"\r{nodes:,} nodes, {now - began:.0f} s ", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
