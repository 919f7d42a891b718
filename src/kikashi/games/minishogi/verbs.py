"""`kikashi minishogi convert`: games as KIF, CSA or USI text, whichever way."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.kif import MOST_BYTES, ShogiRecord, read_record, write_csa, write_kif
from kikashi.games.minishogi.rules import move_of, step_of
from kikashi.games.minishogi.sfen import write_sfen
from kikashi.law import BadTextError, GameError

app = typer.Typer(no_args_is_help=True, help="Records in the formats of shogi programs.")

FORMATS = ("kif", "csa", "usi")


@app.callback()
def _group() -> None:
    """Keeps `convert` a verb of its own."""


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(help="A record as KIF, CSA or USI moves; - is stdin.")],
    to: Annotated[str, typer.Option(help="kif, csa or usi.")] = "kif",
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
) -> None:
    """Writes a game in another format of shogi programs to the standard output.

    Example: kikashi minishogi convert game.kif --to usi
    """
    if to not in FORMATS:
        raise GameError(f"a game is written as {', '.join(FORMATS)}, not as {to[:20]!r}")
    record = read(_text(source))
    text = written(record, to)
    if not as_json:
        print(text, end="")
        return
    names = {"players": list(record.players), "start": record.start.to_text()}
    print(json.dumps({"format": to, **names, "moves": list(record.moves), "text": text}))


def read(text: str) -> ShogiRecord:
    """A game in any of the formats."""
    words = text.split()
    if words and (words[0] in ("startpos", "sfen", "position") or _is_move(words[0])):
        words = words[1:] if words[0] == "position" else words
        position = ROOM.from_text(" ".join(words))
        first, moves = position.beginning()
        return ShogiRecord(ROOM.from_text(write_sfen(first)), moves)
    return read_record(text, ROOM)


def written(record: ShogiRecord, to: str) -> str:
    """A game in one of the formats."""
    if to == "usi":
        last = record.start.play_all(list(record.moves))
        return f"position sfen {last.to_text()}\n"
    write = write_kif if to == "kif" else write_csa
    return write(record.start, record.moves, record.players, record.result, record.how)


def _is_move(word: str) -> bool:
    try:
        return move_of(step_of(word)) == word
    except GameError:
        return False


def _text(source: Path) -> str:
    if str(source) == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        try:
            with source.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as problem:
            raise GameError(f"{source} cannot be read: {problem.strerror}") from None
    if len(data) > MOST_BYTES:
        raise BadTextError(f"a record has at most {MOST_BYTES} bytes")
    for encoding in ("utf-8-sig", "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadTextError("the record is neither UTF-8 nor Shift-JIS")
