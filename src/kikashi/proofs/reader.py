"""The file: JSON lines, perhaps gzipped, read with caps. Nothing here knows a game."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from kikashi.proofs.refusal import Caps, LimitError, RefusedError

KIND = "certificate"
VERSION = 1
GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True)
class Header:
    """The first line: what is claimed, about which position of which game."""

    game: str
    options: Mapping[str, str]
    start: str
    claim: Mapping[str, object]
    nodes: int
    roots: tuple[int, ...]


def size_of(source: bytes | Path) -> int:
    """How many bytes it has as it lies there."""
    return len(source) if isinstance(source, bytes) else source.stat().st_size


def lines_of(source: bytes | Path, caps: Caps) -> Iterator[bytes]:
    """The lines of a file or of its bytes, unpacked where they are packed."""
    if isinstance(source, bytes):
        yield from _lines(io.BytesIO(source), len(source), caps)
    else:
        with source.open("rb") as file:
            yield from _lines(file, size_of(source), caps)


def _lines(file: BinaryIO, size: int, caps: Caps) -> Iterator[bytes]:
    if size > caps.packed_bytes:
        raise LimitError(f"the file has {size} bytes; at most {caps.packed_bytes} are read")
    packed = file.read(2) == GZIP_MAGIC
    file.seek(0)
    text = cast(BinaryIO, gzip.GzipFile(fileobj=file)) if packed else file
    number = 0
    while True:
        number += 1
        try:
            line = text.readline((caps.line_bytes if number > 1 else caps.header_bytes) + 1)
        except (gzip.BadGzipFile, EOFError, zlib.error) as why:
            raise RefusedError(f"line {number} cannot be unpacked: {why}") from None
        if not line:
            return
        yield line


def capped(lines: Iterable[bytes], caps: Caps) -> Iterator[bytes]:
    """The same lines as long as they are neither too long nor too many."""
    total = 0
    for number, line in enumerate(lines, start=1):
        total += len(line)
        most = caps.line_bytes if number > 1 else caps.header_bytes
        if len(line) > most:
            raise LimitError(f"line {number} is longer than {most} bytes")
        if total > caps.bytes:
            raise LimitError(f"the text is longer than {caps.bytes} bytes")
        yield line


def _each_name_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return fields


_JSON = json.JSONDecoder(object_pairs_hook=_each_name_once)


def parse(line: bytes, what: str) -> object:
    """One line of JSON; whatever is wrong with it becomes a refusal."""
    try:
        parsed: object = _JSON.decode(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise RefusedError(f"{what} is not UTF-8 text") from None
    except (ValueError, RecursionError) as why:
        raise RefusedError(f"{what} is not JSON: {why}") from None
    return parsed


def kind_of(line: bytes) -> str:
    """What the first line says the file is: the value of its field 'kikashi'."""
    head = parse(line, "the first line")
    kind = head.get("kikashi") if isinstance(head, dict) else None
    if not isinstance(kind, str):
        raise RefusedError("the first line is no object with a field 'kikashi' that names its kind")
    return kind


def read_header(line: bytes, caps: Caps) -> Header:
    """Reads the first line; every field is looked at."""
    head = parse(line, "the header")
    if not isinstance(head, dict) or head.get("kikashi") != KIND:
        raise RefusedError(f'the first line is no object with "kikashi": "{KIND}"')
    version = head.get("version")
    if type(version) is not int or version != VERSION:
        raise RefusedError(f"the header has version {version!r:.40}; this checker knows {VERSION}")
    known = {"kikashi", "version", "game", "options", "start", "claim", "nodes", "root", "roots"}
    for name in head:
        if name not in known:
            raise RefusedError(f"the header has a field {name!r:.40}, which means nothing here")
    game, start, options = head.get("game"), head.get("start"), head.get("options")
    if not isinstance(game, str) or not isinstance(start, str):
        raise RefusedError("the header must name its 'game' and its 'start', both as text")
    if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
        raise RefusedError("the header's 'options' must be an object of texts")
    claim = head.get("claim")
    if not isinstance(claim, dict):
        raise RefusedError("the header's 'claim' must be an object")
    nodes = _natural(head.get("nodes"), "nodes")
    if not 1 <= nodes <= caps.nodes:
        raise LimitError(f"the header promises {nodes} nodes; 1 to {caps.nodes} are read")
    if ("root" in head) == ("roots" in head):
        raise RefusedError("the header must have either 'root' or 'roots'")
    roots = head["roots"] if "roots" in head else [head["root"]]
    if not isinstance(roots, list) or not 1 <= len(roots) <= 2:
        raise RefusedError("the header's 'roots' must be a list of two node numbers")
    numbers = tuple(_natural(root, "root") for root in roots)
    for root in numbers:
        if root >= nodes:
            raise RefusedError(f"the root is node {root}, but there are only {nodes} nodes")
    return Header(game, options, start, claim, nodes, numbers)


def opened(source: bytes | Path, caps: Caps) -> tuple[Header, Iterator[list[object]]]:
    """The header of a file or of its bytes; the nodes are read when somebody asks for them."""
    lines = capped(lines_of(source, caps), caps)
    first = next(lines, None)
    if first is None:
        raise RefusedError("the file is empty")
    header = read_header(first, caps)
    return header, read_nodes(lines, header)


def _natural(value: object, name: str) -> int:
    if type(value) is not int or value < 0:
        raise RefusedError(f"the header's {name!r} must be a number from 0 on, not {value!r:.40}")
    return value


def read_nodes(lines: Iterable[bytes], header: Header) -> Iterator[list[object]]:
    """The node lines after the header, as lists that begin with a kind and a bound."""
    count = 0
    for index, line in enumerate(lines):
        if index >= header.nodes:
            raise RefusedError(f"there are more nodes than the {header.nodes} the header promises")
        node = parse(line, f"node {index}")
        if not isinstance(node, list) or len(node) < 2 or not isinstance(node[0], str):
            raise RefusedError("a node is a list that begins with its kind and its bound", index)
        if type(node[1]) is not int or not 0 <= node[1] < 1 << 31:
            raise RefusedError(f"the bound must be a number from 0 on, not {node[1]!r:.40}", index)
        count += 1
        yield node
    if count < header.nodes:
        raise RefusedError(f"the file ends after {count} of the {header.nodes} nodes it promises")
