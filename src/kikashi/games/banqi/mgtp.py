"""The numbered line protocol of the Taiwanese contests, for games with flips.

Each line is a number and a command (`12 genmove red`); the answer is `=12 b8 b8`, or `?12` and why
not. The commands have fixed numbers, but some servers count their lines instead: a known name
counts first, then the number. Two equal cells in the answer to genmove mean a flip. An act is
played only when the server sends it, one's own acts too: `10 move a3 a6`, `11 flip b8 R`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from kikashi import games
from kikashi.drawing import to_terminal
from kikashi.games.banqi.board import LETTERS
from kikashi.games.banqi.followed import Followed
from kikashi.games.banqi.position import COLOURS
from kikashi.games.banqi.settings import MOST_PLIES, MOST_REPEATS, OFF
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
LEAST = 0.01
"""Seconds for a move where the server leaves none."""
KEPT = 0.05
"""Seconds of the clock that are left to pipes and servers."""
HASTE = 0.02
"""Seconds: a shorter thought does not show on a server's clock."""
STEADY = 2
"""So many thoughts in a row that cost nothing on the clock: it is one for each act."""
ACT_SHARE = 0.8
"""Of such a clock, for an act."""
NUMBERED = 3
"""Digits of a command's number at most; servers that count their lines may send more."""


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
        self.game = Followed(start)
        self.left: dict[str, float] = {}
        """Seconds on the clock by colour, `""` for both: as the server said, less our thinking."""
        self._cost: dict[str, tuple[float, float]] = {}
        """By colour: the clock before our last thought, and what it cost by ours."""
        self._steady = 0
        super().__init__(start, make_player, out, name=name, seconds=seconds)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.game.position()

    def hear(self, line: str) -> None:
        """`5` alone is the number of quit, but also the fifth line of servers that count theirs."""
        _, command, _ = _parts(line)
        self.words_that_leave = (line.split(maxsplit=1)[0].lower(),) if command == "quit" else ()
        super().hear(line)

    def obey(self, line: str) -> None:
        if not line.split():
            return
        number, command, words = _parts(line)
        if not command:
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
        self.game.play((act_of(start.lower(), end.lower()),))
        return ""

    def _flip(self, words: list[str]) -> str:
        cell, letter = self._words(words, 2)
        self.game.play((cell.lower(), letter))
        return ""

    def _genmove(self, words: list[str]) -> str:
        begun = time.monotonic()
        colour = words[0].lower() if words else ""
        act = self.turn(self.game.position(colour), self._allowed(colour))[0]
        self.game.answered(act)
        spent = time.monotonic() - begun
        if colour in self.left:
            self._cost[colour] = self.left[colour], spent
        for clock in (colour, ""):
            if clock in self.left:
                self.left[clock] -= spent
        return cells_of(act)

    def _allowed(self, colour: str) -> Allowance | None:
        """What this act may cost; before the first flip both clocks stand alike."""
        left = self.left.get(colour)
        if left is None and self.left:
            left = min(self.left.values())
        if left is None:
            return None
        if self._steady >= STEADY and colour in self.left:
            return Allowance(max(LEAST, ACT_SHARE * left - KEPT))
        return allot(max(LEAST, left - KEPT))

    def _restart(self, start: Position) -> str:
        self.game.begin(start)
        self.sit_again(start)
        return ""

    def _reset(self, words: list[str]) -> str:
        del words
        self.left, self._cost, self._steady = {}, {}, 0
        return self._restart(self.game.start)

    def _with(self, **options: str) -> str:
        """The same game under other rules of a draw, from its start on."""
        start = self.game.start
        room = games.room(start.game)
        chosen = room.start({**start.options, **options})
        if chosen.options == start.options:
            return ""
        if self.game.begun:
            raise GameError("the rules cannot change in the middle of a game")
        return self._restart(chosen)

    def _boardsize(self, words: list[str]) -> str:
        size = sorted(self._words(words, 2))
        mine = sorted(self.game.start.options["size"].split("x"))
        if size != mine:
            raise GameError(f"this engine was started for a board of {' x '.join(mine)}")
        return ""

    def _repetition(self, words: list[str]) -> str:
        return self._with(repetition=_rule(self._words(words, 1)[0], 2, MOST_REPEATS))

    def _plies(self, words: list[str]) -> str:
        return self._with(plies=_rule(self._words(words, 1)[0], 1, MOST_PLIES))

    def _time_left(self, words: list[str]) -> str:
        """Milliseconds of a colour; before the first flip servers send both."""
        colour, left = self._words(words, 2)
        if not (left.removeprefix("-").isascii() and left.removeprefix("-").isdigit()):
            raise GameError(f"milliseconds were expected, not {left[:20]!r}")
        colour, now = colour.lower(), int(left[:12]) / 1000
        before, spent = self._cost.pop(colour, (0.0, 0.0))
        if spent > HASTE:
            self._steady = self._steady + 1 if now >= before else 0
        self.left[colour] = now
        return ""

    def _time_settings(self, words: list[str]) -> str:
        """Milliseconds for a whole game, until time_left says more; other forms say nothing."""
        if len(words) == 1 and words[0].isascii() and words[0].isdigit():
            self.left = {"": int(words[0][:12]) / 1000}
        return ""

    def _known(self, words: list[str]) -> str:
        return "true" if words and words[0].lower() in COMMANDS else "false"

    def _show(self, words: list[str]) -> str:
        del words
        room = games.room(self.position.game)
        return "\n" + to_terminal(room.scene(self.position.view_of_mover())).rstrip()

    def _init(self, words: list[str]) -> str:
        """The cells from the top left on, then how many there are of each piece, Red's first."""
        self._restart(self.game.start)
        if not words:
            return ""
        board, counts = words[: -len(LETTERS)], words[-len(LETTERS) :]
        if not all(count.isascii() and count.isdigit() and len(count) < 3 for count in counts):
            raise GameError(f"{len(LETTERS)} numbers of pieces were expected at the end")
        self.game.set_up(board, [int(count) for count in counts])
        return ""

    def _quit(self, words: list[str]) -> str:
        del words
        self.finished = True
        return ""


def _parts(line: str) -> tuple[str, str, list[str]]:
    """The number, the command and its words; a known name counts before the number.

    A name that is not known (`time_setting`) is left out where the number says what is meant.
    """
    words = line.split()
    number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
    if words and words[0].lower() in COMMANDS:
        return number, words[0].lower(), words[1:]
    if not (0 < len(number) <= NUMBERED and int(number) < len(COMMANDS)):
        return number, "", words
    named = words and len(words[0]) > 2 and words[0].isascii() and not words[0].isdigit()
    if named and words[0].lower() not in (*COLOURS, "unknown"):
        words = words[1:]
    return number, COMMANDS[int(number)], words


def _rule(text: str, least: int, most: int) -> str:
    """A server's number for a rule of a draw; what no game reaches is no rule."""
    if not (text.isascii() and text.isdigit()):
        raise GameError(f"a number was expected, not {text[:20]!r}")
    number = int(text[:9])
    return str(number) if least <= number <= most else OFF


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
