"""Bytes of record files: gzip, size bounds, character sets."""

from __future__ import annotations

import codecs
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

from kikashi.records import bounds

GZIP = b"\x1f\x8b"
_GZIP_BITS = 31
_STEP = 4 * 1024
_CHUNK = 1024 * 1024
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:\-]{1,40})\s*\]")
# In these a byte that looks like a bracket or a backslash may be the half of a character, so they
# are decoded before the text is looked at.
# fmt: off
_ENTANGLED = frozenset((
    "big5", "big5hkscs", "cp950", "gbk", "gb18030", "cp936", "hz", "shift_jis", "cp932", "johab",
    "shift_jis_2004", "shift_jisx0213", "iso2022_jp", "iso2022_kr", "utf-16", "utf-32",
))
# fmt: on


@dataclass(frozen=True)
class Content:
    """What a file holds, as far as it could be read; `damage` says what stopped the reading."""

    data: bytes
    damage: str = ""


def load(source: str | Path | bytes) -> Content:
    """The bytes of a file (or the bytes given), unpacked if they are gzip."""
    if isinstance(source, bytes):
        data, more = source[: bounds.FILE_BYTES], len(source) > bounds.FILE_BYTES
    else:
        with Path(source).open("rb") as file:
            data = file.read(bounds.FILE_BYTES)
            more = bool(file.read(1))
    too_long = f"the file is over {bounds.FILE_BYTES} bytes; only the first part was read"
    if not data.startswith(GZIP):
        return Content(data, too_long if more else "")
    unpacked, damage = _unpack(data)
    more = more or len(unpacked) > bounds.FILE_BYTES
    return Content(unpacked[: bounds.FILE_BYTES], too_long if more else damage)


def unpacked_over(data: bytes, most: int) -> bool:
    """Whether gzip data holds more bytes than that; it is not kept while it is counted."""
    count, streams = 0, 0
    while data.startswith(GZIP) and count <= most and streams < bounds.GZIP_STREAMS:
        stream = zlib.decompressobj(_GZIP_BITS)
        try:
            while not stream.eof:
                piece = stream.decompress(data, _CHUNK)
                count += len(piece)
                data = stream.unconsumed_tail
                if count > most or (not data and len(piece) < _CHUNK):
                    break
        except zlib.error:
            return count > most
        data = stream.unused_data
        streams += 1
    return count > most


def _unpack(data: bytes) -> tuple[bytes, str]:
    """The content of gzip data, up to a little over the bound; what is before damage is kept."""
    unpacked = bytearray()
    at = streams = 0
    stream = zlib.decompressobj(_GZIP_BITS)
    try:
        while at < len(data) and len(unpacked) <= bounds.FILE_BYTES:
            # Small steps: what a step has unpacked is lost if the damage is in the same step.
            step = data[at : at + _STEP]
            at += len(step)
            while len(unpacked) <= bounds.FILE_BYTES:
                piece = stream.decompress(step, _CHUNK)
                unpacked += piece
                step = stream.unconsumed_tail
                if not step and len(piece) < _CHUNK:
                    break
            if stream.eof:
                # A file may be several streams one after the other.
                at -= len(stream.unused_data)
                streams += 1
                if at == len(data):
                    return bytes(unpacked), ""
                if streams == bounds.GZIP_STREAMS:
                    break
                stream = zlib.decompressobj(_GZIP_BITS)
    except zlib.error:
        pass
    return bytes(unpacked), "the gzip data is damaged; only the first part was read"


def plain_text(data: bytes, encoding: str | None = None, usual: str = "latin-1") -> str:
    """The text of a line-based format: as asked, else UTF-8, else in the usual set."""
    if encoding:
        return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(usual, "replace")


def sgf_text(data: bytes, encoding: str | None = None) -> tuple[str, bool]:
    """The text of an SGF file, and whether its characters are still single bytes.

    Most character sets keep ASCII apart, so that each tree can be decoded by its own CA later.
    """
    if encoding is None:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            encoding = "utf-16"
        elif found := _CHARSET.search(data[:4096]):
            try:
                encoding = codecs.lookup(found[1].decode("ascii")).name
            except LookupError:
                encoding = None
        if encoding not in _ENTANGLED:
            return data.removeprefix(codecs.BOM_UTF8).decode("latin-1"), True
    return data.decode(encoding, "replace"), False


def known_encoding(encoding: str) -> bool:
    """Whether Python has a codec of that name for text."""
    try:
        return codecs.lookup(encoding)._is_text_encoding
    except LookupError:
        return False
