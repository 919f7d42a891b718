"""`kikashi convert`: record formats; what is broken, or would lose something, is refused."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, BinaryIO, cast

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from kikashi import games
from kikashi.cli import _common
from kikashi.cli._refusing import in_a_folder, tell_refused
from kikashi.law import GameError, Options
from kikashi.records import Record, RecordError, Refusal, formats, read_collection
from kikashi.records.formats import Format
from kikashi.words import say


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("convert")
    def command(
        source: Annotated[Path, typer.Argument(metavar="IN", help="The records to read.")],
        target: Annotated[
            Path,
            typer.Argument(metavar="OUT", callback=in_a_folder, help="The file to write."),
        ],
        *,
        game: Annotated[
            str | None, typer.Option("--game", help="The game, where the records do not say it.")
        ] = None,
        read_as: Annotated[
            str | None, typer.Option("--from", metavar="FORMAT", help="Read as this format.")
        ] = None,
        write_as: Annotated[
            str | None, typer.Option("--to", metavar="FORMAT", help="Write this format.")
        ] = None,
        option: _common.OptionsOption = None,
        encoding: Annotated[
            str | None, typer.Option("--encoding", help="The character set of IN, such as big5.")
        ] = None,
        lossy: Annotated[
            bool, typer.Option("--lossy", help="Leave out what the new format cannot hold.")
        ] = False,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Converts game records; formats go by suffix, such as .sgf .csv .pgn .txt or .sgf.gz.

        Formats: sgf sgf-points sgf-letters sgf-gm511 sgf-golem sgf-names csv psq pgn moves, and
        those of one game only, such as kif and csa of minishogi.
        A broken record, or one that the new format cannot hold, is refused on standard error; the
        others are written, and the exit code is then 1. OUT is replaced only when all is written.

        Example: kikashi convert games.csv games.sgf.gz --to sgf-golem
        """
        form = _target_format(target, write_as)
        if target.exists() and source.exists() and target.samefile(source):
            raise GameError(f"{target} is the file to read; OUT must be another file")
        options: Options = _common.parse_options(option)
        if game is not None:
            options = games.room(game).typed_options(options)
        found = read_collection(source, game, read_as, options=options, encoding=encoding)
        converted, refused = _convert(found, source, target, form, lossy=lossy)
        _answer(source, target, form, converted, refused, as_json=as_json)
        if refused:
            raise typer.Exit(1)


def _target_format(target: Path, asked: str | None) -> Format:
    if asked is not None:
        return formats.format_named(asked)
    found = formats.by_suffix(target)
    if found is None:
        known = " ".join(formats.suffixes())
        raise GameError(f"the suffix of {target} names no format ({known}); give it with --to")
    return found


def _convert(
    found: Iterator[Record | Refusal], source: Path, target: Path, form: Format, *, lossy: bool
) -> tuple[int, list[Refusal]]:
    """Writes what can be written; OUT stays as it was if that is nothing, or on any failure."""
    refused: list[Refusal] = []
    converted = 0
    with _replacing(target) as (file, keep), _progress() as step:
        file.write(form.heading.encode())
        for record in found:
            if isinstance(record, Refusal):
                refused.append(record)
                continue
            try:
                if form.game and converted:
                    raise RecordError(f"a file of {form.id} holds one game; give it one by one")
                file.write(formats.text(record, form, lossy=lossy).encode())
            except RecordError as problem:
                place = record.source
                refused.append(
                    Refusal(str(source), place.game, problem.move, problem.reason, place.line)
                )
                continue
            converted += 1
            step(converted)
        keep(converted > 0)
    return converted, refused


@contextmanager
def _replacing(target: Path) -> Iterator[tuple[BinaryIO, Callable[[bool], None]]]:
    """A file beside `target` that takes its place at the end, if it is to be kept."""
    real = target.resolve()
    mode = real.stat().st_mode & 0o777 if real.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{real.name}.", suffix=".part", dir=real.parent)
    part = Path(name)
    kept = False

    def keep(wanted: bool) -> None:
        nonlocal kept
        kept = wanted

    try:
        with os.fdopen(handle, "wb") as raw:
            if target.suffix.lower() == ".gz":
                # No name and no time inside, so that equal records give equal files.
                with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                    yield cast(BinaryIO, packed), keep
            else:
                yield raw, keep
        if kept:
            part.chmod(mode)
            part.replace(real)
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """A count on standard error while it runs, where somebody is watching."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    said = say("convert.running", _common.language(), done="{task.completed}")
    columns = (SpinnerColumn(), TextColumn(said))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("convert", total=None)
        yield lambda done: progress.update(task, completed=done)


def _answer(
    source: Path,
    target: Path,
    form: Format,
    converted: int,
    refused: list[Refusal],
    *,
    as_json: bool,
) -> None:
    language = _common.language()
    tell_refused(((refusal.reason, str(refusal)) for refusal in refused), language)
    if as_json:
        _common.print_json(
            {
                "in": str(source),
                "out": str(target),
                "format": form.id,
                "converted": converted,
                "refused": [asdict(refusal) for refusal in refused],
            }
        )
        return
    key = "convert.done" if converted else "convert.nothing"
    counts = {"converted": converted, "refused": len(refused)}
    typer.echo(say(key, language, file=target, format=form.id, **counts))
