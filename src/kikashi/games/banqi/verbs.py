"""`kikashi banqi ...`: records of the contests, endgame tables, weighed acts, the older server."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from kikashi import words
from kikashi.cli import _common
from kikashi.cli._refusing import in_language
from kikashi.games.banqi import contest_records
from kikashi.games.banqi.kept_tables import table_folder
from kikashi.games.banqi.provers import LARGE_TABLE_STATES, has_tables
from kikashi.games.banqi.rules import Banqi
from kikashi.games.banqi.twin import native_position
from kikashi.games.banqi.words import SAID
from kikashi.law import GameError

app = typer.Typer(help="Dark chess: records, endgame tables, chances.", no_args_is_help=True)
JsonOption = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]


def _say(key: str, **values: object) -> str:
    return words.filled(SAID[key][_common.language()], **values)


@app.command()
def replay(
    records: Annotated[Path, typer.Argument(help="Games in the text of the contests.")],
    preset: Annotated[str, typer.Option("--preset", help="Rules of a draw.")] = "course",
    as_json: JsonOption = False,
) -> None:
    """Replays records and lists every game that ends otherwise by the law."""
    count, differences = 0, {}
    for game in contest_records.read(records.read_text("utf-8", errors="replace")):
        count += 1
        why = game.difference({"preset": preset})
        if why:
            differences[f"{count} {game.name[:60]}"] = why
    if as_json:
        typer.echo(json.dumps({"games": count, "differences": differences}))
        return
    for name, why in differences.items():
        typer.echo(_say("difference", name=name, why=in_language(why, _common.language())))
    typer.echo(_say("replayed", count=count, differences=len(differences)))


@app.command()
def tables(
    position: Annotated[str, typer.Argument(help="A position without face-down pieces.")],
    as_json: JsonOption = False,
) -> None:
    """Makes the endgame table of a position's pieces and keeps it in the user's cache.

    Three against three take some minutes and about 1.1 GB of memory.
    """
    from kikashi import _native  # noqa: PLC0415 - only this verb needs native code

    law = Banqi().from_text(position)
    if not has_tables(law):
        raise GameError("tables are for up to three pieces a side, all of them face up")
    found = _native.banqi_table(native_position(law), LARGE_TABLE_STATES, table_folder())
    value = "win" if found["wins"] else "loss" if found["lost"] else "draw"
    answer = {"value": value, **{k: found[k] for k in ("plies", "longest", "missing", "seconds")}}
    if as_json:
        typer.echo(json.dumps(answer))
        return
    typer.echo(_say("table", **{**answer, "value": _say(value, plies=answer["plies"])}))


@app.command()
def chances(
    position: Annotated[str, typer.Argument(help="A position, or moves such as 'b8(R) c3(k)'.")],
    seconds: Annotated[float, typer.Option("--seconds", help="For the search.")] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Every act with the chance of winning after it; of flips also what each piece would mean."""
    from kikashi.games.banqi.engine import weighed  # noqa: PLC0415 - needs native code

    acts = weighed(Banqi().from_text(position), seconds)
    if as_json:
        rows = [
            {"move": act.move, "chance": round(act.chance, 4), "outcomes": act.outcomes}
            for act in acts
        ]
        typer.echo(json.dumps({"acts": rows}))
        return
    for act in acts:
        typer.echo(f"{act.move:6} {100 * act.chance:5.1f}%")
        for letter, weight, chance in act.outcomes:
            typer.echo(f"         {weight} x {letter}: {100 * chance:5.1f}%")


@app.command()
def review(
    records: Annotated[Path, typer.Argument(help="Games in the text of the contests.")],
    number: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    nodes: Annotated[
        int, typer.Option(min=100, max=100_000_000, help="For each position.")
    ] = 200_000,
    as_json: JsonOption = False,
) -> None:
    """Every act with the chance of winning, what it lost beside the best, and the luck of flips."""
    from kikashi.games.banqi.acts_reviewed import review_acts  # noqa: PLC0415 - needs native code

    if not records.is_file():
        raise GameError(f"there is no file {records}")
    text = records.read_text("utf-8", errors="replace")
    game = next(islice(contest_records.read(text), number - 1, None), None)
    if game is None:
        raise GameError(f"the file has fewer than {number} games")
    start = Banqi().start({"preset": "course"})
    rows = []
    for row in review_acts(start, game.moves, nodes):
        rows.append(row)
        if as_json:
            continue
        act = f"{row.act}({row.shown})" if row.shown else row.act
        said = f"{row.number:4} {_say(row.player):6} {act:7} {100 * row.chance:5.1f}%"
        said += _say("luck", luck=100 * row.luck) if row.shown else ""
        said += _say("lost", lost=100 * row.lost, best=row.best) if row.lost >= 0.02 else ""
        typer.echo(said)
    sums = {
        player: {
            "lost": round(sum(row.lost for row in rows if row.player == player), 4),
            "luck": round(sum(row.luck for row in rows if row.player == player), 4),
        }
        for player in ("first", "second")
    }
    if as_json:
        typer.echo(json.dumps({"acts": [asdict(row) for row in rows], "sums": sums}))
        return
    for player, sum_of in sums.items():
        lost, luck = 100 * sum_of["lost"], 100 * sum_of["luck"]
        typer.echo(_say("sums", player=_say(player), lost=lost, luck=luck))


@app.command()
def connect(
    address: Annotated[str, typer.Argument(help="The server, as HOST:PORT.")],
    level: Annotated[str, typer.Option("--level", help="A level, or simple.")] = "10",
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="At most so long a turn.")
    ] = None,
    preset: Annotated[str, typer.Option("--preset", help="Rules of a draw.")] = "contest",
) -> None:
    """Plays one game with a server of the older contests (/start /turn /move /flip over TCP)."""
    from kikashi.games.banqi import socket_client  # noqa: PLC0415 - needs native code
    from kikashi.protocols.levels_door import make_player  # noqa: PLC0415

    host, _, port = address.rpartition(":")
    if not (host and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise GameError(f"a server is written HOST:PORT, not {address!r}")
    if seconds is not None and not seconds > 0:
        raise GameError("a turn needs more than 0 seconds")
    start = Banqi().start({"preset": preset})
    acts = socket_client.connect(
        host, int(port), start, lambda here: make_player(here, level), seconds
    )
    typer.echo(_say("hung-up", acts=acts))
