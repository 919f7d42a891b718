"""`kikashi prove`: job-level proof-number search, here or by the machines of a grid."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from kikashi.cli import _common, _grid
from kikashi.cli._refusing import in_a_folder
from kikashi.law import GameError, needed
from kikashi.words import say

if TYPE_CHECKING:
    from kikashi.grid.joblevel import Progress, WinProblem

SIDES = ("mover", "other")


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("prove")
    def command(
        game: _common.GameArgument,
        position: _common.PositionArgument,
        *,
        option: _common.OptionsOption = None,
        side: Annotated[
            str, typer.Option("--side", help="Who is to win: the mover, or the other.")
        ] = "mover",
        nodes: Annotated[
            int, typer.Option("--nodes", min=1, help="For each search of a task.")
        ] = 20_000,
        looks: Annotated[
            int, typer.Option("--looks", min=1, help="Turns that a task looks at.")
        ] = 60,
        tree: Annotated[
            Path | None,
            typer.Option(
                "--tree", callback=in_a_folder, help="Keep all answers here, and go on from them."
            ),
        ] = None,
        proof: Annotated[
            Path | None,
            typer.Option(
                "--proof", callback=in_a_folder, help="Write the certificate of a win here."
            ),
        ] = None,
        tasks: Annotated[
            int | None, typer.Option("--tasks", min=1, help="Stop after so many answers.")
        ] = None,
        seconds: Annotated[
            float | None, typer.Option("--seconds", help="Stop after so long.")
        ] = None,
        jobs: Annotated[int, typer.Option("--jobs", min=1, help="Tasks at a time, here.")] = (
            os.cpu_count() or 1
        ),
        grid: _grid.GridOption = None,
        as_json: _common.JsonOption = False,
        language: _common.LanguageOption = None,
    ) -> None:
        """Proves a win that is too deep for one search, by many small ones.

        The tree of turns is kept here and its leaves are tasks, for this machine or for a grid.
        Wins are put together into one certificate, which is checked before it is written. A
        search that was stopped goes on with the same --tree.

        Example: kikashi prove gomoku "g6 f9 j7 h10 h6 g8 g7 i6" --nodes 5000 --proof win.cert.gz
        """
        from kikashi.grid.joblevel import JobLevelSearch  # noqa: PLC0415

        room, options = _common.find(game, option)
        start = _common.read_position(room, position, options)
        if side not in SIDES:
            raise GameError(f"a side is {' or '.join(SIDES)}, not {side!r}")
        attacker = start.to_move if side == "mover" else 1 - start.to_move
        part = needed(room.job_level(), room.id, "proofs by many searches")
        problem = part.problem(start, attacker, nodes=nodes, looks=looks)
        console = Console(stderr=True)
        with (
            JobLevelSearch(problem, tree) as search,
            _grid.executor(grid, jobs) as executor,
            console.status("prove") as line,
        ):
            found = search.run(
                executor,
                most_tasks=tasks,
                seconds=seconds,
                report=lambda progress: line.update(_line(progress)),
            )
        answer = _answer(problem, found, proof)
        if as_json:
            _common.print_json(answer)
            return
        words = _common.language(language)
        typer.echo(
            say(
                f"prove.{answer['verdict']}",
                words,
                side=room.colour(str(answer["side"]), words),
                turns=answer["turns"] or 0,
                proof_nodes=answer["proof_nodes"] or 0,
            )
        )
        typer.echo(say("prove.spent", words, tasks=found.done, seconds=f"{found.seconds:.1f}"))


def _line(progress: Progress) -> str:
    return (
        f"prove: {progress.done} tasks done, {progress.running} running, {progress.nodes} nodes, "
        f"proof number {progress.pn}, {progress.seconds:.0f} s"
    )


def _answer(problem: WinProblem, found: Progress, proof: Path | None) -> dict[str, object]:
    """The stable fields; a win counts only when its whole certificate has passed the checker."""
    from kikashi.grid.joblevel import Status  # noqa: PLC0415

    turns = size = None
    if found.status is Status.PROVED:
        certificate = problem.certificate()
        size = certificate.check().nodes
        turns = certificate.claim["turns"]
        if proof is not None:
            certificate.save(proof)
    return {
        "game": problem.start.game,
        "verdict": "unknown" if turns is None else "win",
        "side": problem.side,
        "turns": turns,
        "proof": str(proof) if proof is not None and turns is not None else None,
        "proof_nodes": size,
        "exhausted": found.status is Status.DISPROVED,
        "tree_nodes": found.nodes,
        "tasks": found.done,
        "kept": found.kept,
        "cancelled": found.cancelled,
        "failed": found.failed,
        "seconds": round(found.seconds, 3),
    }
