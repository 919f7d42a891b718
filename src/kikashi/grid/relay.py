"""The relay: an engine front for a closed game server; the thinking is done elsewhere.

The server's code cannot be changed, so the relay speaks the server's protocol, keeps the game as
data, and turns each question for a move into a task for an engine that a volunteer's PC keeps
ready. The games need no room here: GTP and UCI are relayed for whatever the engine plays. (For the
games of this house `kikashi engine --grid` is the same thing with our own players.)
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from itertools import pairwise
from typing import Any, TextIO

from kikashi.grid.contract import Executor, Outcome
from kikashi.grid.listening import Listener
from kikashi.grid.tasks import engine_task
from kikashi.law import GameError

PATIENCE = 30.0
"""Seconds over the thinking time until the server is told that nobody answers."""
COLOURS = {"b": "black", "black": "black", "w": "white", "white": "white"}
KNOWN_GTP = (
    "boardsize",
    "clear_board",
    "genmove",
    "komi",
    "known_command",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "time_settings",
    "undo",
    "version",
)


class Relay(ABC):
    """One conversation with a game server."""

    def __init__(self, executor: Executor, engine: str, out: TextIO, seconds: float = 5.0) -> None:
        if not seconds > 0:
            raise GameError(f"an engine needs more than 0 seconds for a move, not {seconds:g}")
        self.engine = engine
        self.seconds = seconds
        self.finished = False
        self.moves: list[str] = []
        self._out = out
        self._listener = Listener(executor)

    def run(self, lines: TextIO) -> None:
        """Talks until told to leave or until there is nothing more to read."""
        for line in lines:
            self.obey(line.strip())
            if self.finished:
                break
        self._listener.close()

    @abstractmethod
    def obey(self, line: str) -> None:
        """Does what a line of the server says."""

    def say(self, text: str) -> None:
        """At once: the server waits for it."""
        self._out.write(text + "\n")
        self._out.flush()

    def think(self, **question: Any) -> Outcome:
        """What the engine says, wherever it runs; an outcome without a value says why not."""
        seconds = question.setdefault("seconds", self.seconds)
        ticket = self._listener.submit(engine_task(self.engine, moves=self.moves, **question))
        for outcome in self._listener.outcomes([ticket], seconds + PATIENCE):
            return outcome
        return Outcome(ticket, error=f"no PC answered within {seconds + PATIENCE:g} s")


class GtpRelay(Relay):
    """GTP, version 2: what a server needs to play games."""

    size, komi = 19, 6.5

    def obey(self, line: str) -> None:
        words = line.partition("#")[0].split()
        if not words:
            return
        number = words.pop(0) if words[0].isdigit() else ""
        if not words:
            return
        word = words[0].lower()
        if word not in KNOWN_GTP:
            self.say(f"?{number} unknown command\n")
            return
        try:
            answer = getattr(self, f"_{word}")(words[1:])
        except GameError as refusal:
            self.say(f"?{number} {refusal}\n")
            return
        except (ValueError, IndexError):
            self.say(f"?{number} syntax error\n")
            return
        self.say(f"={number} {answer}".rstrip() + "\n")

    def _boardsize(self, words: list[str]) -> str:
        size = int(words[0])
        if not 2 <= size <= 25:
            raise GameError("unacceptable size")
        self.size, self.moves = size, []
        return ""

    def _clear_board(self, _: list[str]) -> str:
        self.moves = []
        return ""

    def _komi(self, words: list[str]) -> str:
        self.komi = float(words[0])
        return ""

    def _play(self, words: list[str]) -> str:
        colour, cell = COLOURS.get(words[0].lower()), words[1].lower()
        if colour is None or not re.fullmatch(r"[a-hj-z][0-9]{1,2}|pass", cell):
            raise GameError("syntax error")
        self.moves.append(f"{colour} {cell}")
        return ""

    def _undo(self, _: list[str]) -> str:
        if not self.moves:
            raise GameError("cannot undo")
        self.moves.pop()
        return ""

    def _genmove(self, words: list[str]) -> str:
        colour = COLOURS.get(words[0].lower())
        if colour is None:
            raise GameError("syntax error")
        other = "white" if colour == "black" else "black"
        last = self.moves[-1].split()[0] if self.moves else "white"
        asked = self.moves
        if last == colour:  # the adapter plays for the other side of the last move
            self.moves = [*asked, f"{other} pass"]
        try:
            move = str(self.think(size=self.size, komi=self.komi).unwrap()["move"]).split()[-1]
        finally:
            self.moves = asked
        if move != "resign":
            self.moves = [*self.moves, f"{colour} {move}"]
        return move.upper() if move not in ("pass", "resign") else move

    def _time_settings(self, words: list[str]) -> str:
        main, byo, stones = (float(word) for word in words[:3])
        if stones > 0:
            self.seconds = max(0.1, byo / stones)
        elif main > 0:
            self.seconds = max(0.1, main / 60)
        return ""

    def _name(self, _: list[str]) -> str:
        return f"Kikashi relay to {self.engine}"

    def _version(self, _: list[str]) -> str:
        return "1"

    def _protocol_version(self, _: list[str]) -> str:
        return "2"

    def _known_command(self, words: list[str]) -> str:
        return "true" if words[0].lower() in KNOWN_GTP else "false"

    def _list_commands(self, _: list[str]) -> str:
        return "\n".join(KNOWN_GTP)

    def _quit(self, _: list[str]) -> str:
        self.finished = True
        return ""


class UciRelay(Relay):
    """UCI and its variants: position, go, bestmove."""

    position, variant = "", "chess"

    def obey(self, line: str) -> None:
        words = line.split()
        word = words[0] if words else ""
        if word == "uci":
            self.say(f"id name Kikashi relay to {self.engine}")
            self.say(f"option name UCI_Variant type string default {self.variant}")
            self.say("uciok")
        elif word == "isready":
            self.say("readyok")
        elif word == "ucinewgame":
            self.position, self.moves = "", []
        elif word == "setoption" and words[1:3] == ["name", "UCI_Variant"]:
            self.variant = words[-1]
        elif word == "position":
            self._set(words[1:])
        elif word == "go":
            self._go(words[1:])
        elif word == "quit":
            self.finished = True

    def _set(self, words: list[str]) -> None:
        where, _, moves = " ".join(words).partition(" moves ")
        self.position = where.removeprefix("fen ") if where.startswith("fen ") else ""
        self.moves = moves.split()

    def _go(self, words: list[str]) -> None:
        said = dict(pairwise(words))
        question: dict[str, Any] = {"game": self.variant, "position": self.position}
        if said.get("movetime", "").isdigit():
            question["seconds"] = max(0.001, int(said["movetime"]) / 1000)
        for name in ("nodes", "depth"):
            if said.get(name, "").isdigit():
                question[name] = int(said[name])
        outcome = self.think(**question)
        if outcome.value is None:
            self.say(f"info string {outcome.error}")
            self.say("bestmove 0000")
            return
        score = outcome.value.get("score")
        if score is not None:
            self.say(f"info depth {outcome.value.get('depth') or 0} score cp {score}")
        self.say(f"bestmove {outcome.value['move']}")


RELAYS: dict[str, type[Relay]] = {"gtp": GtpRelay, "uci": UciRelay}


def relay(
    protocol: str, executor: Executor, engine: str, out: TextIO, seconds: float = 5.0
) -> Relay:
    """A front that speaks `protocol`; GameError names the protocols there are."""
    if protocol not in RELAYS:
        raise GameError(f"a relay speaks {' or '.join(RELAYS)}, not {protocol!r}")
    return RELAYS[protocol](executor, engine, out, seconds)
