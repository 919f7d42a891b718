"""Reading and writing collections: whatever is broken is reported, the rest is still read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path

from kikashi.games import room
from kikashi.law import GameError, Options, of_type
from kikashi.records import files, formats, line_formats, pgn, psq, sgf_read
from kikashi.records.dialects import default_game
from kikashi.records.formats import Format
from kikashi.records.model import Record, RecordError, Refusal, Source
from kikashi.records.sgf_grammar import Broken, trees


def read_collection(
    source: str | Path | bytes,
    game: str | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    *,
    options: Options | None = None,
    encoding: str | None = None,
) -> Iterator[Record | Refusal]:
    """Every game of a file (or of bytes) in order, replayed by the law; broken ones as refusals.

    The format is the one asked for, else the suffix's, else what the content looks like. `game` and
    `options` override what the records say. Raises OSError if the file cannot be opened, GameError
    if game, options or format do not exist.
    """
    of_type(source, (str, Path, bytes), "records are read from the path of a file or from bytes")
    if encoding is not None and not files.known_encoding(encoding):
        raise RecordError(f"there is no encoding {encoding!r}")
    asked = formats.format_named(format) if format else None
    content = files.load(source)
    name = "" if isinstance(source, bytes) else str(source)
    found = asked or (formats.by_suffix(name) if name else None) or formats.by_content(content.data)
    reader = _Reader(name, found, game, options, encoding)
    return reader.read(content)


class _Reader:
    def __init__(
        self,
        file: str,
        form: Format,
        game: str | None,
        options: Options | None,
        encoding: str | None,
    ) -> None:
        self.file = file
        self.form = form
        if form.game and game not in (None, form.game):
            raise RecordError(f"{form.id} is a format of {form.game}, not of {game}")
        self.game = game or form.game or default_game(form.family)
        self.options = options
        self.encoding = encoding
        self.count = 0
        if form.family == "moves" and self.game is None:
            raise RecordError("a list of moves does not say which game it is; name it (--game)")
        # Wrong words on the command line are no fault of the records, so they are refused first.
        if self.game is not None:
            room(self.game)
            if options or form.family in ("csv", "moves"):
                room(self.game).normal_options(options)

    def read(self, content: files.Content) -> Iterator[Record | Refusal]:
        family = {
            "sgf": self._sgf,
            "csv": self._csv,
            "psq": self._psq,
            "pgn": self._pgn,
            "moves": self._moves,
        }
        yield from (self._own if self.form.game else family[self.form.family])(content.data)
        if content.damage:
            yield Refusal(self.file, 0, 0, content.damage)
        elif self.count == 0:
            yield Refusal(self.file, 0, 0, f"no game was found in it (read as {self.form.id})")

    def _one(self, line: int, make: Callable[[], Record]) -> Record | Refusal:
        self.count += 1
        try:
            made = make()
        except RecordError as problem:
            aside = " (in a variation)" if problem.variation else ""
            return Refusal(self.file, self.count, problem.move, problem.reason + aside, line)
        except GameError as problem:
            return Refusal(self.file, self.count, 0, str(problem), line)
        made.source = Source(self.file, self.count, line)
        return made

    def _sgf(self, data: bytes) -> Iterator[Record | Refusal]:
        text, octets = files.sgf_text(data, self.encoding)
        for tree in trees(text, octets=octets):
            if isinstance(tree, Broken):
                self.count += 1
                yield Refusal(self.file, self.count, 0, tree.reason, tree.line)
                continue
            made = partial(sgf_read.record, tree.root, self.game, self.options, self.form.dialect)
            yield self._one(tree.line, made)

    def _csv(self, data: bytes) -> Iterator[Record | Refusal]:
        assert self.game is not None
        lines = enumerate(StringIO(files.plain_text(data, self.encoding)), start=1)
        rows = None
        for number, line in lines:
            if not line.strip():
                continue
            if rows is None:
                try:
                    rows = line_formats.Rows(line, self.game, self.options)
                except RecordError as problem:
                    self.count += 1
                    yield Refusal(self.file, 0, 0, problem.reason, number)
                    return
                continue
            yield self._one(number, partial(rows.record, line))

    def _psq(self, data: bytes) -> Iterator[Record | Refusal]:
        assert self.game is not None
        for number, lines in psq.games(StringIO(files.plain_text(data, self.encoding))):
            yield self._one(number, partial(psq.record, lines, self.game, self.options))

    def _pgn(self, data: bytes) -> Iterator[Record | Refusal]:
        assert self.game is not None
        for number, lines in pgn.split(StringIO(files.plain_text(data, self.encoding))):
            yield self._one(number, partial(pgn.record, lines, self.game, self.options))

    def _own(self, data: bytes) -> Iterator[Record | Refusal]:
        """A file of such a format is one game."""
        own = room(self.form.game).own_records()
        assert own is not None
        text = files.plain_text(data, self.encoding, own.CHARACTER_SET)
        if text.strip():
            yield self._one(1, partial(own.own_record, text, self.options))

    def _moves(self, data: bytes) -> Iterator[Record | Refusal]:
        assert self.game is not None
        maker = line_formats.Maker(self.game, self.options)
        lines = StringIO(files.plain_text(data, self.encoding))
        for number, text in line_formats.game_lines(lines):
            yield self._one(number, partial(maker.checked, text))


def write(
    records: Iterable[Record],
    format: str = "sgf",  # noqa: A002 - the word users know
    *,
    lossy: bool = False,
) -> bytes:
    """Records as a file. RecordError if a record cannot be written, or not without loss."""
    of_type(records, Iterable, "a file is written of a list of records")
    form = formats.format_named(format)
    records = list(records)
    if form.game and len(records) > 1:
        raise RecordError(f"a file of {form.id} holds one game; give it one by one")
    return (form.heading + "".join(formats.text(r, form, lossy=lossy) for r in records)).encode()
