"""ADAPTERs: hand a question to a resident engine and bring the answer back, one protocol each.

A question comes from strangers and is data. Every word of it is checked before it becomes part of
a protocol line, so that nobody can smuggle in a command (GTP can write files).
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from kikashi.games import room
from kikashi.grid.contract import EngineFailedError, TaskError
from kikashi.play import Game
from kikashi.protocols.clients import gtp_command, lines_until
from kikashi.protocols.hosts import Host
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.process import Program, ProgramError, StoppedError
from kikashi.protocols.registry import host

START_SECONDS = 30.0
"""For an engine to be ready: it runs at the lowest priority of a PC that may be busy."""
MARGIN = 3.0
"""Seconds over the question's own limit before an engine counts as hung."""

GTP_MOVE = re.compile(r"(black|white) ([a-hj-z][0-9]{1,2}|pass)", re.IGNORECASE)
UCI_MOVE = re.compile(r"[a-z0-9+@]{2,8}", re.IGNORECASE)
UCI_WORD = re.compile(r"[A-Za-z0-9-]{1,24}")
FEN = re.compile(r"[A-Za-z0-9/+~\[\] -]{1,200}")


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an engine is asked: a position, and how long to think."""

    engine: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,40}$")]
    game: Annotated[str, msgspec.Meta(max_length=24)] = ""
    """A room's id for Gomocup and Cloudict, the variant for UCI, nothing for GTP."""
    options: Annotated[dict[str, str], msgspec.Meta(max_length=16)] = {}
    position: Annotated[str, msgspec.Meta(max_length=4096)] = ""
    """A room's position text, or a FEN; empty for the start."""
    moves: Annotated[list[str], msgspec.Meta(max_length=1000)] = []
    """After `position`: 'black d4' for GTP, 'h2e2' for UCI."""
    size: Annotated[int, msgspec.Meta(ge=2, le=25)] = 19
    komi: Annotated[float, msgspec.Meta(ge=-400, le=400)] = 6.5
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3600)] = 5.0
    nodes: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)] = 0
    depth: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0


class Answer(msgspec.Struct, frozen=True):
    """What it answered."""

    move: Annotated[str, msgspec.Meta(max_length=64)]
    engine: Annotated[str, msgspec.Meta(max_length=64)]
    score: int | None = None
    mate: int | None = None
    depth: int | None = None


class Adapter(ABC):
    """One resident engine process and its protocol."""

    goodbye = "quit"

    def __init__(self, command: str, settings: Mapping[str, str]) -> None:
        self.stop = Stop()
        self.settings = settings
        self.program = Program(command, stop=self.stop)
        self.begin()

    def begin(self) -> None:  # noqa: B027 - not every protocol greets
        """Greets the engine, so that it is ready when the first task comes."""

    def ask(self, question: Question) -> dict[str, Any]:
        """The answer; EngineFailedError if there is none, TaskError for a bad question."""
        try:
            return self._ask(question)
        except ProgramError as problem:
            raise EngineFailedError(f"the engine {question.engine} failed: {problem}") from None

    @abstractmethod
    def _ask(self, question: Question) -> dict[str, Any]: ...

    def close(self) -> None:
        """Ends the program, whatever state it is in."""
        self.program.close(self.goodbye)


class GtpAdapter(Adapter):
    """GTP: boardsize, komi, play, genmove."""

    def begin(self) -> None:
        self._command("name", START_SECONDS)

    def _ask(self, question: Question) -> dict[str, Any]:
        for move in question.moves:
            if not GTP_MOVE.fullmatch(move):
                raise TaskError(f"a GTP move looks like 'black d4', not {move!r:.40}")
        self._must(f"boardsize {question.size}")
        self._must("clear_board")
        self._must(f"komi {question.komi:g}")
        for move in question.moves:
            self._must(f"play {move}")
        last = question.moves[-1].split()[0].lower() if question.moves else "white"
        colour = "white" if last == "black" else "black"
        found = self._command(f"genmove {colour}", question.seconds + MARGIN)
        if found is None or not re.fullmatch(r"[a-z][0-9]{1,2}|pass|resign", found.lower()):
            raise ProgramError("rubbish", f"its answer to genmove is {found!r:.60}")
        return {"move": f"{colour} {found.lower()}"}

    def _must(self, command: str) -> None:
        if self._command(command, START_SECONDS) is None:
            raise TaskError(f"the engine refused {command!r}")

    def _command(self, command: str, seconds: float) -> str | None:
        return gtp_command(self.program, command, time.monotonic() + seconds)


class UciAdapter(Adapter):
    """UCI and its children: position, go, bestmove."""

    def begin(self) -> None:
        self.program.send("uci")
        lines = self._until("uciok", START_SECONDS)
        self._variants = next((line.split() for line in lines if "UCI_Variant" in line), [])
        self._variant = ""
        for name, value in self.settings.items():
            self.program.send(f"setoption name {name} value {value}")
        self._ready()

    def _ask(self, question: Question) -> dict[str, Any]:
        for move in question.moves:
            if not UCI_MOVE.fullmatch(move):
                raise TaskError(f"a UCI move looks like 'h2e2', not {move!r:.40}")
        if question.position and not FEN.fullmatch(question.position):
            raise TaskError(f"this is no FEN: {question.position!r:.60}")
        if question.game != self._variant:
            self._choose(question.game)
        self.program.send("ucinewgame")
        self._ready()
        where = f"fen {question.position}" if question.position else "startpos"
        self.program.send(f"position {where} moves {' '.join(question.moves)}")
        limits = f"movetime {max(1, round(question.seconds * 1000))}"
        if question.nodes:
            limits = f"nodes {question.nodes}"
        elif question.depth:
            limits = f"depth {question.depth}"
        self.program.send(f"go {limits}")
        return self._read_answer(question)

    def _choose(self, variant: str) -> None:
        if not UCI_WORD.fullmatch(variant) or (self._variants and variant not in self._variants):
            raise TaskError(f"the engine does not play {variant!r:.40}")
        self.program.send(f"setoption name UCI_Variant value {variant}")
        self._variant = variant

    def _read_answer(self, question: Question) -> dict[str, Any]:
        found: dict[str, Any] = {"score": None, "mate": None, "depth": None}
        lines = self._until("bestmove", question.seconds + MARGIN)
        for words in (line.split() for line in lines if line.startswith("info ")):
            for key, names in (("score", ("cp",)), ("mate", ("mate",)), ("depth", ("depth",))):
                for name in names:
                    if name in words[:-1]:
                        number = words[words.index(name) + 1]
                        if re.fullmatch(r"-?\d{1,9}", number):
                            found[key] = int(number)
        words = lines[-1].split()
        if len(words) < 2 or not re.fullmatch(r"[a-z0-9+@()]{2,8}", words[1], re.IGNORECASE):
            raise ProgramError("rubbish", f"its answer is {lines[-1]!r:.60}")
        return {"move": words[1], **found}

    def _ready(self) -> None:
        self.program.send("isready")
        self._until("readyok", START_SECONDS)

    def _until(self, word: str, seconds: float) -> list[str]:
        return lines_until(self.program, (word,), time.monotonic() + seconds)


class StonesAdapter(Adapter):
    """Gomocup and Cloudict: the arena's hosts, kept between questions."""

    protocol = ""

    def __init__(self, command: str, settings: Mapping[str, str]) -> None:
        self.stop = Stop()
        self.settings = settings
        self._command = command
        self._host: Host | None = None
        self._for: tuple[object, ...] = ()

    def _ask(self, question: Question) -> dict[str, Any]:
        position = room(question.game).from_text(question.position, question.options)
        for move in question.moves:
            position = position.play(move)
        # Board and clock are told to these engines when they start.
        kept = (question.game, tuple(sorted(question.options.items())), question.seconds)
        if self._host is None or self._for != kept:
            self.close()
            self._host = host(
                self.protocol,
                self._command,
                position,
                question.seconds,
                margin=MARGIN,
                stop=self.stop,
            )
            self._host.start_seconds = START_SECONDS
            self._for = kept
        self._host.forget()
        return {"move": " ".join(self._host.turn(Game(position)))}

    def close(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None


class GomocupAdapter(StonesAdapter):
    """Gomocup."""

    protocol = "gomocup"


class CloudictAdapter(StonesAdapter):
    """Cloudict lines."""

    protocol = "cloudict"


ADAPTERS: Mapping[str, type[Adapter]] = {
    "gtp": GtpAdapter,
    "uci": UciAdapter,
    "gomocup": GomocupAdapter,
    "cloudict": CloudictAdapter,
}

__all__ = ["ADAPTERS", "Adapter", "Answer", "Question", "StoppedError"]
