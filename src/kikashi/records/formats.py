"""The record formats by name: which there are, how a file's format is found, what each can hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kikashi.games import modules, room, room_ids
from kikashi.records import line_formats, pgn, psq, sgf_write
from kikashi.records.dialects import DIALECTS
from kikashi.records.model import Record, RecordError
from kikashi.records.sgf_grammar import serialise

EVERYTHING = frozenset(
    ("comments", "variations", "setup", "players", "result", "name", "properties")
)


@dataclass(frozen=True)
class Format:
    """A record format."""

    id: str
    help: str
    text: Callable[[Record], str]
    """One record as text."""
    heading: str = ""
    """What a file starts with."""
    holds: frozenset[str] = EVERYTHING
    kept: frozenset[str] = frozenset()
    """Properties kept although others are not."""
    dialect: str | None = None
    ends: Callable[[Record], bool] = lambda _: False
    """Whether it can say how this game ended, where it holds no results as such."""
    game: str = ""
    """The only game that it is of; its id is then the ending of its files."""

    @property
    def family(self) -> str:
        """The format without its dialect: sgf, csv, psq, pgn, moves or a game's own."""
        return self.id.partition("-")[0]


def _sgf(dialect: str | None) -> Callable[[Record], str]:
    return lambda record: serialise(sgf_write.tree(record, dialect))


_FORMATS = (
    Format("sgf", "SGF; read in any dialect, written in the game's own", _sgf(None)),
    *(
        Format(f"sgf-{dialect.id}", f"SGF; {dialect.help}", _sgf(dialect.id), dialect=dialect.id)
        for dialect in DIALECTS.values()
    ),
    Format(
        "csv",
        "game_id,moves,winner,original_winner_label",
        line_formats.csv_text,
        heading=line_formats.csv_row(line_formats.CSV_HEADING),
        holds=frozenset(("name", "result")),
        kept=frozenset((line_formats.LABEL,)),
    ),
    Format(
        "psq",
        "piskvork (Gomocup)",
        psq.text,
        holds=frozenset(("players",)),
        kept=frozenset((psq.TIME, psq.LEVELS, psq.TAIL)),
    ),
    Format(
        "pgn",
        "PGN (Xiangqi); moves read in any notation, tags alone are a position",
        pgn.text,
        holds=frozenset(("comments", "variations", "setup", "players", "result", "name")),
    ),
    Format(
        "moves",
        "one game a line, moves in record order, or a setup text",
        line_formats.moves_text,
        holds=frozenset(("setup",)),
    ),
)
FORMATS = {found.id: found for found in _FORMATS}
SUFFIXES = {".sgf": "sgf", ".csv": "csv", ".psq": "psq", ".pgn": "pgn", ".txt": "moves"}


@cache
def own_formats(game: str) -> tuple[Format, ...]:
    """Those that only programs of this game know."""
    own = room(game).own_records() if "own_records" in modules(game) else None
    return () if own is None else own.OWN_FORMATS


@cache
def _all() -> dict[str, Format]:
    return FORMATS | {form.id: form for game in room_ids() for form in own_formats(game)}


@cache
def suffixes() -> dict[str, str]:
    """The ids of formats by the endings of their files."""
    return SUFFIXES | {f".{form.id}": form.id for form in _all().values() if form.game}


def format_named(name: str) -> Format:
    """A format by its id; RecordError names those there are."""
    if name not in _all():
        raise RecordError(f"there is no record format {name!r}; there are: {', '.join(_all())}")
    return _all()[name]


def by_suffix(path: str | Path) -> Format | None:
    """The format that a file name stands for (`.gz` aside)."""
    name = Path(path)
    if name.suffix.lower() == ".gz":
        name = name.with_suffix("")
    found = suffixes().get(name.suffix.lower())
    return _all()[found] if found else None


def by_content(data: bytes) -> Format:
    """The format that the first bytes look like."""
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"Piskvorky"):
        return FORMATS["psq"]
    if pgn.begins(head):
        return FORMATS["pgn"]
    if head.startswith((b"(", b";")) or b"(;" in head:
        return FORMATS["sgf"]
    first = head.partition(b"\n")[0].split(b",")
    return FORMATS["csv" if b"moves" in [cell.strip(b' "\r') for cell in first] else "moves"]


def left_out(record: Record, form: Format) -> list[str]:
    """What a format cannot hold of a record, in words; empty if nothing would be lost."""
    if form.holds == EVERYTHING:
        return []
    nodes = [node for _, node in record.root.walk()]
    line = record.main_line
    moveless = sum(1 for node in line[1:] if not node.move)
    comments = sum(1 for node in nodes if node.comment)
    extra = {name for node in nodes for name in node.properties} - form.kept
    decided = bool(record.replay()[-1].result())
    found = {
        "comments": f"{comments} comments" if comments else "",
        "variations": f"{len(nodes) - len(line)} stones of variations"
        if len(nodes) > len(line)
        else "",
        "setup": "the position it starts from" if record.setup else "",
        "players": "the players' names" if record.players else "",
        "result": f"the result ({record.result})" if record.result and not decided else "",
        "name": "the name of the game" if record.name else "",
        "properties": f"the properties {', '.join(sorted(extra))}" if extra else "",
    }
    said = record.result and record.game == form.game and form.ends(record)
    holds = form.holds | {"result"} if said else form.holds
    lost = [words for what, words in found.items() if words and what not in holds]
    lost += [f"{moveless} nodes without a move"] if moveless else []
    lost += [f"how it ended ({record.how})"] if record.how and not said else []
    if form.id == "moves" and record.setup and record.moves:
        lost.append("the moves after a setup")
    return lost


def text(record: Record, form: Format, *, lossy: bool = False) -> str:
    """One record as text; RecordError names what would be lost, unless that is allowed."""
    if form.game and record.game != form.game:
        raise RecordError(f"{form.id} is a format of {form.game}; this game is {record.game}")
    lost = left_out(record, form)
    if lost and not lossy:
        raise RecordError(f"{form.id} cannot hold {', '.join(lost)}; allow the loss (--lossy)")
    try:
        written = form.text(record)
        written.encode("utf-8")
    except UnicodeEncodeError:
        raise RecordError("a text holds half a character (a lone surrogate)") from None
    return written
