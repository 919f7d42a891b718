"""UCI and UCCI, the protocols of chess and xiangqi programs: positions as FEN, one move a turn.

They differ in words and in how points are written; a `Dialect` holds the differences. Which rooms
speak them is said by the rooms' capabilities; ranks 1 to 10 are converted by the room's `notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TextIO

from kikashi import games
from kikashi.law import GameError, IllegalMoveError, Move, Position, needed
from kikashi.law.record_parts import UciNotation
from kikashi.play.clock import Allowance, allot
from kikashi.play.players import why
from kikashi.protocols.engine import Engine, MakePlayer
from kikashi.search.playing import SURE

LEAST = 0.001
"""Seconds for a move where the host leaves none."""
LOOK = 0.05
"""Seconds between two looks at what was sent, while a search without limit waits."""
LONGEST_THOUGHT = 3600.0
"""Seconds for a move that is bounded by nodes or depth."""
SURE_CENTIPAWNS = 30_000
"""What is said for a sure win where a protocol has no word for mates."""
WIN_VALUE = 1_000_000


@dataclass(frozen=True)
class Dialect:
    """What tells the two apart."""

    name: str
    variant: str
    """The option that names the game; empty: there is none."""
    tens: bool
    """Ranks are 1 to 10, not 0 to 9."""
    book: str = "OwnBook"
    """The option that says whether the engine's own book is used."""

    def write(self, position: Position, move: Move) -> str:
        """A move as the protocol has it."""
        if not self.tens:
            return move
        return self._notation(position).to_uci(move)

    def read(self, position: Position, text: str) -> Move:
        """A legal move of a position; IllegalMoveError says what is wrong."""
        move: Move = text
        if self.tens:
            move = self._notation(position).from_uci(text)
        position.play(move)
        return move

    @staticmethod
    def _notation(position: Position) -> UciNotation:
        return needed(games.room(position.game).uci_notation(), position.game, "notation for UCI")

    def position(self, start: Position, moves: Sequence[Move]) -> str:
        """The line that tells a program where the game stands."""
        setup, _, before = start.to_text().partition(" moves ")
        words = [self.write(start, move) for move in (*before.split(), *moves)]
        return f"position fen {setup}" + (f" moves {' '.join(words)}" if words else "")

    def go(self, seconds: float) -> str:
        """The line that asks for a move in so many seconds."""
        milliseconds = max(1, round(1000 * seconds))
        if self.tens:
            return f"go movetime {milliseconds}"
        return f"go time {milliseconds} movestogo 1 increment 0"


UCI = Dialect("uci", "UCI_Variant", tens=True)
UCCI = Dialect("ucci", "", tens=False, book="usebook")


def fits(name: str) -> Callable[[Position], str]:
    """Why a game cannot be spoken of in this protocol."""

    def asked(position: Position) -> str:
        room = games.room(position.game)
        if name in room.capabilities(position.options).protocols:
            return ""
        return f"{name} is for games of pieces with a FEN, and {position.game} is none"

    return asked


class UciEngine(Engine):
    """An engine for hosts that speak UCI."""

    words_that_leave = ("quit",)
    dialect = UCI

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
        self.first = start
        self.position = start
        self._milliseconds = True
        self._busy = False

    def hear(self, line: str) -> None:
        # Asked while it thinks, it answers at once and thinks on.
        if self._busy and line.split()[:1] == ["isready"]:
            self.say("readyok")
        else:
            super().hear(line)

    def obey(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        word, rest = words[0].lower(), words[1:]
        if word == self.dialect.name:
            self._introduce()
        elif word == "isready":
            self.say("readyok")
        elif word in ("ucinewgame", "uccinewgame"):
            self.sit_again(self.first)
            self.position = self.first
        elif word == "position":
            self._set(rest)
        elif word == "go":
            self._go(rest)
        elif word in self.words_that_leave:
            self.finished = True
            self._goodbye()
        elif word == "setoption":
            self._set_option(rest)
        elif word not in ("stop", "debug", "ponderhit", "banmoves"):
            raise GameError(f"unknown command {word[:40]!r}")

    def refuse(self, line: str, why: str) -> None:
        self.say(f"info string {why} (in {line.strip()[:60]!r})")

    def _introduce(self) -> None:
        self.say(f"id name {self.name}")
        self.say("id author the Kikashi developers")
        if self.dialect.variant:
            game = self.first.game
            self.say(f"option name {self.dialect.variant} type combo default {game} var {game}")
        self._options()
        self.say(f"{self.dialect.name}ok")

    def _options(self) -> None:
        if self.book is not None:
            default = "true" if self.book else "false"
            self.say(f"option name {self.dialect.book} type check default {default}")

    def _set_option(self, words: list[str]) -> None:
        """`name OwnBook value false`; other options change nothing."""
        name, _, value = " ".join(words).lower().removeprefix("name ").partition(" value ")
        if name == self.dialect.book.lower():
            self._set_book(value)

    def _set_book(self, value: str) -> None:
        if value not in ("true", "false"):
            raise GameError(f"{self.dialect.book} is true or false, not {value[:20]!r}")
        self.use_book(value == "true")

    def _goodbye(self) -> None:
        """UCI leaves without a word."""

    def _set(self, rest: list[str]) -> None:
        words = rest[1:] if rest[:1] == ["fen"] else rest
        at = words.index("moves") if "moves" in words else len(words)
        setup = " ".join(words[:at])
        if not setup:
            raise GameError("a position is 'startpos' or 'fen' and a FEN")
        here = games.room(self.first.game).from_text(setup, self.first.options)
        for number, text in enumerate(words[at + 1 :], start=1):
            try:
                here = here.play(self.dialect.read(here, text))
            except IllegalMoveError as refusal:
                raise GameError(f"move {number} of the line, {text}: {refusal}") from None
        self.position = here

    def _go(self, rest: list[str]) -> None:
        if self.position.result() is not None:
            self._no_move()
            return
        infinite = "infinite" in rest
        self._busy = True
        try:
            opinion = self.opinion(self.position, None if infinite else self._budget(rest))
            # Whatever is sent to a program that waits ends the waiting: nobody says `stop` twice.
            while infinite and not (self._leaving or self.was_stopped or self.interrupted()):
                self._stop.wait(LOOK)
        finally:
            self._busy = False
        if opinion.score is not None:
            self.say(
                f"info depth {max(1, opinion.depth)} score {self._score(opinion.score)} "
                f"nodes {opinion.nodes} time {round(1000 * opinion.seconds)} "
                f"pv {self._line(opinion.lines[0] if opinion.lines else (opinion.moves,))}"
            )
        elif opinion.book is not None:
            self.say(f"info string {why(opinion, self.position.view_of_mover())}")
        self.say(f"bestmove {self.dialect.write(self.position, opinion.moves[0])}")

    def _no_move(self) -> None:
        self.say("bestmove (none)")

    def _line(self, turns: Sequence[Sequence[Move]]) -> str:
        return " ".join(self.dialect.write(self.position, m) for turn in turns for m in turn)

    def _score(self, score: int) -> str:
        if abs(score) < SURE:
            return f"cp {score}"
        plies = WIN_VALUE - abs(score)
        return f"mate {(plies + 1) // 2 if score > 0 else -(plies // 2)}"

    def _budget(self, rest: list[str]) -> Allowance | None:
        """What this move may cost, as the host's words give it; None: as the level likes."""
        given = {
            word: int(number)
            for word, number in pairwise(rest)
            if number.isascii() and number.isdigit() and len(number) < 12
        }
        most = {word: max(1, given[word]) for word in ("nodes", "depth") if word in given}
        timed = self._seconds(given)
        if not most:
            return timed
        # Words for nodes or depth and none for time: the search ends by those alone.
        return replace(timed or Allowance(LONGEST_THOUGHT), **most)

    def _seconds(self, given: Mapping[str, int]) -> Allowance | None:
        if "movetime" in given:
            return Allowance(max(LEAST, given["movetime"] / 1000))
        first = self.position.to_move == 0
        left = given.get("wtime" if first else "btime")
        more = given.get("winc" if first else "binc", 0)
        if left is None:  # UCCI; with `usemillisec false` its times are in seconds
            left, more = given.get("time"), given.get("increment", 0)
            if left is not None and not self._milliseconds:
                left, more = 1000 * left, 1000 * more
        if left is None:
            return None
        turns = given.get("movestogo")
        if turns:
            return Allowance(max(LEAST, 0.9 * left / 1000 / turns))
        return allot(max(LEAST, left / 1000), more / 1000)


class UcciEngine(UciEngine):
    """An engine for hosts that speak UCCI."""

    dialect = UCCI

    def _options(self) -> None:
        self.say("option usemillisec type check default true")
        if self.book is not None:
            default = "true" if self.book else "false"
            self.say(f"option {self.dialect.book} type check default {default}")

    def _set_option(self, words: list[str]) -> None:
        name, value = (*(word.lower() for word in words[:2]), "", "")[:2]
        if name == "usemillisec":
            self._milliseconds = value != "false"
        elif name == self.dialect.book:
            self._set_book(value)

    def _goodbye(self) -> None:
        self.say("bye")

    def _no_move(self) -> None:
        self.say("nobestmove")

    def _score(self, score: int) -> str:
        return str(max(-SURE_CENTIPAWNS, min(SURE_CENTIPAWNS, score)))
