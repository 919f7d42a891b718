"""The Gomocup protocol, which Piskvork and its kin speak: one stone a turn, `column,row` from 0.

Every command but BOARD is one line; BOARD goes on until DONE. What we do not know is UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable

import kikashi
from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.play.clock import Allowance, allot
from kikashi.protocols.boards import place
from kikashi.protocols.engine import StoneEngine

OVERHEAD = 0.03
"""Seconds kept back from each turn for pipes and the start of a thought."""
LEAST = 0.01
"""Seconds for a turn where there is no time at all."""
OWN, THEIRS = 1, 2


def fits(first: int, stones: int) -> str:
    """Why this protocol cannot speak of a game; empty where it can."""
    if stones != 1 or first != 1:
        return "the Gomocup protocol is for games of one stone a turn"
    return ""


class GomocupEngine(StoneEngine):
    """The brain's side."""

    words_that_leave = ("end",)
    words_that_stop = ("stop", "yxstop")

    def prepare(self) -> None:
        why = fits(*self.part.turn_stones(self.start))
        if why:
            raise GameError(why)
        self.position: Position | None = None
        self._played: list[Move] = []
        self._board: list[str] | None = None
        self._limits: dict[str, float] = {}
        self._words: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._rectangle,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._open_board,
            "TAKEBACK": self._take_back,
            "INFO": self._info,
            "ABOUT": self._about,
            "END": self._end,
            "STOP": lambda _: None,
            "YXSTOP": lambda _: None,
        }

    def obey(self, line: str) -> None:
        text = line.strip()
        if self._board is not None:
            self._board_line(text)
            return
        if not text:
            return
        word, _, rest = text.partition(" ")
        known = self._words.get(word.upper())
        if known is None:
            self.say(f"UNKNOWN {word[:40]}")
        else:
            known(rest.strip())

    def refuse(self, line: str, why: str) -> None:  # noqa: ARG002 - the sentence says enough
        self._board = None
        self.say(f"ERROR {why}")

    # --- games ---------------------------------------------------------------------------------

    def _start(self, rest: str) -> None:
        self._sized(rest, rest)

    def _rectangle(self, rest: str) -> None:
        columns, _, rows = rest.partition(",")
        self._sized(columns.strip(), rows.strip())

    def _sized(self, columns: str, rows: str) -> None:
        self.position = None
        options = dict(self.start.options)
        if f"{columns}x{rows}" != f"{self.board.columns}x{self.board.rows}":
            if "size" not in options:
                raise GameError(f"this game has a board of its own, not {columns}x{rows}")
            options["size"] = f"{columns}x{rows}"
        start = room(self.start.game).start(options)
        self.new_game(start)
        self._fresh()
        self.say("OK")

    def _restart(self, _: str) -> None:
        self._there()
        self.new_game(self.start)
        self._fresh()
        self.say("OK")

    def _fresh(self) -> None:
        self.position = self.start
        self._played = []

    def _there(self) -> Position:
        if self.position is None:
            raise GameError("there is no board yet: START comes first")
        return self.position

    # --- moves ---------------------------------------------------------------------------------

    def _begin(self, _: str) -> None:
        if any(self.part.stones(self._there())):
            raise GameError("BEGIN is for an empty board")
        self._answer()

    def _turn(self, rest: str) -> None:
        here = self._there()
        if here.result() is not None:
            raise GameError("the game is over: RESTART comes first")
        cell = self.board.from_numbers(rest)
        self.position = here.play(cell)
        self._played.append(cell)
        if self.position.result() is None:
            self._answer()

    def _answer(self) -> None:
        here = self._there()
        cell = self.turn(here, self._budget())[0]
        self.position = here.play(cell)
        self._played.append(cell)
        self.say(self.board.numbers(cell))

    def _open_board(self, _: str) -> None:
        self._there()
        self._board = []

    def _board_line(self, text: str) -> None:
        assert self._board is not None
        if text.upper() != "DONE":
            self._board.append(text)
            if len(self._board) > 2 * len(self.part.points(self.start).cells):
                raise GameError("BOARD has more lines than the board has cells; DONE is missing")
            return
        lines, self._board = self._board, None
        here, played, ours = self.start, [], 0
        for line in filter(None, lines):
            cell, _, field = line.rpartition(",")
            if field.strip() not in ("1", "2", "3"):
                raise GameError(f"a line of BOARD looks like 7,7,1, not {line[:40]!r}")
            own = int(field) == OWN
            # The side to move is ours, and both sides play in turn: that names the colours.
            here = place(here, 0 if own else 1, (self.board.from_numbers(cell),))
            played.append(self.board.from_numbers(cell))
            ours += own
        if here.result() is not None:
            raise GameError("the game on this BOARD is over")
        if ours < len(played) - ours:  # the opponent has the first stone, so we are white
            here = self.part.with_stones(here, self.part.stones(here)[::-1], 1, 1)
        else:
            here = self.part.given_move(here, 0, 1)
        self.position, self._played = here, played
        self._answer()

    def _take_back(self, rest: str) -> None:
        here, cell = self._there(), self.board.from_numbers(rest)
        if cell not in self._played:
            raise GameError(f"there is no stone on {rest[:40]} to take back")
        stones = self.part.stones(here)
        owner = 0 if cell in stones[0] else 1
        left = [[other for other in cells if other != cell] for cells in stones]
        self._played.remove(cell)
        self.position = self.part.with_stones(here, left, owner, 1)
        self.say("OK")

    # --- the rest ------------------------------------------------------------------------------

    def _info(self, rest: str) -> None:
        """Keeps what bears on time; a brain ignores what it does not know, without a word."""
        key, _, value = rest.partition(" ")
        try:
            self._limits[key.lower()] = float(value)
        except ValueError:
            return

    def _budget(self) -> Allowance | None:
        """For this turn: the limit of a turn, and a share of what is left of the match."""
        allowed = None
        left = self._limits.get("time_left")
        if left is not None and self._limits.get("timeout_match", 0) > 0:
            allowed = allot(max(LEAST, left / 1000 - OVERHEAD))
        if "timeout_turn" in self._limits:  # 0 means: as fast as you can
            turn = max(LEAST, self._limits["timeout_turn"] / 1000 - OVERHEAD)
            allowed = Allowance(turn) if allowed is None else allowed.at_most(turn)
        return allowed

    def _about(self, _: str) -> None:
        self.say(f'name="{self.name}", version="{kikashi.__version__}", author="Kikashi"')

    def _end(self, _: str) -> None:
        self.finished = True
