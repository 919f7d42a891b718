"""The loop of `kikashi play`: reads words, plays moves, prints boards. It knows no game."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from kikashi import words
from kikashi.cli import _common, _hints
from kikashi.drawing import Marks, to_terminal
from kikashi.law import CHANCE, PUBLIC, GameError, Position, Room
from kikashi.play import HUMAN, Clock, Game, Opinion, Player
from kikashi.play.clock import Allowance, allot
from kikashi.play.players import why
from kikashi.play.referee import Referee
from kikashi.play.saving import to_record
from kikashi.protocols.thinking import think
from kikashi.records import write

COMMANDS = ("help", "back", "hint", "clock", "board", "moves", "text", "save", "resign", "quit")
LONGEST_TURN = 10.0
"""Seconds that a computer takes at most, whatever the clock allows."""


@dataclass
class TerminalGame:
    """One game between whoever sits at the terminal and the computers."""

    room: Room
    start: Position
    seats: tuple[str, ...]
    computers: Mapping[int, Player]
    clock: Clock | None
    language: str
    out: TextIO
    seed: int | None = None
    increment: float = 0.0
    book: bool = True
    """Whether hints may be from the book of openings."""
    _saved: set[Path] = field(default_factory=set)
    _stale: bool = False
    """Whether something happened since the board was printed."""

    def __post_init__(self) -> None:
        # A seed that somebody chose, and so knows, is told too: then nothing is fair but repeated.
        secret = None if self.seed is None else hashlib.sha256(b"%d" % self.seed).digest()
        self._referee = Referee(self.start, secret)
        can = self.room.capabilities(self.start.options)
        self._chance, self._hidden = can.chance, can.hidden
        self._console = Console(file=self.out, highlight=False, soft_wrap=True)
        self._asks = sys.stdin.isatty() and self.out.isatty()

    @property
    def game(self) -> Game:
        return self._referee.game

    @property
    def _open(self) -> bool:
        """Whether everything may be told: nothing was hidden, or nothing is any more."""
        return not self._hidden or self.game.result is not None

    @property
    def _asked(self) -> int:
        """The person who is to type, else who the game waits for."""
        waiting = self._referee.waiting_for()
        persons = [player for player in waiting if player not in self.computers]
        return next(iter((*persons, *waiting)), self.game.to_move)

    @property
    def _viewer(self) -> int:
        """Whose view is printed: of the person who types, or of the one person there is."""
        if not self._hidden:
            return self._asked if self.game.result is None else PUBLIC
        persons = [player for player in range(len(self.names)) if player not in self.computers]
        return next(iter(persons), PUBLIC)

    @property
    def names(self) -> tuple[str, ...]:
        return self.room.player_names(self.game.position.options)

    def run(self) -> None:
        """Plays until the game is over and there is nothing more to read, or until `quit`."""
        self._say("play.welcome", title=self.room.title(self.game.start.options, self.language))
        if self._chance:
            self._say("play.committed", hash=self._referee.commitment)
        self._start_clock()
        self._board()
        self._talk()
        if self._chance and self.game.result is not None:
            self._say("play.revealed", seed=self._referee.reveal().hex())

    def _talk(self) -> None:
        while self._computers_and_chance():
            line = self._read()
            if line is None:
                break
            try:
                if not self._obey(line):
                    break
            except (GameError, OSError) as refusal:
                self._refuse(refusal)

    def save(self, file: Path) -> None:
        """Writes the game as SGF; a file that this session did not write is never replaced."""
        self.refuse_other(file)
        if not self._open:
            raise GameError("this game hides something; it can be saved after its end")
        file.write_bytes(write([to_record(self.game, self.seats)]))
        self._saved.add(file.resolve())
        self._say("play.saved", file=file)

    def refuse_other(self, file: Path) -> None:
        """GameError where a file is there that this session did not write."""
        if file.exists() and file.resolve() not in self._saved:
            raise GameError(f"{file} exists already; choose another name")

    def describe(self) -> dict[str, Any]:
        """The game as `play --json` answers it."""
        position = self.game.position
        seen = self._referee.view(self._viewer)
        turns = self.game.turns if self._open else self.game.turns_seen(self._viewer)
        return {
            "game": self.room.id,
            "options": dict(position.options),
            "player_names": list(self.names),
            "seats": list(self.seats),
            "start": self.game.start.to_text(),
            "position": position.to_text() if self._open else seen.text,
            "moves": list(self.game.moves if self._open else seen.history),
            "turns": [
                {
                    "player": "chance" if turn.player == CHANCE else self.names[turn.player],
                    "moves": list(turn.moves),
                    "complete": turn.complete,
                }
                for turn in turns
            ],
            "result": _common.result_object(self.game.result, self.names),
        }

    # --- what happens by itself -------------------------------------------------------------

    def _computers_and_chance(self) -> bool:
        """Lets every computer move that is asked; False when nothing is left to wait for."""
        while waiting := self._referee.waiting_for():
            player = next((player for player in waiting if player in self.computers), None)
            if player is None:
                self._show()
                return True
            seen = self._referee.view(player)
            opinion = think(self.computers[player], seen, self._allowed(player))
            before, count = self.game.position, len(self.game.moves)
            for move in opinion.moves:
                self._referee.answer(player, move)
            if len(self.game.moves) == count:
                continue  # others are asked at the same time, and nobody hears of it
            self._turn_done(player)
            if HUMAN in self.seats:
                self._tell(before, player, opinion)
                self._happened()
        if HUMAN not in self.seats:
            self._board()
        else:
            self._show()
        return HUMAN in self.seats

    def _happened(self) -> None:
        """Prints the board; where something is hidden, only when a person is asked again: a board
        more would tell that somebody was asked in secret."""
        self._stale = True
        if not self._hidden:
            self._show()

    def _show(self) -> None:
        """The board, if it is not the one that was printed last."""
        if self._stale:
            self._board()

    def _tell(self, before: Position, player: int, opinion: Opinion) -> None:
        """What a computer did, as far as the person may know."""
        moves, reason = opinion.moves, why(opinion, before.view(player), self.language)
        if not self._hidden:
            said = " ".join(moves)
            self._say("play.opinion", side=self._side(player), moves=said, reason=reason)
            return
        known = before.view(self._viewer).to_move == player
        word = before.seen(moves[0], self._viewer) if moves else ""
        if known and word:
            self._say("play.moved", side=self._side(player), moves=word)

    def _allowed(self, player: int) -> Allowance | None:
        """What a computer may spend on a turn; without a clock its level decides."""
        if self.clock is None:
            return None
        left = max(0.02, self.clock.remaining(player))
        return allot(left, self.increment).at_most(LONGEST_TURN)

    def _start_clock(self) -> None:
        if self.clock is not None:
            self.clock.start(self._asked)

    def _turn_done(self, player: int) -> None:
        """Moves the clock on after `player`'s move; whose time is up loses."""
        if self.clock is None:
            return
        if self.clock.flagged() == player and self.game.result is None:
            self.game.lose_on_time(player)
        if self.game.result is not None:
            self.clock.pause()
        elif not self.game.pending:
            self.clock.end_turn(self._asked)

    # --- what is typed ----------------------------------------------------------------------

    def _read(self) -> str | None:
        if self._asks:
            side = "" if self.game.result is not None else self._side(self._asked)
            left = ""
            if self.clock is not None and self.game.result is None:
                left = f" {self.clock.remaining(self._asked):.0f} s"
            self.out.write(f"{side}{left}> ")
            self.out.flush()
        line = sys.stdin.readline()
        return line.strip() if line else None

    def _obey(self, line: str) -> bool:
        """Does what one line says; False for `quit`."""
        if not line:
            return True
        first, *rest = line.split()
        word = first.lower().lstrip(":/")
        player = self._asked
        # A cell may be called like a command (games from a file): then `:quit` is the command.
        if word in COMMANDS and (
            first[0] in ":/" or word not in self.game.position.answers(player)
        ):
            return self._command(word, rest)
        if self.clock is not None and self.clock.flagged() == player and self.game.result is None:
            self._turn_done(player)
            self._board()
            return True
        for move in line.replace(",", " ").split():
            if self.game.result is None and self._asked != player:
                raise GameError(f"{move} is not played: the turn was complete before it")
            self._referee.answer(player, move)
            self._turn_done(player)
        self._happened()
        return True

    def _command(self, word: str, rest: list[str]) -> bool:
        if word == "help":
            for name in COMMANDS:
                self._print(words.say(f"play.help.{name}", self.language))
        elif word == "back":
            self._back()
        elif word == "hint":
            seen = self._referee.view(self._asked)
            for line in _hints.hint(seen, self.names, self.language, self.seed, book=self.book):
                self._print(line)
        elif word == "clock":
            self._clock()
        elif word == "board":
            self._board()
        elif word == "moves":
            seen = self._referee.view(self._viewer)
            self._print(" ".join(self.game.moves if self._open else seen.history))
        elif word == "text":
            self._print(self._referee.view(self._viewer).text)
        elif word == "save":
            if not rest:
                raise GameError("save needs the name of a file: save mygame.sgf")
            self.save(Path(" ".join(rest)))
        elif word == "resign":
            self.game.resign(self._asked)
            self._status()
        return word != "quit"

    def _clock(self) -> None:
        if self.clock is None:
            self._say("play.no-clock")
            return
        for player in range(len(self.names)):
            left = f"{self.clock.remaining(player):.0f}"
            self._say("play.clock", side=self._side(player), seconds=left)

    def _back(self) -> None:
        """Takes back one move of a person, and the computers' turns after it."""
        if self._hidden or self._chance:
            raise GameError("what chance or a hidden hand has shown cannot be taken back")
        count = 0
        for turn in reversed(self.game.turns):
            if turn.player != CHANCE and turn.player not in self.computers:
                self.game.take_back(count + 1)
                self._start_clock()
                self._board()
                return
            count += len(turn.moves)
        raise GameError("there is no move of yours to take back")

    # --- what is printed --------------------------------------------------------------------

    def _board(self) -> None:
        self._stale = False
        viewer = self._viewer
        turns = self.game.turns if not self._hidden else self.game.turns_seen(viewer)
        complete = [turn for turn in turns if turn.complete and turn.player != CHANCE]
        marks = Marks(
            last=complete[-1].moves if complete else (),
            pending=self.game.pending if not self._hidden else (),
            language=self.language,
        )
        drawn = to_terminal(self.room.scene(self._referee.view(viewer), marks))
        if self._asks:
            text = Text(drawn, end="")
            text.highlight_regex(r"[(\[].[)\]]", "bold cyan")  # the last turn and this one
            self._console.print(text)
        else:
            self._print(drawn.rstrip("\n"))
        if self.game.result is not None and self.game.position.result() is None:
            self._status()

    def _status(self) -> None:
        """How a game ended that the board does not decide."""
        result = self.game.result
        if result is None:
            return
        winner = result.winner
        if winner is None:
            self._say("play.over", reason=self.room.reason(result.reason, self.language))
        else:
            reason = self.room.reason(result.reason, self.language)
            self._say("result.wins", side=self._side(winner), reason=reason)

    def _side(self, player: int) -> str:
        return self.room.colour(self.names[player], self.language)

    def _refuse(self, refusal: Exception) -> None:
        """Laws refuse in English; elsewhere a sentence that always holds."""
        told = str(refusal) if self.language == "en" else words.say("play.refused", self.language)
        self._print(told)

    def _say(self, key: str, **values: object) -> None:
        self._print(words.say(key, self.language, **values))

    def _print(self, text: str) -> None:
        self.out.write(f"{text}\n")
        self.out.flush()
