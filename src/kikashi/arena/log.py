"""The log of a match: one JSON object a line, so that a match that was cut off can go on.

The first line says which match it is; a log goes on only with the same match. A last line that
was cut off in the middle is dropped, and its game played again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from kikashi.law import GameError

VERSION = 2


class PlayedGame(msgspec.Struct, frozen=True):
    """One finished game."""

    number: int
    first: str
    """Who moved first, whatever the game calls that side."""
    second: str
    opening: int
    moves: list[str]
    winner: int | None
    """0 for who moved first, 1 for the other, None for a draw and where nobody lost."""
    reason: str
    detail: str = ""
    slowest: list[float] = []
    points: list[float] = []
    """What the seats of each contestant got on average; empty where a game was not played out."""
    broken: bool = False
    """A program never got going or talked nonsense: no game was decided, and none is scored."""


class MatchLog:
    """A file that grows by one line a game; without a path nothing is kept."""

    def __init__(self, path: Path | None, heading: dict[str, Any]) -> None:
        self._path = path
        self._heading = {"kikashi-match": VERSION, **heading}
        self.games: dict[int, PlayedGame] = {}
        if path is not None:
            self._open(path)

    def _open(self, path: Path) -> None:
        if not path.exists() or path.stat().st_size == 0:
            path.write_bytes(msgspec.json.encode(self._heading) + b"\n")
            return
        data = path.read_bytes()
        whole, _, torn = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        self._same_match(path, lines[0] if lines else torn)
        for number, line in enumerate(lines[1:], start=2):
            try:
                game = msgspec.json.decode(line, type=PlayedGame)
            except msgspec.DecodeError as problem:
                raise GameError(f"{path}, line {number}: this is no game: {problem}") from None
            self.games[game.number] = game
        if torn:
            os.truncate(path, len(data) - len(torn))

    def _same_match(self, path: Path, line: bytes) -> None:
        try:
            found = msgspec.json.decode(line)
        except msgspec.DecodeError:
            found = None
        if not isinstance(found, dict) or "kikashi-match" not in found:
            raise GameError(f"{path} is no log of a match; choose another name")
        wanted = msgspec.json.decode(msgspec.json.encode(self._heading))
        other = [key for key in wanted.keys() | found.keys() if wanted.get(key) != found.get(key)]
        if other:
            names = ", ".join(sorted(other))
            raise GameError(f"{path} is the log of another match: it differs in {names}")

    def add(self, game: PlayedGame) -> None:
        """Keeps a game; the line is on the disk when this returns."""
        self.games[game.number] = game
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
                file.flush()
                os.fsync(file.fileno())
