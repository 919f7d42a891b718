"""The protocols of dark chess programs: the numbered line protocol, both sides of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from kikashi.games.banqi import mgtp
from kikashi.games.banqi.position import COLOURS
from kikashi.law import CHANCE, IllegalMoveError, Move, Position
from kikashi.play import Game
from kikashi.protocols.hosts import MOST_CHATTER, Host, ProgramError
from kikashi.protocols.registry import Protocol

CLOCK_ACTS = 100
"""A program's clock holds its seconds for so many acts, as contests have a clock for the game."""


class MgtpHost(Host):
    """The server's side of the numbered line protocol; a program's own acts are sent back to it.

    The protocol knows a clock for the game alone (`time_settings`, `time_left` in milliseconds), so
    that the seconds for a turn are what it has on average: who has used up the clock is late.
    """

    goodbye = "5 quit"
    _sent = 0
    """Moves of the game, chance's too, that were sent."""
    _left = 0.0
    """Seconds on the program's clock."""

    def forget(self) -> None:
        self._ready = False

    def _ask(self, game: Game) -> Sequence[Move]:
        if not self._ready:
            self._start(game.start)
        for line in mgtp.told(game.positions[self._sent], game.moves[self._sent :]):
            self._command(line, time.monotonic() + self.start_seconds)
        self._sent = len(game.moves)
        deadline = self._deadline()
        side = self._colour(game)
        # Before the first flip nobody has a colour: then both are told.
        for colour in (side,) if side in COLOURS else COLOURS:
            self._command(f"16 time_left {colour} {_milliseconds(self._left)}", deadline)
        begun = time.monotonic()
        answer = self._command(f"12 genmove {side}", deadline)
        self._left -= time.monotonic() - begun
        try:
            return [mgtp.read_answer(answer)]
        except IllegalMoveError as refusal:
            raise ProgramError("rubbish", f"the program answered genmove: {refusal}") from None

    def _deadline(self) -> float:
        return time.monotonic() + max(0.0, self._left) + self.margin

    @staticmethod
    def _colour(game: Game) -> str:
        """Of the side to move: the first flip of the game gave the colours."""
        for before, move in zip(game.positions, game.moves, strict=False):
            if before.to_move == CHANCE:
                first = 0 if move.isupper() else 1
                return COLOURS[first ^ game.to_move]
        return "unknown"

    def _start(self, start: Position) -> None:
        self._sent = 0
        deadline = time.monotonic() + self.start_seconds
        files, _, ranks = start.options["size"].partition("x")
        repeats, plies = start.options["repetition"], start.options["plies"]
        self._command("1 name", deadline)
        self._command(f"6 boardsize {files} {ranks}", deadline)
        self._command("7 reset_board", deadline)
        if repeats.isdigit():
            self._command(f"8 num_repetition {repeats}", deadline)
        if plies.isdigit():
            self._command(f"9 num_moves_to_draw {plies}", deadline)
        self._left = CLOCK_ACTS * self.seconds
        self._command(f"15 time_settings {_milliseconds(self._left)}", deadline)
        self._command("14 ready", deadline)
        self._ready = True

    def _command(self, line: str, deadline: float) -> str:
        self.program.send(line)
        number = line.split(maxsplit=1)[0]
        for _ in range(MOST_CHATTER):
            answer = self.program.read_any(deadline).strip()
            mark, (named, _, said) = answer[:1], answer[1:].partition(" ")
            if named != number or mark not in ("=", "?"):
                continue  # programs print boards and remarks where answers go
            if mark == "?":
                raise ProgramError("rubbish", f"the program refused {line!r}: {answer[:80]!r}")
            return said.strip()
        raise ProgramError("rubbish", "the program talks without answering")


def _milliseconds(seconds: float) -> int:
    return max(0, round(1000 * seconds))


PROTOCOLS: Mapping[str, Protocol] = {
    "mgtp": Protocol(mgtp.MgtpEngine, mgtp.fits, MgtpHost),
}
