"""`kikashi go review`: a game move by move, with chances and the points that each move cost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kikashi import words
from kikashi.cli import _common
from kikashi.games.go.points_lost import Reviewed, review_moves
from kikashi.games.go.position import go_of
from kikashi.law import GameError
from kikashi.records import Record, RecordError, Refusal, read_collection

app = typer.Typer(help="Go: what each move of a game cost.", no_args_is_help=True)
ROOM = "go"
BAR = 20
"""Characters of a bar that is full when Black wins for certain."""

LOST = {"en": "lost {points} (better: {best})", "zh-Hant": "虧 {points} 目（較好：{best}）"}


@app.callback()
def _group() -> None:
    """Keeps `review` a verb of its own."""


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A record, SGF or any other that is read here.")],
    number: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    simulations: Annotated[
        int, typer.Option(min=100, max=1_000_000, help="Simulations for each position.")
    ] = 2_000,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each move.")] = False,
) -> None:
    """Shows Black's chances and lead after every move, and what it lost against the best one seen.

    All numbers are opinions of the player's search: a point or two is noise.

    Example: kikashi go review game.sgf --simulations 5000
    """
    if not file.is_file():
        raise GameError(f"there is no file {file}")
    games = list(_read(file))
    if number > len(games):
        raise GameError(f"{file} has {len(games)} games, and number {number} is asked for")
    record = games[number - 1]
    if not isinstance(record, Record):
        raise GameError(f"game {number} of {file} cannot be read: {record}")
    if record.game != ROOM:
        raise GameError(f"game {number} of {file} is one of {record.game}, not of {ROOM}")
    start = go_of(record.position_after(0))
    for row in review_moves(start, record.moves, simulations):
        typer.echo(json.dumps(asdict(row)) if as_json else _line(row))


def _read(file: Path) -> Iterator[Record | Refusal]:
    """The games of a file, which are of Go where it does not say of what they are."""
    try:
        return read_collection(file)
    except RecordError:
        return read_collection(file, ROOM)


def _line(row: Reviewed) -> str:
    language = _common.language()
    bar = ("#" * round(BAR * row.black)).ljust(BAR, ".")
    side = words.colour(row.side, language)
    said = f"{row.number:4} {side:5} {row.move:5} {bar} {100 * row.black:5.1f}%"
    said += f" {words.colour('black' if row.lead >= 0 else 'white', language)} +{abs(row.lead):.1f}"
    if row.lost < 1:
        return said
    return f"{said}  {LOST[language].format(points=f'{row.lost:.1f}', best=row.best)}"
