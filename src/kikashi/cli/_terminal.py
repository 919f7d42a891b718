"""The loop of `kikashi play`: reads words, plays moves, prints boards. It knows no game."""

from __future__ import annotations

import hashlib
import secrets
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
from kikashi.law import CHANCE, GameError, Room
from kikashi.play import HUMAN, Clock, Game, Player
from kikashi.play.clock import Allowance, allot
from kikashi.play.referee import SEED_BYTES, commitment, draw
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
    game: Game
    seats: tuple[str, ...]
    computers: Mapping[int, Player]
    clock: Clock | None
    language: str
    out: TextIO
    seed: int | None = None
    increment: float = 0.0
    _saved: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        seed = self.seed
        self._secret = (
            secrets.token_bytes(SEED_BYTES)
            if seed is None
            else hashlib.sha256(b"%d" % seed).digest()
        )
        self._console = Console(file=self.out, highlight=False, soft_wrap=True)
        self._asks = sys.stdin.isatty() and self.out.isatty()

    @property
    def names(self) -> tuple[str, ...]:
        return self.room.player_names(self.game.position.options)

    def run(self) -> None:
        """Plays until the game is over and there is nothing more to read, or until `quit`."""
        self._say("play.welcome", title=self.room.title(self.game.start.options, self.language))
        chance = self.room.capabilities(self.game.start.options).chance
        if chance:
            self._say("play.committed", hash=commitment(self._secret))
        self._start_clock()
        self._board()
        self._talk()
        if chance and self.game.result is not None:
            self._say("play.revealed", seed=self._secret.hex())

    def _talk(self) -> None:
        while self._computers_and_chance():
            line = self._read()
            if line is None:
                break
            try:
                if not self._obey(line):
                    break
            except (GameError, OSError) as refusal:
                self._print(str(refusal))

    def save(self, file: Path) -> None:
        """Writes the game as SGF; a file that this session did not write is never replaced."""
        if file.exists() and file.resolve() not in self._saved:
            raise GameError(f"{file} exists already; choose another name")
        file.write_bytes(write([to_record(self.game, self.seats)]))
        self._saved.add(file.resolve())
        self._say("play.saved", file=file)

    def describe(self) -> dict[str, Any]:
        """The game as `play --json` answers it."""
        position = self.game.position
        return {
            "game": self.room.id,
            "options": dict(position.options),
            "player_names": list(self.names),
            "seats": list(self.seats),
            "start": self.game.start.to_text(),
            "position": position.to_text(),
            "moves": list(self.game.moves),
            "turns": [
                {
                    "player": "chance" if turn.player == CHANCE else self.names[turn.player],
                    "moves": list(turn.moves),
                    "complete": turn.complete,
                }
                for turn in self.game.turns
            ],
            "result": _common.result_object(self.game.result, self.names),
        }

    # --- what happens by itself -------------------------------------------------------------

    def _computers_and_chance(self) -> bool:
        """Lets everyone move who needs no typing; False when nothing is left to wait for."""
        while self.game.result is None:
            player = self.game.to_move
            if player == CHANCE:
                draws = sum(p.to_move == CHANCE for p in self.game.positions[:-1])
                self.game.play(draw(self._secret, draws, self.game.position.outcomes()))
            elif player in self.computers:
                opinion = think(
                    self.computers[player], self.game.view(player), self._allowed(player)
                )
                for move in opinion.moves:
                    self.game.play(move)
                self._turn_done(player)
                if HUMAN in self.seats:
                    self._say(
                        "play.opinion",
                        side=self._side(player),
                        moves=" ".join(opinion.moves),
                        reason=self.room.opinion(opinion.reason, self.language),
                    )
                    self._board()
            else:
                return True
        if HUMAN not in self.seats:
            self._board()
        return HUMAN in self.seats

    def _allowed(self, player: int) -> Allowance | None:
        """What a computer may spend on a turn; without a clock its level decides."""
        if self.clock is None:
            return None
        left = max(0.02, self.clock.remaining(player))
        return allot(left, self.increment).at_most(LONGEST_TURN)

    def _start_clock(self) -> None:
        if self.clock is not None and self.game.to_move != CHANCE:
            self.clock.start(self.game.to_move)

    def _turn_done(self, player: int) -> None:
        """Moves the clock on after `player`'s move; whose time is up loses."""
        if self.clock is None:
            return
        if self.clock.flagged() == player and self.game.result is None:
            self.game.lose_on_time(player)
        if self.game.result is not None:
            self.clock.pause()
        elif not self.game.pending and self.game.to_move != CHANCE:
            self.clock.end_turn(self.game.to_move)

    # --- what is typed ----------------------------------------------------------------------

    def _read(self) -> str | None:
        if self._asks:
            side = "" if self.game.result is not None else self._side(self.game.to_move)
            left = ""
            if self.clock is not None and self.game.result is None:
                left = f" {self.clock.remaining(self.game.to_move):.0f} s"
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
        # A cell may be called like a command (games from a file): then `:quit` is the command.
        if word in COMMANDS and (first[0] in ":/" or word not in self.game.position.legal_moves()):
            return self._command(word, rest)
        player = self.game.to_move
        if self.clock is not None and self.clock.flagged() == player and self.game.result is None:
            self._turn_done(player)
            self._board()
            return True
        for move in line.replace(",", " ").split():
            if self.game.result is None and self.game.to_move != player:
                raise GameError(f"{move} is not played: the turn was complete before it")
            self.game.play(move)
            self._turn_done(player)
        self._board()
        return True

    def _command(self, word: str, rest: list[str]) -> bool:
        if word == "help":
            for name in COMMANDS:
                self._print(words.say(f"play.help.{name}", self.language))
        elif word == "back":
            self._back()
        elif word == "hint":
            for line in _hints.hint(self.game.position, self.names, self.language, self.seed):
                self._print(line)
        elif word == "clock":
            self._clock()
        elif word == "board":
            self._board()
        elif word == "moves":
            self._print(" ".join(self.game.moves))
        elif word == "text":
            self._print(self.game.position.to_text())
        elif word == "save":
            if not rest:
                raise GameError("save needs the name of a file: save mygame.sgf")
            self.save(Path(" ".join(rest)))
        elif word == "resign":
            self.game.resign(self.game.to_move)
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
        complete = [turn for turn in self.game.turns if turn.complete]
        marks = Marks(
            last=complete[-1].moves if complete else (),
            pending=self.game.pending,
            language=self.language,
        )
        drawn = to_terminal(self.room.scene(self.game.position.view_of_mover(), marks))
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

    def _say(self, key: str, **values: object) -> None:
        self._print(words.say(key, self.language, **values))

    def _print(self, text: str) -> None:
        self.out.write(f"{text}\n")
        self.out.flush()
