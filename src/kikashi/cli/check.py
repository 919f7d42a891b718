"""`kikashi check`: replays certificates, and every other kind of proof file, with the laws."""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

import kikashi
from kikashi.cli import _common
from kikashi.law import GameError
from kikashi.proofs.reader import kind_of, lines_of
from kikashi.proofs.refusal import Caps

ROOMY = Caps(packed_bytes=1 << 30, bytes=1 << 31, line_bytes=1 << 25)
"""For reading lines only: each checker has narrower caps of its own."""


class _Checker(Protocol):
    """What a module `kikashi.<package>.checker` offers."""

    CHECKS: str

    def check_lines(self, lines: Iterable[bytes], claim: str | None = None) -> str: ...


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("check")
    def command(
        file: Annotated[list[Path], typer.Argument(help="Proof files, plain or .gz.")],
        claim: Annotated[
            str | None,
            typer.Option(
                "--claim",
                metavar="TEXT",
                help="Demand this claim: 'black wins within 5 turns', 'black wins', or its JSON.",
            ),
        ] = None,
        as_json: Annotated[
            bool, typer.Option("--json", help="Answer with one JSON object a file.")
        ] = False,
    ) -> None:
        """Replays proof files with the law alone and says what each one proves.

        Exit code 1 if any file is refused; all of them are looked at.

        Example: kikashi check win.json.gz --claim "black wins within 5 turns"
        """
        answers = [_answer(path, claim) for path in file]
        for answer in answers:
            if as_json:
                _common.print_json(answer)
            elif answer["checked"]:
                typer.echo(f"{answer['file']}: checked: {answer['claim']}")
            else:
                typer.echo(f"{answer['file']}: refused: {answer['why']}", err=True)
        if not all(answer["checked"] for answer in answers):
            raise typer.Exit(1)


def _answer(path: Path, claim: str | None) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        proved = check_file(path, claim)
        found: dict[str, Any] = {"checked": True, "claim": proved}
    except (ValueError, OSError) as why:
        found = {"checked": False, "why": str(why)}
    return {"file": str(path), **found, "seconds": round(time.perf_counter() - began, 6)}


def check_file(path: Path, claim: str | None = None) -> str:
    """What a proof file proves, by the checker of its kind; ValueError says why not."""
    lines = lines_of(path, ROOMY)
    first = next(lines, None)
    if first is None:
        raise GameError("the file is empty")
    kind = kind_of(first)
    known = checkers()
    if kind not in known:
        raise GameError(f"no checker reads files of kind {kind!r:.40}; known: {', '.join(known)}")
    return known[kind].check_lines(chain([first], lines), claim)


def checkers() -> dict[str, _Checker]:
    """Every package's checker by the kind it checks.

    Packages are looked into before they are imported: a checker must not load native code that
    only its neighbours need.
    """
    found: dict[str, _Checker] = {}
    for package in pkgutil.iter_modules(kikashi.__path__):
        folders = [str(Path(folder) / package.name) for folder in kikashi.__path__]
        if package.ispkg and any(m.name == "checker" for m in pkgutil.iter_modules(folders)):
            module: Any = importlib.import_module(f"kikashi.{package.name}.checker")
            found[module.CHECKS] = module
    return dict(sorted(found.items()))
