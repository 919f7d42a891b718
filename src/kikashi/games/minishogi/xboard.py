"""XBoard (the chess engine communication protocol), as an engine and as a host.

Two ways of speaking are known to the host: that of protocol version 2, with features and cells such
as `d1`, and that of GNU Shogi, which complains of `protover`, writes cells as in USI and
thinks in whole seconds.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from typing import TextIO

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.notation import from_uci, to_uci
from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of, move_of, step_of
from kikashi.games.minishogi.sfen import START, write_sfen, write_uci_fen
from kikashi.law import BadTextError, GameError, IllegalMoveError, Move, Position
from kikashi.play import Game
from kikashi.play.clock import Allowance, allot
from kikashi.protocols.engine import Engine, MakePlayer
from kikashi.protocols.hosts import MOST_CHATTER, Host
from kikashi.protocols.process import ProgramError

VARIANT = "5x5+5_shogi"
FEATURES = (
    f'feature variants="{VARIANT}" setboard=1 usermove=1 ping=1 colors=0 sigint=0 sigterm=0 '
    "reuse=1 analyze=0 debug=1"
)
IGNORED = {
    "accepted",
    "rejected",
    "random",
    "hard",
    "easy",
    "post",
    "nopost",
    "computer",
    "name",
    "rating",
    "ics",
    "draw",
    "hint",
    "bk",
    "pause",
    "resume",
    "memory",
    "cores",
    "egtpath",
    "otim",
    "variant",
    "result",
    "xboard",
    ".",
    "?",
}
MOVE = re.compile(r"(?:[a-e][1-5]|[RBGSP]@)[a-e][1-5]\+?")
OLD_MOVE = re.compile(r"^\d+\. \.\.\. (\S+)")
COMPLAINTS = ("illegal", "error", "unknown")
LEAST = 0.01


class XboardEngine(Engine):
    """An engine for hosts that speak XBoard."""

    words_that_leave = ("quit",)

    def __init__(
        self,
        start: Position,
        make_player: MakePlayer,
        out: TextIO,
        *,
        name: str = "Kikashi",
        seconds: float | None = None,
    ) -> None:
        super().__init__(start, make_player, out, name=name, seconds=seconds)
        self.first = minishogi_of(start)
        self.game = [self.first]
        self.forced = False
        self.own: int | None = 1 - self.first.to_move
        self.fixed: float | None = None
        self.increment = 0.0
        self.left: float | None = None

    @property
    def position(self) -> MinishogiPosition:
        return self.game[-1]

    def refuse(self, line: str, why: str) -> None:
        self.say(f"Error ({why}): {line.strip()[:60]}")

    def obey(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        word, rest = words[0], words[1:]
        if MOVE.fullmatch(word):
            self._move(word)
        elif word in IGNORED:
            return
        elif hasattr(self, f"_do_{word}"):
            getattr(self, f"_do_{word}")(rest)
        else:
            self.say(f"Error (unknown command): {word[:40]}")

    def _do_protover(self, rest: list[str]) -> None:
        del rest
        self.say(FEATURES)
        if self.book is not None:
            self.say(f'feature option="OwnBook -check {int(self.book)}"')
        self.say(f'feature myname="{self.name}" done=1')

    def _do_option(self, rest: list[str]) -> None:
        """`option OwnBook=0`; hosts may send others, which change nothing."""
        name, _, value = " ".join(rest).partition("=")
        if name == "OwnBook":
            if value not in ("0", "1"):
                raise GameError(f"OwnBook is 0 or 1, not {value[:20]!r}")
            self.use_book(value == "1")

    def _do_ping(self, rest: list[str]) -> None:
        self.say(f"pong {rest[0][:20] if rest else ''}".strip())

    def _do_new(self, rest: list[str]) -> None:
        del rest
        self.game = [self.first]
        self.forced = False
        self.own = 1 - self.first.to_move
        self.left = None
        self.sit_again(self.first)

    def _do_setboard(self, rest: list[str]) -> None:
        try:
            here = ROOM.from_text(" ".join(rest), self.first.options)
        except BadTextError as refusal:
            self.say(f"tellusererror Illegal position: {refusal}")
            return
        self.game = [minishogi_of(here)]

    def _do_force(self, rest: list[str]) -> None:
        del rest
        self.forced = True

    def _do_playother(self, rest: list[str]) -> None:
        del rest
        self.forced, self.own = False, 1 - self.position.to_move

    def _do_go(self, rest: list[str]) -> None:
        del rest
        self.forced, self.own = False, self.position.to_move
        self._think()

    def _do_usermove(self, rest: list[str]) -> None:
        self._move(rest[0] if rest else "")

    def _do_undo(self, rest: list[str]) -> None:
        del rest
        if len(self.game) == 1:
            raise GameError("there is no move to take back")
        self.game.pop()

    def _do_remove(self, rest: list[str]) -> None:
        self._do_undo(rest)
        self._do_undo(rest)

    def _do_quit(self, rest: list[str]) -> None:
        del rest
        self.finished = True

    def _do_st(self, rest: list[str]) -> None:
        self.fixed = max(LEAST, _number(rest))

    def _do_sd(self, rest: list[str]) -> None:
        """A depth: the level decides how deep it looks."""

    def _do_level(self, rest: list[str]) -> None:
        """`level 0 5 12`: moves, minutes (or minutes:seconds), increment."""
        self.fixed = None
        minutes, _, seconds = (rest[1] if len(rest) > 1 else "0").partition(":")
        self.left = 60 * _number([minutes]) + _number([seconds or "0"])
        self.increment = _number(rest[2:])

    def _do_time(self, rest: list[str]) -> None:
        self.left = _number(rest) / 100

    def _move(self, text: str) -> None:
        try:
            after = self.position.play(from_uci(text))
        except IllegalMoveError as refusal:
            self.say(f"Illegal move ({refusal}): {text[:20]}")
            return
        self.game.append(after)
        if self._over() or self.forced or after.to_move != self.own:
            return
        self._think()

    def _think(self) -> None:
        if self._over():
            return
        allowed = Allowance(self.fixed) if self.fixed is not None else None
        if allowed is None and self.left is not None:
            allowed = allot(max(LEAST, self.left), self.increment)
        move = self.turn(self.position, allowed)[0]
        self.game.append(self.position.play(move))
        self.say(f"move {to_uci(move)}")
        self._over()

    def _over(self) -> bool:
        """Says the result where the game has ended."""
        result = self.position.result()
        if result is None:
            return False
        points = {0: "1-0", 1: "0-1", None: "1/2-1/2"}[result.winner]
        self.say(f"{points} {{{result.reason}}}")
        return True


def _number(words: Sequence[str]) -> float:
    word = words[0] if words else "0"
    if not re.fullmatch(r"\d{1,9}(\.\d{1,3})?", word):
        raise GameError(f"a number is expected, not {word[:20]!r}")
    return float(word)


class XboardHost(Host):
    """The other side of XBoard, for programs of version 2 and for GNU Shogi."""

    goodbye = "quit"
    old = False
    """It speaks as GNU Shogi does."""

    def forget(self) -> None:
        super().forget()
        self._ready = False

    def _deadline(self) -> float:
        seconds = math.ceil(self.seconds) if self.old else self.seconds
        return time.monotonic() + seconds + self.margin

    def _ask(self, game: Game) -> Sequence[Move]:
        fresh = not self._ready
        if fresh:
            self._greet()
            self._begin(game)
        for move in game.moves[0 if fresh else self._told :]:
            self.program.send(self._written(move))
        deadline = self._deadline()
        self.program.send("go")
        answer = self._await_move(deadline)
        self.program.send("force")
        return [answer]

    def _greet(self) -> None:
        deadline = time.monotonic() + self.start_seconds
        self.program.send("xboard")
        self.program.send("protover 2")
        for _ in range(MOST_CHATTER):
            line = self.program.read_any(deadline).strip()
            if line.lower().startswith(COMPLAINTS):
                self.old = True
                if "protover" in line:
                    break
            if line.startswith("feature") and "done=1" in line:
                break
        else:
            raise ProgramError("rubbish", "the program talks without saying its features")
        self._ready = True

    def _begin(self, game: Game) -> None:
        first, before = minishogi_of(game.start).beginning()
        self.program.send("new")
        if not self.old:
            self.program.send(f"variant {VARIANT}")
        self.program.send("force")
        if write_sfen(first) != START:
            if self.old:
                raise ProgramError("rubbish", "GNU Shogi plays from the usual start only")
            self.program.send(f"setboard {write_uci_fen(first)}")
        if self.old:  # whole seconds: a move costs the increment
            whole = max(1, math.ceil(self.seconds))
            self.program.send(f"level 0 0:{whole:02} {whole}")
        else:
            self.program.send(f"st {max(1, round(self.seconds))}")
            self.program.send("post")
        for move in before:
            self.program.send(self._written(move))

    def _written(self, move: Move) -> str:
        return move if self.old else f"usermove {to_uci(move)}"

    def _await_move(self, deadline: float) -> Move:
        for _ in range(MOST_CHATTER):
            line = self.program.read_any(deadline).strip()
            old = OLD_MOVE.match(line)
            words = line.split()
            text = old[1] if old else words[1] if words[:1] == ["move"] and words[1:] else ""
            if line == "resign" or "resign" in words[1:]:
                raise ProgramError("resigned", "the program resigned")
            if line.lower().startswith("illegal move"):
                raise ProgramError("rubbish", f"the program says {line[:80]!r}")
            if text:
                try:
                    return move_of(step_of(text))
                except IllegalMoveError as refusal:
                    said = f"the program answered {line[:60]!r}: {refusal}"
                    raise ProgramError("rubbish", said) from None
        raise ProgramError("rubbish", "the program talks without moving")
