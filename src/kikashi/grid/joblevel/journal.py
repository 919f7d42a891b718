"""The answers of all jobs on disk, as they came: a search that was stopped does none of them again.

One JSON value a line. The first line names the problem; each other line is the answer to the job of
one node. The tree itself is not written: it is built again from the answers, in their order, which
takes no time beside the jobs. Certificates stand as {"bytes": base 64}. A line that was cut off
when the machine went down is dropped.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from kikashi.grid.joblevel.contract import Key, Value
from kikashi.law import GameError

KIND = "job-level-tree"
VERSION = 2
NAMES = ("node", "value")
"""The fields of a line."""


class Journal:
    """Remembers answers by node; with a path also beyond this process."""

    def __init__(self, path: Path | None, problem: Mapping[str, str]) -> None:
        self._known: dict[Key, Value] = {}
        self._file: IO[str] | None = None
        header = {"kikashi": KIND, "version": VERSION, "problem": dict(problem)}
        if path is None:
            return
        whole = self._read(path, header) if path.exists() else 0
        self._file = path.open("r+" if whole else "w", encoding="utf-8")
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
        """Keeps an answer in the place of the one before; of several lines the last counts."""
        self._known[key] = value
        if self._file is not None:
            self._write({"node": key, "value": dict(value)})

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, line: Mapping[str, object]) -> None:
        assert self._file is not None
        text = json.dumps(line, separators=(",", ":"), ensure_ascii=False, default=_as_text)
        self._file.write(text + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, path: Path, header: Mapping[str, object]) -> int:
        """Reads what is there; returns how many bytes of it are whole lines."""
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        for number, line in enumerate(content[:whole].splitlines(), start=1):
            try:
                found = json.loads(line, object_hook=_from_text)
            except ValueError as why:
                raise GameError(f"{path}, line {number}: it is not JSON: {why}") from None
            if number == 1:
                self._compare(path, found, header)
                continue
            key, value = (found.get(n) if isinstance(found, dict) else None for n in NAMES)
            if not isinstance(key, str) or not isinstance(value, dict):
                raise GameError(f'{path}, line {number}: expected {{"node": text, "value": {{}}}}')
            self._known[key] = value
        return whole

    @staticmethod
    def _compare(path: Path, found: object, wanted: Mapping[str, object]) -> None:
        if not isinstance(found, dict) or found.get("kikashi") != KIND:
            raise GameError(f"{path} is no stored tree of a job-level search")
        if found.get("version") != VERSION:
            raise GameError(f"{path} has version {found.get('version')!r}; {VERSION} is known here")
        if found != wanted:
            raise GameError(
                f"{path} belongs to another search: it asks {found.get('problem')}, and here "
                f"{wanted['problem']} is asked; name another file"
            )


def _as_text(value: object) -> dict[str, str]:
    if not isinstance(value, bytes):
        raise TypeError(f"an answer holds plain values, not {value!r:.60}")
    return {"bytes": base64.b64encode(value).decode()}


def _from_text(fields: dict[str, object]) -> object:
    text = fields.get("bytes")
    if set(fields) != {"bytes"} or not isinstance(text, str):
        return fields
    return base64.b64decode(text, validate=True)
