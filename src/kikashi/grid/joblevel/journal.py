"""The answers of all jobs on disk, as they came: a search that was stopped does none of them again.

MessagePack values, each with its length ahead. The first names the problem; each other one is a
node and the answer to its job. The tree itself is not written: it is built again from the answers,
in their order, which takes no time beside the jobs. A value that was cut off when the machine went
down is dropped.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import msgspec

from kikashi.grid.joblevel.contract import Key, Value
from kikashi.law import GameError

KIND = "job-level-tree"
VERSION = 3
SIZE = struct.Struct(">I")


class Answer(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A node and what its job said."""

    node: Key
    value: dict[str, Any]


class Journal:
    """Remembers answers by node; with a path also beyond this process."""

    def __init__(self, path: Path | None, problem: Mapping[str, str]) -> None:
        self._known: dict[Key, Value] = {}
        self._file: IO[bytes] | None = None
        header = {"kikashi": KIND, "version": VERSION, "problem": dict(problem)}
        if path is None:
            return
        whole = self._read(path, header) if path.exists() else 0
        self._file = path.open("r+b" if whole else "wb")
        if whole:
            self._file.truncate(whole)
            self._file.seek(whole)
        else:
            self._write(header)

    def __len__(self) -> int:
        return len(self._known)

    def items(self) -> Iterator[tuple[Key, Value]]:
        """The answers so far, in the order in which they came."""
        yield from self._known.items()

    def add(self, key: Key, value: Value) -> None:
        """Keeps a node's first answer; it is on disk when this returns."""
        if key not in self._known:
            self.correct(key, value)

    def correct(self, key: Key, value: Value) -> None:
        """Keeps an answer in the place of the one before; of several the last counts."""
        self._known[key] = value
        if self._file is not None:
            self._write(Answer(key, dict(value)))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, entry: object) -> None:
        assert self._file is not None
        data = msgspec.msgpack.encode(entry)
        self._file.write(SIZE.pack(len(data)) + data)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, path: Path, header: Mapping[str, object]) -> int:
        """Reads what is there; returns how many bytes of it are whole values."""
        whole, content = 0, path.read_bytes()
        while whole + SIZE.size <= len(content):
            begin = whole + SIZE.size
            end = begin + SIZE.unpack_from(content, whole)[0]
            if end > len(content) and whole:
                break
            if whole == 0:
                self._compare(path, content[begin:end], header)
            else:
                self._known.update([self._answer(path, whole, content[begin:end])])
            whole = end
        return whole

    @staticmethod
    def _answer(path: Path, place: int, data: bytes) -> tuple[Key, Value]:
        try:
            found = msgspec.msgpack.decode(data, type=Answer)
        except msgspec.MsgspecError as why:
            raise GameError(f"{path}, byte {place}: it is no answer to a job: {why}") from None
        return found.node, found.value

    @staticmethod
    def _compare(path: Path, data: bytes, wanted: Mapping[str, object]) -> None:
        try:
            found = msgspec.msgpack.decode(data, type=dict[str, Any])
        except msgspec.MsgspecError:
            found = {}
        if found.get("kikashi") != KIND:
            raise GameError(
                f"{path} is no stored tree of a job-level search, or one of an older version"
            )
        if found.get("version") != VERSION:
            raise GameError(f"{path} has version {found.get('version')!r}; {VERSION} is known here")
        if found != wanted:
            raise GameError(
                f"{path} belongs to another search: it asks {found.get('problem')}, and here "
                f"{wanted['problem']} is asked; name another file"
            )
