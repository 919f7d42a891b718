"""`kikashi solve-many`: one position a line in, one verdict a line out, in order."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from kikashi.cli import _common, _grid, _searching
from kikashi.cli._progress import stage_progress
from kikashi.cli._refusing import text_of
from kikashi.law import GameError, Position, Room
from kikashi.law.capabilities import Options
from kikashi.search import Limits, Verdict, solve_many


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
        check: _searching.CheckOption = True,
        grid: _grid.GridOption = None,
        as_json: Annotated[
            bool, typer.Option("--json", help="As it does anyway: one object a line.")
        ] = True,
    ) -> None:
        """Solves every position of FILE; each answer is one JSON object on one line, in order.

        A line that is no position gives an object with "error" and the rest is still solved; the
        exit code is then 1. Limits hold for each position. With --grid the machines of a grid do
        the work; then --nodes is the limit (a million if it is not named), so that each of them
        finds the same. An answer that turns out to be a lie comes again, with "corrected": true.

        Example: kikashi solve-many connect6 positions.txt --by vcdt --seconds 10 --jobs 2

        Example: kikashi solve-many connect6 positions.txt --nodes 100000 --grid app.json
        """
        del as_json
        room, options = _common.find(game, option)
        method = _searching.method(room, options, by)
        limits = _searching.make_limits(nodes, seconds, memory)
        lines = text_of(file).splitlines()
        if proofs is not None:
            proofs.mkdir(parents=True, exist_ok=True)
        positions = _positions(room, options, lines)
        if grid is not None:
            if seconds is not None:
                raise GameError("on a grid a search is limited by --nodes, not by --seconds")
            answers = _far(grid, positions, method, limits)
        else:
            answers = _near(solve_many(positions, method, limits, jobs=jobs), check=check)
        refused = 0
        for number, answer in _told(answers, len(lines)):
            if isinstance(answer, GameError):
                refused += 1
                _common.print_json({"position": number, "error": str(answer)})
                continue
            fields, certificate = answer
            found = {"position": number, **fields}
            if proofs is not None and certificate is not None:
                path = proofs / f"{number:06d}.cert.gz"
                path.write_bytes(certificate)
                found["proof"] = str(path)
            _common.print_json(found)
        if refused:
            raise GameError(f"{refused} of {len(lines)} lines were refused")


T = TypeVar("T")


def _told(answers: Iterable[T], total: int) -> Iterator[tuple[int, T]]:
    """The answers with their numbers, while progress is told on standard error."""
    with stage_progress() as tell:
        tell("solve-many", 0, total)
        for number, answer in enumerate(answers, start=1):
            yield number, answer
            tell("solve-many", number, total)


def _positions(room: Room, options: Options, lines: list[str]) -> Iterator[Position | GameError]:
    for number, line in enumerate(lines, start=1):
        try:
            yield _common.read_position(room, line, options)
        except GameError as refusal:
            yield GameError(f"line {number}: {refusal}")


Found = tuple[dict[str, object], bytes | None]
"""The fields to print, and the packed certificate of a win."""


def _near(verdicts: Iterator[Verdict | GameError], *, check: bool) -> Iterator[Found | GameError]:
    for found in verdicts:
        if isinstance(found, GameError):
            yield found
            continue
        verdict = found.replayed() if check else found
        proof = verdict.certificate
        yield (
            verdict.to_json(),
            None if proof is None else gzip.compress(proof.to_bytes(), mtime=0),
        )


def _far(
    grid: Path, positions: Iterator[Position | GameError], by: str, limits: Limits
) -> Iterator[Found | GameError]:
    from kikashi.grid.solving import NODES, Answer, solve_many_on  # noqa: PLC0415

    def corrected(number: int, answer: Answer | GameError) -> None:
        # It was printed already: the line comes again, and says so.
        if not isinstance(answer, GameError):
            _common.print_json({"position": number + 1, **answer.fields, "corrected": True})

    with _grid.executor(grid) as executor:
        nodes, memory = limits.nodes or NODES, limits.memory
        for answer in solve_many_on(
            executor, positions, by, nodes=nodes, memory=memory, corrected=corrected
        ):
            yield answer if isinstance(answer, GameError) else (answer.fields, answer.certificate)
