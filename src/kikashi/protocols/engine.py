"""Being an engine for another program: lines in, lines out, thinking while lines still come in.

One thread reads; what must work at once (stop, END, quit) is heard there. All else waits its turn
in the main thread, which answers in order. A program that sends its last word right behind a
question still gets the answer: the thinking is cut short, not thrown away.
"""

from __future__ import annotations

import queue
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TextIO

from kikashi.law import GameError, Move, Position
from kikashi.play import Opinion, Player
from kikashi.play.book import knows
from kikashi.play.clock import Allowance
from kikashi.play.levels import LevelPlayer
from kikashi.protocols.boards import flat_board, stones_on
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.thinking import sure_turn

LONGEST_LINE = 100_000
"""Characters; a longer line is refused as a whole: what is left of it may make another sense."""
MOST_WAITING = 1_000
"""Lines that wait while something is thought about; whoever sends more waits too."""
LAST_THOUGHT = 0.25
"""Seconds for each answer that is still owed when the other side has said goodbye."""

MakePlayer = Callable[[Position], Player]


class Engine(ABC):
    """One conversation. `obey` handles a line; `urgent` says what a line does when only heard."""

    words_that_leave: tuple[str, ...] = ()
    words_that_stop: tuple[str, ...] = ("stop",)

    def __init__(
        self,
        start: Position,
        make_player: MakePlayer,
        out: TextIO,
        *,
        name: str = "Kikashi",
        seconds: float | None = None,
    ) -> None:
        self.make_player = make_player
        self.name = name
        self.seconds = seconds
        self.finished = False
        self._out = out
        self._speaking = threading.Lock()
        self._stop = Stop()
        self._leaving = False
        self.was_stopped = False
        self._game = start.game
        self._own_book: bool | None = None
        self._player = make_player(start)
        self._waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self.prepare()

    def prepare(self) -> None:  # noqa: B027 - not every protocol keeps something
        """What a protocol keeps beside the player; GameError where the game does not fit it."""

    # --- listening -----------------------------------------------------------------------------

    def run(self, lines: TextIO) -> None:
        """Talks until told to leave or until there is nothing more to read."""
        reader = threading.Thread(target=self._listen, args=(lines,), daemon=True, name="reader")
        reader.start()
        while not self.finished:
            line = self._waiting.get()
            if line is None:
                break
            self.answer(line)

    def answer(self, line: str) -> None:
        """Handles one line; whatever goes wrong becomes the protocol's own answer."""
        if (line.split() or [""])[0].lower() in self.words_that_stop and not self._leaving:
            self._stop.clear()  # it was for what came before
        try:
            if _is_cut(line):
                raise GameError(f"a line has at most {LONGEST_LINE} characters")
            self.obey(line)
        except GameError as refusal:
            self.refuse(line, str(refusal))
        except BrokenPipeError:
            self.finished = True
        except Exception as problem:
            print(f"kikashi engine: {type(problem).__name__}: {problem}", file=sys.stderr)
            self.refuse(line, "this could not be done")

    def _listen(self, lines: TextIO) -> None:
        try:
            while line := lines.readline(LONGEST_LINE):
                if not _is_cut(line):
                    self.hear(line)
                    continue
                self._waiting.put(line)
                while _is_cut(line):  # the rest of it is no line of its own
                    line = lines.readline(LONGEST_LINE)
        except (OSError, ValueError):  # the other side has gone, or sent bytes that are no text
            pass
        self._waiting.put(None)

    def hear(self, line: str) -> None:
        """Takes in a line while something else may be going on."""
        word = (line.split() or [""])[0].lower()
        if word in self.words_that_leave:
            self._leaving = True
            timer = threading.Timer(LAST_THOUGHT, self._stop.set)
            timer.daemon = True
            timer.start()
        elif word in self.words_that_stop:
            self._stop.set()
        self._waiting.put(line)

    def interrupted(self) -> bool:
        """Whether something has been heard since, or the other side has gone."""
        return not self._waiting.empty() or self._stop.is_set()

    # --- speaking ------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """One line, at once: the other side waits for it."""
        with self._speaking:
            self._out.write(f"{text}\n")
            self._out.flush()

    @abstractmethod
    def obey(self, line: str) -> None:
        """Does what a line says."""

    @abstractmethod
    def refuse(self, line: str, why: str) -> None:
        """Says that a line could not be obeyed."""

    # --- thinking ------------------------------------------------------------------------------

    def sit_again(self, start: Position) -> None:
        """A new player, who knows nothing of the game before."""
        self._player = self.make_player(start)
        if self._own_book is not None:
            self.use_book(self._own_book)

    @property
    def book(self) -> bool | None:
        """Whether the player plays from its book; None where it has none to leave out."""
        player = self._player
        if not isinstance(player, LevelPlayer) or not knows(self._game, player.level.number):
            return None
        return player.book

    def use_book(self, on: bool) -> None:
        """What the host wishes, for this game and those that follow."""
        self._own_book = on
        if isinstance(self._player, LevelPlayer):
            self._player.book = on

    def turn(self, position: Position, allowed: Allowance | None = None) -> tuple[Move, ...]:
        """A whole legal turn for whoever moves; GameError where the game is over."""
        return self.opinion(position, allowed).moves

    def opinion(self, position: Position, allowed: Allowance | None = None) -> Opinion:
        """A turn as `turn` gives it, with what the player thinks of it."""
        if position.result() is not None:
            raise GameError("the game is over; there is no move to make")
        for most in (self.seconds, LAST_THOUGHT if self._leaving else None):
            if most is not None:
                allowed = Allowance(most) if allowed is None else allowed.at_most(most)
        opinion, wrong = sure_turn(self._player, position.view_of_mover(), allowed, self._stop)
        if wrong:
            print(f"kikashi engine: {wrong}; the simple player moved instead", file=sys.stderr)
        self.was_stopped = self._stop.is_set()
        if self.was_stopped and not self._leaving:  # one that comes from now on is kept
            self._stop.clear()
        return opinion


def _is_cut(line: str) -> bool:
    return len(line) >= LONGEST_LINE and not line.endswith("\n")


class StoneEngine(Engine):
    """What the protocols of stones on a flat board share."""

    def __init__(
        self,
        start: Position,
        make_player: MakePlayer,
        out: TextIO,
        *,
        name: str = "Kikashi",
        seconds: float | None = None,
    ) -> None:
        self.part = stones_on(start)
        self.start = start  # before `prepare`, which looks at it
        self.board = flat_board(start)
        super().__init__(start, make_player, out, name=name, seconds=seconds)

    def new_game(self, start: Position) -> None:
        """Forgets everything about the game before."""
        self.start = start
        self.board = flat_board(start)
        self.sit_again(start)
