"""`kikashi puzzles`: the factory. Databases are SQLite files, or URLs of other servers."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kikashi import games
from kikashi.cli import _common, _grid
from kikashi.cli._progress import stage_progress
from kikashi.cli._refusing import in_a_folder
from kikashi.law import GameError, Position

if TYPE_CHECKING:
    from kikashi.puzzles import Puzzle, Stats

# The factory is imported inside the verbs: a database layer is slow to load, and `--help` and all
# other verbs pass through this module.

FromOption = Annotated[str, typer.Option("--from", metavar="DB", help="The puzzle database.")]
GameOption = Annotated[str | None, typer.Option("--game", help="Only this game's puzzles.")]
LengthOption = Annotated[
    int | None,
    typer.Option(
        "--length", min=1, help="Only this length: turns to find, without one that only completes."
    ),
]
QualityOption = Annotated[
    str | None, typer.Option("--quality", help="best, good, fair, several, or unique.")
]
SortOption = Annotated[
    str, typer.Option("--sort", help="single-threats, defence or best-choice instead.")
]
TagOption = Annotated[str | None, typer.Option("--tag", help="Only puzzles with this tag.")]


def register(app: typer.Typer) -> None:
    """Adds the verbs."""
    group = typer.Typer(no_args_is_help=True, help="Makes, shows, exports and audits puzzles.")
    app.add_typer(group, name="puzzles")
    _register_play(group)
    _register_make(group)
    _register_starter(group)
    _register_stats(group)
    _register_show(group)
    _register_export(group)
    _register_audit(group)


def _register_play(group: typer.Typer) -> None:
    @group.command("play")
    def play(
        target: Annotated[Path, typer.Argument(metavar="FILE", help="A list of moves a line.")],
        *,
        game: Annotated[str, typer.Option("--game", help="The game to play.")],
        count: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 100,
        seed: Annotated[int, typer.Option("--seed", help="The same seed, the same games.")] = 1,
        level: Annotated[
            int | None,
            typer.Option("--level", min=1, max=9, help="Let this level play, with slips."),
        ] = None,
        option: _common.OptionsOption = None,
    ) -> None:
        """Plays games of our own to make puzzles of, where there are no records.

        Example: kikashi puzzles play games.txt --game connect6 --games 500
        """
        from kikashi.puzzles.games import games as played  # noqa: PLC0415

        _, options = _common.find(game, option)
        with target.open("w", encoding="utf-8") as file, stage_progress() as report:
            for number, moves in enumerate(
                played(game, count, seed=seed, options=options, level=level), 1
            ):
                file.write(" ".join(moves) + "\n")
                report("play", number, count)


def _register_make(group: typer.Typer) -> None:
    @group.command("make")
    def make(
        records: Annotated[
            list[Path] | None, typer.Argument(help="Record files in any format, also .gz.")
        ] = None,
        *,
        game: Annotated[str, typer.Option("--game", help="The game of the records.")],
        into: Annotated[str, typer.Option("--into", metavar="DB", help="The puzzle database.")],
        jobs: Annotated[
            int, typer.Option("--jobs", min=1, help="Searches at a time.")
        ] = os.cpu_count() or 1,
        count: Annotated[
            int | None, typer.Option("--games", min=1, help="Read so many games of each file.")
        ] = None,
        nodes: Annotated[
            int | None, typer.Option("--nodes", min=1, help="Nodes to find a win in one position.")
        ] = None,
        also: Annotated[
            list[str] | None,
            typer.Option("--also", help="Further sorts too: single-threats, defence (slower)."),
        ] = None,
        option: _common.OptionsOption = None,
        grid: _grid.GridOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Makes puzzles of game records, or goes on where the last run stopped.

        Example: kikashi puzzles make games.sgf.gz --game connect6 --into puzzles.db
        """
        from kikashi.puzzles import Store, stats, tasks  # noqa: PLC0415
        from kikashi.puzzles import make as run  # noqa: PLC0415

        for path in records or ():
            if not path.is_file():
                raise GameError(f"there is no record file {path}")
        room = games.room(game)
        options = room.typed_options(_common.parse_options(option)) or None
        began = time.perf_counter()
        store = Store(into, create=True)
        with _grid.executor(grid, jobs) as executor, stage_progress() as report:
            run(
                store,
                records or [],
                game,
                executor,
                report=report,
                games=count,
                options=options,
                nodes=nodes or tasks.FIND_NODES,
                also=also or (),
            )
        seconds = time.perf_counter() - began
        _print_stats(stats(store, game), as_json=as_json, seconds=round(seconds, 1))
        store.close()


def _register_starter(group: typer.Typer) -> None:
    @group.command("starter")
    def starter(
        *,
        game: Annotated[str, typer.Option("--game", help="Whose starter set.")],
        into: Annotated[str, typer.Option("--into", metavar="DB", help="The puzzle database.")],
        jobs: Annotated[int, typer.Option("--jobs", min=1, help="Searches at a time.")] = (
            os.cpu_count() or 1
        ),
        as_json: _common.JsonOption = False,
    ) -> None:
        """Proves the puzzles that come with the product again, into a database.

        Exit code 1 if anything is found that is not as shipped.

        Example: kikashi puzzles starter --game connect6 --into puzzles.db
        """
        from kikashi.grid import LocalExecutor  # noqa: PLC0415
        from kikashi.puzzles import Store, stats  # noqa: PLC0415
        from kikashi.puzzles.starter import rebuild  # noqa: PLC0415

        store = Store(into, create=True)
        with LocalExecutor(jobs) as executor, stage_progress() as report:
            wrong = rebuild(store, game, executor, report)
        for name, problem in wrong.items():
            typer.echo(f"{name}: {problem}", err=True)
        _print_stats(stats(store, game), as_json=as_json, differ=len(wrong))
        if wrong:
            raise typer.Exit(1)


def _register_stats(group: typer.Typer) -> None:
    @group.command("stats")
    def show_stats(
        source: FromOption,
        game: GameOption = None,
        plot: Annotated[
            Path | None,
            typer.Option(
                "--plot", callback=in_a_folder, help="Draw the lengths into this SVG file."
            ),
        ] = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """The funnel of a database and its puzzles by length.

        Example: kikashi puzzles stats --from puzzles.db --plot lengths.svg
        """
        from kikashi.drawing.plots import bars  # noqa: PLC0415
        from kikashi.puzzles import Store, stats  # noqa: PLC0415

        found = stats(Store(source), game)
        if plot is not None:
            lengths = {
                "fastest proved": {str(n): float(v) for n, v in found.by_length.items()},
                "one answer": {str(n): float(v) for n, v in found.unique_by_length.items()},
            }
            plot.write_text(
                bars(lengths, "Puzzles by length", "turns of the winner", "puzzles"),
                encoding="utf-8",
            )
        _print_stats(found, as_json=as_json)


def _print_stats(found: Stats, *, as_json: bool, **more: Any) -> None:
    if as_json:
        _common.print_json({**found.to_json(), **more})
        return
    wins = found.verdicts.get("win in more than one turn", 0)
    lines = [
        f"records            {found.records:>8}   ({found.refused} refused)",
        f"positions          {found.occurrences:>8}   ({found.positions} different)",
        f"wins               {wins:>8}   ({found.verdicts.get('unknown', 0)} unknown)",
        f"left when thinned  {wins - found.contained:>8}",
        f"fastest proved     {found.proved:>8}   ({found.certified} certified)",
        f"puzzles            {found.puzzles:>8}   ({found.key_stones} with one key stone)",
        f"one answer         {found.unique:>8}   ({found.unique_certified} certified)",
        *(f"{sort:<18} {number:>8}" for sort, number in found.further.items()),
        "",
        "length    fastest   one answer",
    ]
    for length, number in found.by_length.items():
        lines.append(f"{length:>6} {number:>10} {found.unique_by_length.get(length, 0):>12}")
    lines.append("")
    lines.append("answers: " + ", ".join(f"{k} {v}" for k, v in found.answers.items()))
    lines += [f"{name}: {value}" for name, value in more.items()]
    typer.echo("\n".join(lines))
    for refusal in found.refusals:
        typer.echo(f"refused: {refusal}", err=True)
    if found.refused > len(found.refusals):
        typer.echo(f"refused: {found.refused - len(found.refusals)} more", err=True)


def _register_show(group: typer.Typer) -> None:
    @group.command("show")
    def show(
        name: Annotated[str, typer.Argument(metavar="ID", help="A puzzle's id, or its beginning.")],
        source: FromOption,
        *,
        solution: Annotated[
            bool, typer.Option("--solution", help="Play the solution through.")
        ] = False,
        svg: Annotated[Path | None, typer.Option("--svg", help="Draw it into this file.")] = None,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Shows one puzzle; the answer only with --solution.

        Example: kikashi puzzles show 16c71942 --from puzzles.db --solution
        """
        from kikashi.puzzles import Store, puzzle  # noqa: PLC0415
        from kikashi.puzzles.choices import explained  # noqa: PLC0415

        found = puzzle(Store(source), name)
        if as_json:
            answer = found.to_json()
            if not solution:
                for hidden in ("answers", "line"):
                    answer.pop(hidden)
            elif found.sort == "best-choice":
                told = explained(found.start())
                answer |= {"choices": told["choices"], "grounds": told["grounds"]}
                answer["certified"] = told["proved"]
            _common.print_json(answer)
            return
        _show(found, _common.language(language), svg, solution=solution)


def _show(found: Puzzle, language: str, svg: Path | None, *, solution: bool) -> None:
    from kikashi.drawing import Marks, to_svg, to_terminal  # noqa: PLC0415
    from kikashi.puzzles.solution import answer_text, question  # noqa: PLC0415

    room, position = games.room(found.game), found.start()
    scene = room.scene(position.view_of_mover(), Marks(language=language))
    if svg is not None:
        svg.write_text(to_svg(scene), encoding="utf-8")
    typer.echo(to_terminal(scene))
    typer.echo(f"{found.id}: {question(found, language)}")
    if not solution:
        return
    parts = [part for part in (room.themes(), room.questions()) if part is not None]
    words = {tag: said for part in parts for tag, said in part.WORDS.items()}
    tags = [words.get(tag, {}).get(language, tag) for tag in found.tags]
    if found.sort == "best-choice":
        _show_choices(position, language)
    else:
        typer.echo(answer_text(found, language))
    typer.echo(f"{found.quality}, {found.difficulty:.0f}, {', '.join(tags) or '-'}")
    typer.echo(found.origin)
    for turn in () if found.sort == "best-choice" else found.line:
        for move in turn:
            position = position.play(move)
        typer.echo(
            to_terminal(room.scene(position.view_of_mover(), Marks(last=turn, language=language)))
        )


def _show_choices(position: Position, language: str) -> None:
    """What every choice leads to, the best first, and what that rests on."""
    from kikashi.puzzles.choices import explained  # noqa: PLC0415

    told = explained(position)
    for one in told["choices"]:
        typer.echo(f"{'*' if one['best'] else ' '} {one['said'][language]}")
    typer.echo(told["grounds"][language])


def _register_export(group: typer.Typer) -> None:
    @group.command("export")
    def export(
        target: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
        source: FromOption,
        *,
        game: GameOption = None,
        length: LengthOption = None,
        quality: QualityOption = None,
        tag: TagOption = None,
        sort: SortOption = "",
        limit: Annotated[
            int | None, typer.Option("--limit", min=1, help="At most so many.")
        ] = None,
        language: _common.LanguageOption = None,
        font: Annotated[Path | None, typer.Option("--font", help="For the words of a PDF.")] = None,
        certificates: Annotated[
            bool, typer.Option("--certificates", help="JSON lines with the proofs in them.")
        ] = False,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Writes puzzles by suffix: .sgf (with variations) .jsonl .pdf .svg .png.

        Pictures go into a folder named like FILE without its suffix.

        Example: kikashi puzzles export booklet.pdf --from puzzles.db --length 3 --limit 40
        """
        from kikashi.puzzles import Store, puzzles  # noqa: PLC0415
        from kikashi.puzzles.export import export as write  # noqa: PLC0415

        found = puzzles(
            Store(source),
            game=game,
            length=length,
            quality=quality,
            tag=tag,
            limit=limit,
            sort=sort,
        )
        chosen = _common.language(language)
        number = write(found, target, language=chosen, font=font, certificates=certificates)
        if as_json:
            _common.print_json({"file": str(target), "puzzles": number})
        else:
            typer.echo(f"{number} puzzles written to {target}")


def _register_audit(group: typer.Typer) -> None:
    @group.command("audit")
    def audit(
        source: FromOption,
        *,
        game: GameOption = None,
        length: LengthOption = None,
        sort: SortOption = "",
        sample: Annotated[
            int, typer.Option("--sample", min=1, help="Look at every so-manieth puzzle.")
        ] = 1,
        slow: Annotated[
            int, typer.Option("--slow", min=0, help="Up to this length: the slow search.")
        ] = 3,
        jobs: Annotated[
            int, typer.Option("--jobs", min=1, help="Puzzles looked at at a time.")
        ] = os.cpu_count() or 1,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Checks every puzzle again: certificates by the law, answers by another search.

        Exit code 1 if anything is wrong.

        Example: kikashi puzzles audit --from puzzles.db --sample 10
        """
        from collections import Counter  # noqa: PLC0415

        from kikashi.puzzles import Store, puzzles  # noqa: PLC0415
        from kikashi.puzzles.audit import audit_all  # noqa: PLC0415

        chosen = list(puzzles(Store(source), game=game, length=length, sort=sort))[::sample]
        bad, how = [], Counter[str]()
        with stage_progress() as report:
            for number, findings in enumerate(audit_all(chosen, slow, jobs), start=1):
                how[f"length: {findings.minimal}"] += 1
                how[f"answers: {findings.unique}"] += 1
                if not findings.good:
                    bad.append(findings)
                    for problem in findings.problems:
                        typer.echo(f"{findings.puzzle}: {problem}", err=True)
                report("audit", number, len(chosen))
        if as_json:
            ids = {finding.puzzle: finding.problems for finding in bad}
            _common.print_json({"looked_at": len(chosen), "bad": ids, "how": dict(how)})
        else:
            typer.echo(f"{len(chosen)} puzzles looked at, {len(bad)} bad")
            for name, number in sorted(how.items()):
                typer.echo(f"{name}: {number}")
        if bad:
            raise typer.Exit(1)
