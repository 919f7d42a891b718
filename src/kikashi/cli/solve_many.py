"""`kikashi solve-many`: one position a line in, one verdict a line out, in order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from kikashi.cli import _common, _searching
from kikashi.law import GameError, Position, Room
from kikashi.law.room import Options
from kikashi.search import solve_many


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("solve-many")
    def command(
        game: _common.GameArgument,
        file: Annotated[Path, typer.Argument(help="One position a line, UTF-8.")],
        *,
        by: _searching.ByOption = None,
        option: _common.OptionsOption = None,
        nodes: _searching.NodesOption = None,
        seconds: _searching.SecondsOption = None,
        memory: _searching.MemoryOption = "1G",
        jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Searches at once.")] = 1,
        proofs: Annotated[
            Path | None, typer.Option("--proofs", help="Write each win's certificate here.")
        ] = None,
    ) -> None:
        """Solves every position of FILE; each answer is one JSON object on one line, in order.

        A line that is no position gives an object with "error" and the rest is still solved; the
        exit code is then 1. Limits hold for each position.

        Example: kikashi solve-many connect6 positions.txt --by vcdt --seconds 10 --jobs 2
        """
        room, options = _common.find(game, option)
        method = _searching.method(room, options, by)
        limits = _searching.make_limits(nodes, seconds, memory)
        lines = file.read_text("utf-8").splitlines()
        if proofs is not None:
            proofs.mkdir(parents=True, exist_ok=True)
        verdicts = solve_many(_positions(room, options, lines), method, limits, jobs=jobs)
        console = Console(stderr=True)
        refused = 0
        for number, answer in track(
            enumerate(verdicts, start=1),
            total=len(lines),
            description="solve-many",
            console=console,
            transient=True,
            disable=not console.is_terminal,
        ):
            if isinstance(answer, GameError):
                refused += 1
                _common.print_json({"position": number, "error": str(answer)})
                continue
            found = {"position": number, **answer.to_json()}
            if proofs is not None and answer.certificate is not None:
                path = proofs / f"{number:06d}.cert.gz"
                answer.certificate.save(path)
                found["proof"] = str(path)
            _common.print_json(found)
        if refused:
            raise GameError(f"{refused} of {len(lines)} lines were refused")


def _positions(room: Room, options: Options, lines: list[str]) -> Iterator[Position | GameError]:
    for number, line in enumerate(lines, start=1):
        try:
            yield _common.read_position(room, line, options)
        except GameError as refusal:
            yield GameError(f"line {number}: {refusal}")
