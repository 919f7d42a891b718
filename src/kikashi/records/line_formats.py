"""Records of one game a line: the CSV of the Connect6 sample, and bare move lists."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from kikashi.games import room
from kikashi.law import Options, Room
from kikashi.records import bounds
from kikashi.records.dialects import board
from kikashi.records.model import Node, Record, RecordError

CSV_HEADING = ("game_id", "moves", "winner", "original_winner_label")
LABEL = "KW"
"""The property that keeps the sample's `original_winner_label`."""

_NUMBERED = re.compile(r"(?<!\d)(\d{1,9})\.(?=\D|\Z)")
"""The number of a turn. Bounded, and only where digits begin: a line of digits is read once."""


class Rows:
    """Reads the rows of a CSV whose first row names the columns; needs a column `moves`."""

    def __init__(self, heading: str, game: str, options: Options | None) -> None:
        self._columns = _cells(heading)
        if "moves" not in self._columns:
            raise RecordError("the first line of the CSV names no column 'moves'")
        self._maker = Maker(game, options)

    def record(self, line: str) -> Record:
        """The record of one row."""
        cells = _cells(line)
        if len(cells) != len(self._columns):
            raise RecordError(f"the row has {len(cells)} cells, not {len(self._columns)}")
        row = dict(zip(self._columns, cells, strict=True))
        made = self._maker.record(row["moves"])
        made.name = row.get("game_id", "")
        made.result = row.get("winner", "").strip().lower()
        label = row.get("original_winner_label", "")
        made.root.properties |= {LABEL: (label,)} if label else {}
        made.check()
        return made


def _cells(line: str) -> list[str]:
    if len(line) > bounds.VALUE_CHARS:
        raise RecordError(f"the line is over {bounds.VALUE_CHARS} characters long")
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error as problem:
        raise RecordError(f"the row is no CSV: {problem}") from None


def csv_row(cells: tuple[str, ...]) -> str:
    """One row as text."""
    if any("\n" in cell or "\0" in cell for cell in cells):
        raise RecordError("a row of CSV holds no line breaks")
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def csv_text(record: Record) -> str:
    """A record as a row of the sample's columns."""
    label = "".join(record.root.properties.get(LABEL, ()))
    return csv_row((record.name, ",".join(record.moves), record.result, label))


def game_lines(lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Games of a move list with their line numbers; blank lines and # comments are skipped.

    Numbered turns (`7.l9l7 8.k10k7`) that do not start with 1 go on with the game above.
    """
    game = ""
    start = 0
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        turn = _NUMBERED.match(text)
        if turn and turn[1] != "1" and game:
            game += f" {text}"
            continue
        if game:
            yield start, game
        game, start = text, number
    if game:
        yield start, game


class Maker:
    """Makes records of one game from lists of moves."""

    def __init__(self, game: str, options: Options | None) -> None:
        self._room: Room = room(game)
        self._options = self._room.normal_options(options)
        start = self._room.start(self._options)
        self._names = board(start, "golem")

    def record(self, text: str) -> Record:
        """The unchecked record of moves in record order, or of a setup text."""
        if len(text) > bounds.VALUE_CHARS:
            raise RecordError(f"the game is over {bounds.VALUE_CHARS} characters long")
        if text.lstrip().startswith("setup"):
            return Record(self._room.id, dict(self._options), setup=text.strip())
        setup, line = "", text
        # A FEN; moves may follow it.
        if self._names is None and "/" in text.lstrip().partition(" ")[0]:
            setup, _, line = text.strip().partition(" moves ")
        words = _NUMBERED.sub(" ", line)
        moves = self._names.split(words) if self._names else self._room.record_words(words)
        made = Record(self._room.id, dict(self._options), setup=setup)
        node = made.root
        for move in moves:
            node.children = [Node(move)]
            node = node.children[0]
        return made

    def checked(self, text: str) -> Record:
        """The same, replayed by the law."""
        made = self.record(text)
        made.check()
        return made


def moves_text(record: Record) -> str:
    """A record as one line."""
    moves = record.room.record_line(record.moves)
    if "/" in record.setup and moves:  # after a FEN the moves go on
        return f"{record.setup}{' ' if ' moves ' in record.setup else ' moves '}{moves}\n"
    return (record.setup or moves) + "\n"
