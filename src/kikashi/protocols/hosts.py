"""Hosting other people's programs: each protocol's other side.

A host asks a program for whole turns and plays them by the law. It takes only what has the form of
an answer for one, and waits through everything else (banners, help texts, remarks). Whatever a
program does wrong is a ProgramError with its reason; `start` is anything before it has greeted us.
"""

from __future__ import annotations

import math
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from kikashi.law import GameError, IllegalMoveError, Move, Position
from kikashi.play import Game, Turn
from kikashi.play.game import ends_turn
from kikashi.protocols.boards import flat_board, stones_on
from kikashi.protocols.clients import MOST_CHATTER, gtp_command, lines_until
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.process import Program, ProgramError, StoppedError
from kikashi.protocols.uci import UCCI, UCI

START_SECONDS = 10.0
"""For loading whatever a program loads, up to its first answer."""
MARGIN = 0.5
"""Seconds over the limit that are put down to pipes and the scheduler, not to the program."""
SIDES = ("black", "white")
POINT = re.compile(r"\s*-?[0-9]{1,6}\s*,\s*-?[0-9]{1,6}\s*")
"""A move of the Gomocup protocol; whether it is on the board is another question."""
MOVE_WORD = re.compile(r"[a-zA-Z@*]{1,2}[0-9]{1,2}[a-z][0-9]{1,2}[a-z+]?|[A-Z]@[a-z][0-9]{1,2}")
"""What has the form of a move in UCI and UCCI."""


class Host(ABC):
    """One program for one game."""

    goodbye = ""
    start_seconds = START_SECONDS
    """For the program to greet us; more where it runs at a low priority."""

    def __init__(
        self,
        command: str,
        start: Position,
        seconds: float,
        *,
        margin: float = MARGIN,
        stop: Stop | None = None,
    ) -> None:
        self.start = start
        self.seconds = seconds
        self.margin = margin
        self.program = Program(command, stop=stop)
        self._ready = False
        """Whether the program has been greeted."""
        self._told = 0
        """Moves of the game that the program knows of."""

    def turn(self, game: Game) -> tuple[Move, ...]:
        """The program's turn, known to be legal."""
        try:
            moves = self._ask(game)
        except ProgramError as failure:
            if self._ready:
                raise
            raise ProgramError("start", f"the program never got ready: {failure.detail}") from None
        before = game.position
        played: list[Move] = []
        for move in moves:
            try:
                after = before.play(move)
            except IllegalMoveError as refusal:
                raise ProgramError("illegal", f"the program played {move}: {refusal}") from None
            played.append(move)
            if ends_turn(before, after):
                break
            before = after
        else:
            raise ProgramError("rubbish", f"the program played {len(moves)} moves, not a turn")
        self._told = len(game.moves) + len(played)
        return tuple(played)

    def forget(self) -> None:
        """The next game asked about is another one: the program is told all of it anew."""
        self._told = -1

    @abstractmethod
    def _ask(self, game: Game) -> Sequence[Move]:
        """Tells the program what it does not know and reads its turn."""

    def close(self) -> None:
        """Ends the program, whatever state it is in."""
        self.program.close(self.goodbye)

    def _answer(self, is_answer: Callable[[str], bool], deadline: float) -> str:
        """The first line that is one; noise until the end of time is rubbish, silence is late."""
        noise = ""
        try:
            for _ in range(MOST_CHATTER):
                line = self.program.read(deadline)
                if is_answer(line):
                    return line
                noise = line
        except ProgramError as failure:
            if failure.reason == "time" and noise:
                raise ProgramError(
                    "rubbish", f"the program said {noise[:60]!r} and gave no answer in time"
                ) from None
            raise
        raise ProgramError("rubbish", f"the program talks without answering: {noise[:60]!r}")

    def _deadline(self) -> float:
        return time.monotonic() + self.seconds + self.margin

    def _cells(self, read: object, text: str) -> tuple[Move, ...]:
        """The stones of an answer; a point off the board is an illegal move, the rest rubbish."""
        assert callable(read)
        try:
            found = read(text)
        except IllegalMoveError as refusal:
            reason = "illegal" if "not on a board" in str(refusal) else "rubbish"
            raise ProgramError(reason, f"the program answered {text[:60]!r}: {refusal}") from None
        return found if isinstance(found, tuple) else (found,)


class StoneHost(Host):
    """What the hosts of stones on a flat board share."""

    def __init__(
        self,
        command: str,
        start: Position,
        seconds: float,
        *,
        margin: float = MARGIN,
        stop: Stop | None = None,
    ) -> None:
        super().__init__(command, start, seconds, margin=margin, stop=stop)
        self.part = stones_on(start)
        self.board = flat_board(start)


class CloudictHost(StoneHost):
    """Cloudict lines: `move XXXX` both ways."""

    goodbye = "quit"

    def forget(self) -> None:
        super().forget()
        self._ready = False  # a new game begins with a greeting here

    def _ask(self, game: Game) -> Sequence[Move]:
        side = game.to_move
        if not self._ready:
            self.program.send("name")
            self._answer(_is_name, time.monotonic() + self.start_seconds)
        deadline = self._deadline()
        turns = _after(game, self._told) if self._ready else game.turns
        first, self._ready = not self._ready, True
        empty = not any(self.part.stones(game.start))
        if first and empty and not turns:
            self.program.send("new black")
        elif first and not (empty and len(turns) == 1):
            # Anything but the usual start: place it all, the opponent's stones last.
            self.program.send("new white")
            self._place_stones(game.start, side)
            for turn in turns:
                self.program.send(f"{SIDES[turn.player]} {self.board.pairs(turn.moves)}")
            self.program.send("next")
        else:
            if first:
                self.program.send("new white")
            self.program.send(f"move {self.board.pairs(turns[-1].moves)}")
        answer = self._answer(_is_cloudict_move, deadline)
        cells = self._cells(self.board.from_pairs, "".join(answer.split()[1:]))
        return cells[:1] if len(set(cells)) == 1 else cells

    def _place_stones(self, start: Position, side: int) -> None:
        stones = self.part.stones(start)
        for player in (side, 1 - side):
            cells = stones[player]
            for pair in (cells[n : n + 2] for n in range(0, len(cells), 2)):
                self.program.send(f"{SIDES[player]} {self.board.pairs(pair)}")


def _is_name(line: str) -> bool:
    """`name X`; a line of a help text (`name - print ...`) is none."""
    words = line.split()
    return len(words) >= 2 and words[0].lower() == "name" and words[1] != "-"


def _is_cloudict_move(line: str) -> bool:
    """`move` and one word, or two of two letters each; a help text goes on with other words."""
    words = line.split()
    if words[0].lower() != "move":
        return False
    return len(words) <= 2 or (len(words) == 3 and len(words[1]) == len(words[2]) == 2)


class GomocupHost(StoneHost):
    """The manager's side of the Gomocup protocol."""

    goodbye = "END"

    def _ask(self, game: Game) -> Sequence[Move]:
        fresh = not self._ready
        if fresh:
            self._start()
        deadline = self._deadline()
        turns = game.turns
        placed = sum(map(len, self.part.stones(game.position)))
        if not placed:
            self.program.send("BEGIN")
        elif (fresh and placed == 1 and turns) or (not fresh and len(game.moves) == self._told + 1):
            self.program.send(f"TURN {self.board.numbers(game.moves[-1])}")
        else:
            self._send_board(game)
        answer = self._await_answer(lambda line: bool(POINT.fullmatch(line)), deadline)
        return self._cells(self.board.from_numbers, answer)

    def _start(self) -> None:
        columns, rows = self.board.columns, self.board.rows
        square = columns == rows
        self.program.send(f"START {columns}" if square else f"RECTSTART {columns},{rows}")
        self._await_answer(lambda line: line.upper() == "OK" or line.upper().startswith("OK "))
        milliseconds = max(1, round(1000 * self.seconds))
        for key, value in (
            ("timeout_turn", milliseconds),
            ("timeout_match", 0),
            ("max_memory", 0),
            ("game_type", 1),
            ("rule", 0),
            ("time_left", 2_147_483_647),
        ):
            self.program.send(f"INFO {key} {value}")
        self._ready = True

    def _send_board(self, game: Game) -> None:
        side = game.position.to_move
        stones = [
            (cell, player)
            for player, cells in enumerate(self.part.stones(game.start))
            for cell in cells
        ]
        stones += [(move, turn.player) for turn in game.turns for move in turn.moves]
        self.program.send("BOARD")
        for cell, player in stones:
            self.program.send(f"{self.board.numbers(cell)},{1 if player == side else 2}")
        self.program.send("DONE")

    def _await_answer(self, is_answer: Callable[[str], bool], deadline: float | None = None) -> str:
        def ends(line: str) -> bool:
            return is_answer(line) or line.split(maxsplit=1)[0].upper() == "ERROR"

        line = self._answer(ends, deadline or time.monotonic() + self.start_seconds)
        if not is_answer(line):
            raise ProgramError("rubbish", f"the program says {line[:120]!r}")
        return line


class GtpHost(StoneHost):
    """The controller's side of GTP."""

    goodbye = "quit"

    def forget(self) -> None:
        self._told = 0
        self._ready = False  # the board is cleared when it is greeted again

    def _ask(self, game: Game) -> Sequence[Move]:
        if not self._ready:
            self._start(game.start)
        for turn in _after(game, self._told):
            for move in turn.moves:
                vertex = "pass" if move == self.part.PASS else self.board.vertex(move)
                self._must(f"play {SIDES[turn.player]} {vertex}")
        deadline = self._deadline()
        here = game.position
        colour, moves = SIDES[here.to_move], list[Move]()
        while here.result() is None and len(moves) < game.position.moves_left:
            answer = self._command(f"genmove {colour}", deadline)
            if answer is None:
                raise ProgramError("rubbish", "the program refused to move")
            if answer.lower() == "resign":
                raise ProgramError("resigned", "the program resigned")
            if answer.lower() == "pass":
                if not self.part.PASS:
                    raise ProgramError("illegal", "the program passed; the law allows no pass")
                moves.append(self.part.PASS)
            else:
                moves += self._cells(self.board.from_vertex, answer)
            try:
                here = here.play(moves[-1])
            except GameError:
                break  # `turn` says what is wrong with it
        return moves

    def _start(self, start: Position) -> None:
        columns, rows = self.board.columns, self.board.rows
        deadline = time.monotonic() + self.start_seconds
        size = f"boardsize {columns}"
        if columns != rows:
            size = f"rectangular_boardsize {columns} {rows}"
        if self._command(size, deadline) is None:
            raise ProgramError("rubbish", f"the program refused a board of {columns}x{rows}")
        self._must("clear_board")
        # Overtime for one turn's stones. Old programs read whole seconds only.
        stones = self.part.turn_stones(start)[1]
        if self._command(f"time_settings 0 {self.seconds:g} {stones}", deadline) is None:
            self._command(f"time_settings 0 {math.ceil(self.seconds)} {stones}", deadline)
        for player, cells in enumerate(self.part.stones(start)):
            for cell in cells:
                self._must(f"play {SIDES[player]} {self.board.vertex(cell)}")
        self._ready = True

    def _must(self, command: str) -> None:
        if self._command(command, time.monotonic() + self.start_seconds) is None:
            raise ProgramError("rubbish", f"the program refused {command!r}")

    def _command(self, command: str, deadline: float) -> str | None:
        """The answer's text; None where the program answers with a question mark."""
        return gtp_command(self.program, command, deadline)


class UciHost(Host):
    """UCI: `position fen ... moves ...`, `go movetime`, `bestmove`. UCCI is much the same."""

    goodbye = "quit"
    dialect = UCI

    def _ask(self, game: Game) -> Sequence[Move]:
        dialect = self.dialect
        if not self._ready:
            self.program.send(dialect.name)
            offered = lines_until(
                self.program, (f"{dialect.name}ok",), time.monotonic() + self.start_seconds
            )
            if dialect.variant and any(dialect.variant in line for line in offered):
                self.program.send(f"setoption name {dialect.variant} value {game.start.game}")
            if any("usemillisec" in line for line in offered):
                self.program.send("setoption usemillisec true")
            self.program.send("isready")
            lines_until(self.program, ("readyok",), time.monotonic() + self.start_seconds)
            self._ready = True
        self.program.send(dialect.position(game.start, game.moves))
        deadline = self._deadline()
        self.program.send(dialect.go(self.seconds))
        words = lines_until(self.program, ("bestmove", "nobestmove"), deadline)[-1].split()
        return [self._read_move(game.position, words)]

    def _read_move(self, position: Position, words: Sequence[str]) -> Move:
        """`bestmove M`; giving up is `nobestmove`, `bestmove (none)` or the word `resign`."""
        said = " ".join(words)[:60]
        if words[0] == "nobestmove" or words[1:2] == ["(none)"] or "resign" in words[1:]:
            raise ProgramError("resigned", f"the program gave up: {said!r}")
        if len(words) < 2:
            raise ProgramError("rubbish", f"the program answered {said!r}: there is no move in it")
        try:
            return self.dialect.read(position, words[1])
        except IllegalMoveError as refusal:
            reason = "illegal" if MOVE_WORD.fullmatch(words[1]) else "rubbish"
            raise ProgramError(reason, f"the program answered {said!r}: {refusal}") from None


class UcciHost(UciHost):
    """UCCI, as the xiangqi programs speak it."""

    dialect = UCCI


def _after(game: Game, told: int) -> tuple[Turn, ...]:
    """The turns that were played after so many moves."""
    found, count = [], 0
    for turn in game.turns:
        if count >= told:
            found.append(turn)
        count += len(turn.moves)
    return tuple(found)


__all__ = ["MARGIN", "MOST_CHATTER", "Host", "ProgramError", "StoppedError"]
