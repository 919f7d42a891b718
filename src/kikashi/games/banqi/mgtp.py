"""The numbered line protocol of the Taiwanese contests, for games with flips.

Each line is a number and a command (`12 genmove red`); the answer is `=12 b8 b8`, or `?12` and why
not. The commands have fixed numbers, but some servers count their lines instead: a known name
counts first, then the number. Two equal cells in the answer to genmove mean a flip. An act is
played only when the server sends it, one's own acts too: `10 move a3 a6`, `11 flip b8 R`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from kikashi import games
from kikashi.drawing import to_terminal
from kikashi.law import CHANCE, GameError, IllegalMoveError, Move, Position
from kikashi.play.clock import Allowance, allot
from kikashi.protocols.engine import Engine, MakePlayer

COMMANDS = (
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "reset_board",
    "num_repetition",
    "num_moves_to_draw",
    "move",
    "flip",
    "genmove",
    "game_over",
    "ready",
    "time_settings",
    "time_left",
    "showboard",
    "init_board",
)
VERSION = "1.1.0"
COLOURS = ("red", "black")
LEAST = 0.01
"""Seconds for a move where the server leaves none."""
KEPT = 0.05
"""Seconds of the clock that are left to pipes and servers."""


def fits(position: Position) -> str:
    """Why a game cannot be spoken of in this protocol."""
    room = games.room(position.game)
    if "mgtp" in room.capabilities(position.options).protocols:
        return ""
    return f"mgtp is for games with flips, and {position.game} is none"


def act_of(start: str, end: str) -> Move:
    """Two cells as a move; the same cell twice is a flip."""
    return start if start == end else f"{start}-{end}"


def cells_of(move: Move) -> str:
    """A move as two cells."""
    start, _, end = move.partition("-")
    return f"{start} {end or start}"


class MgtpEngine(Engine):
    """An engine for such a server."""

    words_that_leave = ("quit", "5")
    words_that_stop = ()

    def __init__(
        self,
        start: Position,
        make_player: MakePlayer,
        out: TextIO,
        *,
        name: str = "Kikashi",
        seconds: float | None = None,
    ) -> None:
        self.first = start
        self.position = start
        self.left: dict[str, float] = {}
        """Seconds on the clock by colour."""
        super().__init__(start, make_player, out, name=name, seconds=seconds)

    def obey(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        if words and words[0].lower() in COMMANDS:
            command = words.pop(0).lower()
        elif number and len(number) < 4 and int(number) < len(COMMANDS):
            command = COMMANDS[int(number)]
        else:
            raise GameError("unknown command")
        doers: dict[str, Callable[[list[str]], str]] = {
            "move": self._move,
            "flip": self._flip,
            "genmove": self._genmove,
            "reset_board": self._reset,
            "boardsize": self._boardsize,
            "num_repetition": self._repetition,
            "num_moves_to_draw": self._plies,
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "known_command": self._known,
            "showboard": self._show,
            "init_board": self._init,
            "quit": self._quit,
        }
        fixed = {
            "protocol_version": VERSION,
            "name": self.name,
            "version": "1",
            "list_commands": "\n".join(COMMANDS),
        }
        doer = doers.get(command)
        answer = doer(words) if doer else fixed.get(command, "")
        self.say(f"={number} {answer}".rstrip())

    def refuse(self, line: str, why: str) -> None:
        words = line.split()
        number = words[0] if words and words[0].isascii() and words[0].isdigit() else ""
        self.say(f"?{number[:9]} {why}")

    # --- commands --------------------------------------------------------------------------------

    def _words(self, words: list[str], count: int) -> list[str]:
        if len(words) < count:
            raise GameError(f"{count} words were expected, not {len(words)}")
        return words[:count]

    def _move(self, words: list[str]) -> str:
        start, end = self._words(words, 2)
        self.position = self.position.play(act_of(start.lower(), end.lower()))
        return ""

    def _flip(self, words: list[str]) -> str:
        cell, letter = self._words(words, 2)
        self.position = self.position.play(cell.lower()).play(letter)
        return ""

    def _genmove(self, words: list[str]) -> str:
        allowed = self._allowed(words[0].lower() if words else "")
        return cells_of(self.turn(self.position, allowed)[0])

    def _allowed(self, colour: str) -> Allowance | None:
        """What this act may cost; before the first flip both clocks stand alike."""
        left = self.left.get(colour)
        if left is None and self.left:
            left = min(self.left.values())
        if left is None:
            return None
        return allot(max(LEAST, left - KEPT))

    def _restart(self, start: Position) -> str:
        self.first = self.position = start
        self.sit_again(start)
        return ""

    def _reset(self, words: list[str]) -> str:
        del words
        self.left = {}
        return self._restart(self.first)

    def _with(self, **options: str) -> str:
        """The same game under other rules of a draw, from its start on."""
        room = games.room(self.first.game)
        if self.position.to_text() != self.first.to_text():
            raise GameError("the rules cannot change in the middle of a game")
        known = {option.name for option in room.options}
        chosen = {name: value for name, value in options.items() if name in known}
        return self._restart(room.start({**self.first.options, **chosen}))

    def _boardsize(self, words: list[str]) -> str:
        size = sorted(self._words(words, 2))
        mine = sorted(self.first.options.get("size", "x").split("x"))
        if size != mine:
            raise GameError(f"this engine was started for a board of {' x '.join(mine)}")
        return ""

    def _repetition(self, words: list[str]) -> str:
        return self._with(repetition=self._words(words, 1)[0])

    def _plies(self, words: list[str]) -> str:
        return self._with(plies=self._words(words, 1)[0])

    def _time_left(self, words: list[str]) -> str:
        """Milliseconds of a colour; before the first flip servers send both."""
        colour, left = self._words(words, 2)
        if not (left.isascii() and left.isdigit() and len(left) < 12):
            raise GameError(f"milliseconds were expected, not {left[:20]!r}")
        self.left[colour.lower()] = int(left) / 1000
        return ""

    def _time_settings(self, words: list[str]) -> str:
        """The clock of a whole game; what is left of it comes by time_left."""
        del words
        return ""

    def _known(self, words: list[str]) -> str:
        return "true" if words and words[0].lower() in COMMANDS else "false"

    def _show(self, words: list[str]) -> str:
        del words
        room = games.room(self.position.game)
        return "\n" + to_terminal(room.scene(self.position.view_of_mover())).rstrip()

    def _init(self, words: list[str]) -> str:
        """All face down; how servers write another board is not known here, so it is refused."""
        if words:
            raise GameError("only the start with all pieces face down is known")
        return self._restart(self.first)

    def _quit(self, words: list[str]) -> str:
        del words
        self.finished = True
        return ""


def told(position: Position, moves: tuple[Move, ...]) -> list[str]:
    """The lines that tell a program of acts, each flip with what chance turned up."""
    lines: list[str] = []
    flipped = ""
    for move in moves:
        if position.to_move == CHANCE:
            lines.append(f"11 flip {flipped} {move}")
        elif "-" in move:
            lines.append(f"10 move {cells_of(move)}")
        else:
            flipped = move
        position = position.play(move)
    return lines


def read_answer(text: str) -> Move:
    """The act in a program's answer to genmove."""
    words = text.lower().split()
    if len(words) != 2:
        raise IllegalMoveError(f"two cells were expected, not {text[:40]!r}")
    return act_of(*words)
