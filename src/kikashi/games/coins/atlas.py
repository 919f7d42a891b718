"""The atlas: every class of every coin a up to a bound, proved, in one file with an index.

The file is a proof file (docs/reference/coins.md). Compressed, each coin a is a gzip member of its
own and the header says where it begins, so that one class is read without unpacking the rest; any
gzip reader still sees one plain stream of lines.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.prover import (
    KIND,
    BatchResult,
    BatchTask,
    ClassProof,
    header,
    lines_of,
    prove_batch,
)
from kikashi.games.coins.rules import representative, require_class

# To 1000 there are some 20 million rules in half a gigabyte of lines, and the number grows as a^2.
MOST_A = 1000
_MOST_HEADER = 1 << 20
_MOST_BLOCK = 1 << 26


@dataclass(frozen=True, slots=True)
class Census:
    """How many rules the classes of one coin a have: `by_class` maps (r, s) to the number."""

    a: int
    by_class: dict[tuple[int, int], int]


@dataclass(slots=True)
class Atlas:
    """The proofs of every class for a = first..last, as lines of JSON per coin a."""

    first: int
    last: int
    blocks: list[bytes]
    censuses: list[Census]

    @property
    def classes(self) -> int:
        """How many lists of rules are proved."""
        return sum(len(census.by_class) for census in self.censuses)

    @property
    def rules(self) -> int:
        """How many rules are proved."""
        return sum(sum(census.by_class.values()) for census in self.censuses)

    def lines(self) -> Iterator[bytes]:
        """The lines of the file, uncompressed and without the index."""
        yield self._header(None)
        for block in self.blocks:
            yield from block.splitlines(keepends=True)

    def _header(self, index: list[tuple[int, int, int]] | None) -> bytes:
        return header({"from": self.first, "to": self.last}, self.classes, self.rules, index)

    def write(self, path: str | Path) -> int:
        """Writes the file, compressed where its name ends in .gz, and returns its size."""
        packed = str(path).endswith(".gz")
        blocks = [_pack(block) if packed else block for block in self.blocks]
        index = []
        offset = 0
        for a, block in enumerate(blocks, start=self.first):
            index.append((a, offset, len(block)))
            offset += len(block)
        head = self._header(index)
        whole = b"".join([_pack(head) if packed else head, *blocks])
        Path(path).write_bytes(whole)
        return len(whole)


def _pack(data: bytes) -> bytes:
    # Without a time stamp, so that the same atlas is the same file.
    return gzip.compress(data, compresslevel=6, mtime=0)


def make_atlas(
    last: int,
    first: int = 2,
    *,
    progress: Callable[[int], None] | None = None,
    prove: Callable[[BatchTask], BatchResult] = prove_batch,
    atlas: Atlas | None = None,
) -> Atlas:
    """Proves every class for a = first..last. `prove` may do a batch elsewhere.

    An empty `atlas` that is handed in holds what is done, should this be interrupted.
    """
    if not 2 <= first <= last:
        raise CoinError(f"An atlas runs from 2 or more upwards, not from {first} to {last}.")
    if last > MOST_A:
        raise CoinError(f"An atlas goes up to a = {MOST_A}, and {last} is larger.")
    if atlas is None:
        atlas = empty_atlas(first)
    for a in range(first, last + 1):
        add_batch(atlas, prove(BatchTask(a)))
        if progress is not None:
            progress(a)
    return atlas


def keep_whole_coins(atlas: Atlas) -> None:
    """Drops what an interruption left half added."""
    whole = atlas.last - atlas.first + 1
    del atlas.blocks[whole:], atlas.censuses[whole:]


def empty_atlas(first: int) -> Atlas:
    """An atlas to which the coin `first` comes next."""
    return Atlas(first, first - 1, [], [])


def add_batch(atlas: Atlas, batch: BatchResult) -> None:
    """Adds the next coin a, whole, to an atlas."""
    block = lines_of(batch.proofs)
    census = Census(batch.a, {proof.pair: len(proof.rules) for proof in batch.proofs})
    atlas.blocks.append(block)
    atlas.censuses.append(census)
    # Last of all, so that an interruption before this leaves an atlas up to the coin before.
    atlas.last = batch.a


def read_class(path: str | Path, a: int, r: int, s: int) -> ClassProof:
    """Looks one class up through the index of an atlas, in the residues that were asked for."""
    require_class(a, r, s)
    wanted = representative(a, r, s)
    for line in _block(Path(path), a).splitlines():
        try:
            proof = msgspec.json.decode(line, type=ClassProof)
        except msgspec.MsgspecError as error:
            raise CoinError(f"The atlas {path} is damaged at a = {a}: {error}.") from None
        if proof.a != a:
            raise CoinError(
                f"The index of {path} is wrong: it has a = {proof.a} where {a} belongs."
            )
        if proof.pair == wanted:
            return ClassProof(a, (r, s), proof.rules)
    raise CoinError(f"The atlas {path} lacks the class r = {r}, s = {s} of a = {a}.")


_Natural = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]


class _AtlasHeader(msgspec.Struct):
    kikashi: str
    index: list[tuple[_Natural, _Natural, _Natural]]


def _block(path: Path, a: int) -> bytes:
    with path.open("rb") as file:
        start = file.read(_MOST_HEADER)
        packed = start.startswith(b"\x1f\x8b")
        try:
            head, size = _unpack_first(start) if packed else _first_line(start)
            fields = msgspec.json.decode(head, type=_AtlasHeader)
        except (zlib.error, msgspec.MsgspecError):
            raise CoinError(f"{path} is not a proof file with an index.") from None
        if fields.kikashi != KIND:
            raise CoinError(f"{path} is not an atlas of the coin problem.")
        for coin, offset, length in fields.index:
            if coin == a:
                file.seek(size + offset)
                block = file.read(min(length, _MOST_BLOCK))
                try:
                    return _unpack_first(block)[0] if packed else block
                except zlib.error as error:
                    raise CoinError(f"The atlas {path} is damaged at a = {a}: {error}.") from None
    raise CoinError(f"The atlas {path} does not go as far as a = {a}.")


def _unpack_first(data: bytes) -> tuple[bytes, int]:
    """The first gzip member unpacked, and its packed size."""
    unpacker = zlib.decompressobj(wbits=31)
    text = unpacker.decompress(data, _MOST_BLOCK)
    # Only at the end of a member has its checksum been looked at.
    if not unpacker.eof:
        raise zlib.error("the compressed data end too early")
    return text, len(data) - len(unpacker.unused_data)


def _first_line(data: bytes) -> tuple[bytes, int]:
    size = data.find(b"\n") + 1
    return data[:size], size
