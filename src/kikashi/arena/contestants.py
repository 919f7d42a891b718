"""Who plays in a match: `simple`, `level:7`, or `cmd:COMMAND@PROTOCOL`, an outside program.

A name that ends in `~60` gives that player seconds of its own; `level:10/no-book` plays nothing
from its book of openings, where the match lets others do so.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from kikashi.law import GameError, Move, Position
from kikashi.play import Game
from kikashi.play.clock import Allowance
from kikashi.protocols.hosts import MARGIN, ProgramError
from kikashi.protocols.levels_door import Stop, make_player
from kikashi.protocols.registry import host, why_not
from kikashi.protocols.thinking import NoAnswerError, legal_answer, think
from kikashi.search import Verdict

COMMAND = "cmd:"


class Seat(ABC):
    """A contestant at the board, for one game."""

    claim: Verdict | None = None
    """The win that it says it can prove after its last turn, if any."""

    @abstractmethod
    def turn(self, game: Game, side: int) -> tuple[Move, ...]:
        """A whole legal turn; ProgramError says how the contestant lost the game instead."""

    def close(self) -> None:  # noqa: B027 - only programs have something to end
        """The game is over."""


@dataclass(frozen=True)
class Contestant:
    """A player by name. Its text is what the command line takes and the log keeps."""

    text: str
    command: str = ""
    protocol: str = ""
    seconds: float | None = None
    """A turn, where it differs from the match's."""

    @classmethod
    def read(cls, text: str, start: Position) -> Contestant:
        """Reads and checks a player's name; GameError says what is wrong before any game."""
        name, own = _own_seconds(text)
        if not name.startswith(COMMAND):
            make_player(start, name, 0)
            return cls(text, seconds=own)
        command, at, protocol = name.removeprefix(COMMAND).rpartition("@")
        if not at or not command.strip():
            raise GameError(f"a program looks like cmd:COMMAND@PROTOCOL, not {text!r}")
        why = why_not(protocol, start)
        if why:
            raise GameError(why)
        return cls(text, command, protocol, own)

    def sit(
        self,
        start: Position,
        seconds: float,
        seed: int,
        *,
        margin: float = MARGIN,
        book: bool = False,
        stop: Stop | None = None,
    ) -> Seat:
        """Takes a seat for one game, with its `book` of openings or without."""
        seconds = self.seconds or seconds
        if not self.command:
            player = make_player(start, _own_seconds(self.text)[0], seed, book=book)
            return _Ours(player, seconds, margin, stop or Stop())
        return _Program(self, start, seconds, margin, stop)


def _own_seconds(text: str) -> tuple[str, float | None]:
    """A player's name, and the seconds behind its `~`."""
    name, tilde, seconds = text.rpartition("~")
    if not tilde or not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,3})?", seconds):
        return text, None
    if not float(seconds) > 0:
        raise GameError(f"a turn needs more than 0 seconds, not {seconds}")
    return name, float(seconds)


class _Ours(Seat):
    def __init__(self, player: object, seconds: float, margin: float, stop: Stop) -> None:
        self._player = player
        self._seconds = seconds
        self._margin = margin
        self._stop = stop

    def turn(self, game: Game, side: int) -> tuple[Move, ...]:
        seen = game.view(side)
        try:
            opinion = think(
                self._player,  # type: ignore[arg-type]
                seen,
                Allowance(self._seconds),
                self._stop,
                self._margin,
            )
        except NoAnswerError as late:
            raise ProgramError("time", str(late)) from None
        except GameError:
            raise
        except Exception as problem:
            raise ProgramError("died", f"{type(problem).__name__}: {problem}") from None
        self.claim = opinion.verdict
        moves = legal_answer(seen, opinion.moves)
        if moves is None:
            said = " ".join(opinion.moves)[:60]
            raise ProgramError("illegal", f"{said!r} is no legal turn")
        return moves


class _Program(Seat):
    def __init__(
        self,
        contestant: Contestant,
        start: Position,
        seconds: float,
        margin: float,
        stop: Stop | None,
    ) -> None:
        self._host = host(
            contestant.protocol,
            contestant.command,
            start,
            seconds,
            margin=margin,
            stop=stop,
        )

    def turn(self, game: Game, side: int) -> tuple[Move, ...]:  # noqa: ARG002 - a host knows
        return self._host.turn(game)

    def close(self) -> None:
        self._host.close()
