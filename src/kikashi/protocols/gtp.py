"""GTP, version 2, for games of stones: with `lz-analyze` and `kata-analyze` as Sabaki reads them.

GTP knows one stone a move. Where a turn has several, `play` places one, and `genmove` is asked
once for each stone of the turn; the turn is thought of when its first stone is asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterator
from functools import partial

import kikashi
from kikashi.drawing import to_terminal
from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.play.clock import Allowance, allot
from kikashi.protocols import gtp_analysis
from kikashi.protocols.engine import StoneEngine

COLOUR_WORDS = {"b": 0, "black": 0, "w": 1, "white": 1}
LEAST = 0.01
"""Seconds for a turn where there is no time at all."""
_ID = re.compile(r"\s*(\d{1,9})?\s*(.*)", re.ASCII | re.DOTALL)


def fits(first: int, stones: int) -> str:  # noqa: ARG001 - every flat board fits
    """Why this protocol cannot speak of a game; empty where it can."""
    return ""


class GtpEngine(StoneEngine):
    """The engine's side."""

    words_that_leave = ("quit",)

    def prepare(self) -> None:
        self._history: list[Position] = [self.start]
        self._planned: tuple[Hashable, tuple[Move, ...]] = (None, ())
        self._time: tuple[float, float, int] | None = None
        self._left: dict[int, float] = {}
        self._id = ""
        words: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: self.name,
            "version": lambda _: kikashi.__version__,
            "known_command": lambda rest: str("".join(rest[:1]) in self._words).lower(),
            "list_commands": lambda _: "\n".join(self._words),
            "quit": self._quit,
            "boardsize": self._board_size,
            "rectangular_boardsize": self._board_size,
            "clear_board": self._clear,
            "komi": lambda _: "",
            "play": self._play,
            "genmove": lambda rest: self._genmove(self._colour(rest)),
            "undo": self._undo,
            "showboard": self._show,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "stop": lambda _: "",
        }
        for style in gtp_analysis.STYLES:
            words[f"{style}analyze"] = partial(self._analyze, style)
            words[f"{style}genmove_analyze"] = partial(self._genmove_analyze, style)
        self._words = words

    @property
    def position(self) -> Position:
        return self._history[-1]

    # --- the conversation ----------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """GTP lines may carry a number and a remark, which the urgent words do not show."""
        bare = "".join(c for c in line.partition("#")[0] if c == "\t" or c >= " ")
        found = _ID.fullmatch(bare)
        word = (found[2].split() if found else []) or [""]
        if word[0] in (*self.words_that_leave, *self.words_that_stop) and found and found[1]:
            super().hear(f"{word[0]} #{found[1]}")  # the number comes back in `obey`
            return
        super().hear(line)

    def obey(self, line: str) -> None:
        text, _, remark = line.partition("#")
        text = "".join(" " if c == "\t" else c for c in text if c == "\t" or c >= " ").strip()
        if not text:
            return
        found = _ID.fullmatch(text)
        assert found is not None
        word, *rest = found[2].split() or [""]
        urgent = word in (*self.words_that_leave, *self.words_that_stop)
        self._id = found[1] or (remark if urgent and remark.isdigit() else "")
        known = self._words.get(word)
        if known is None:
            self._reply("?", "unknown command")
        else:
            self._reply("=", known(rest))

    def refuse(self, line: str, why: str) -> None:  # noqa: ARG002 - the number says which
        self._reply("?", why)

    def _reply(self, sign: str, text: str) -> None:
        if text is not gtp_analysis.ALREADY_SAID:
            self.say(f"{sign}{self._id} {text}".rstrip() + "\n")

    def _quit(self, _: list[str]) -> str:
        self.finished = True
        return ""

    # --- the board -----------------------------------------------------------------------------

    def _board_size(self, rest: list[str]) -> str:
        sides = rest * 2 if len(rest) == 1 else rest
        if len(sides) != 2 or not all(s.isascii() and s.isdigit() and len(s) < 3 for s in sides):
            raise GameError("unacceptable size")
        columns, rows = map(int, sides)
        if (columns, rows) != (self.board.columns, self.board.rows):
            options = dict(self.start.options)
            if "size" not in options:
                raise GameError("unacceptable size")
            try:
                start = room(self.start.game).start(options | {"size": f"{columns}x{rows}"})
            except GameError:
                raise GameError("unacceptable size") from None
            self.new_game(start)
        self._history = [self.start]
        return ""

    def _clear(self, _: list[str]) -> str:
        self.new_game(self.start)
        self._history = [self.start]
        return ""

    def _colour(self, rest: list[str]) -> int:
        colour = COLOUR_WORDS.get(rest[0].lower()) if rest else self.position.to_move
        if colour is None:
            raise GameError(f"a colour is black or white, not {rest[0][:40]!r}")
        return colour

    def _for(self, colour: int) -> Position:
        """Here with `colour` to move: hosts may let a side move twice."""
        here = self.position
        if here.result() is not None:
            raise GameError("the game is over")
        if here.to_move == colour:
            return here
        return self.part.given_move(here, colour, self.part.turn_stones(here)[1])

    def _play(self, rest: list[str]) -> str:
        if len(rest) != 2:
            raise GameError("play needs a colour and a cell")
        here = self._for(self._colour(rest))
        try:
            self._history.append(here.play(self._move(rest[1])))
        except GameError as refusal:
            raise GameError(f"illegal move: {refusal}") from None
        return ""

    def _move(self, text: str) -> Move:
        """A vertex, or a pass where the game has one."""
        passing = self.part.PASS
        return passing if passing and text.lower() == "pass" else self.board.from_vertex(text)

    def _vertex(self, move: Move) -> str:
        return "pass" if move == self.part.PASS else self.board.vertex(move)

    def _genmove(self, colour: int) -> str:
        here = self._for(colour)
        key, stones = self._planned
        if key != here.key() or not stones:
            stones = self.turn(here, self._budget(colour, here))
        after = here.play(stones[0])
        self._planned = (after.key(), stones[1:])
        self._history.append(after)
        return self._vertex(stones[0])

    def _undo(self, _: list[str]) -> str:
        if len(self._history) == 1:
            raise GameError("cannot undo")
        self._history.pop()
        return ""

    def _show(self, _: list[str]) -> str:
        return "\n" + to_terminal(
            room(self.start.game).scene(self.position.view_of_mover())
        ).rstrip("\n")

    def _final_score(self, _: list[str]) -> str:
        result = self.position.result()
        if result is None:
            raise GameError("the game is not over")
        return "0" if result.winner is None else f"{'BW'[result.winner]}+1"

    # --- time ----------------------------------------------------------------------------------

    def _time_settings(self, rest: list[str]) -> str:
        main, extra, stones = _numbers(rest, 3, "time_settings needs three numbers")
        # Overtime without stones means that there is no limit.
        self._time = None if extra > 0 and stones < 1 else (main, extra, int(stones))
        self._left = {}
        return ""

    def _time_left(self, rest: list[str]) -> str:
        colour = self._colour(rest[:1] or [""])
        seconds, stones = _numbers(rest[1:], 2, "time_left needs a colour and two numbers")
        self._left[colour] = seconds if stones < 1 else -1.0
        return ""

    def _budget(self, colour: int, here: Position) -> Allowance | None:
        """From main time, which overtime backs as an increment would; or from overtime alone."""
        if self._time is None:
            return None
        main, extra, stones = self._time
        left = 0.95 * self._left.get(colour, main)
        turn = 0.95 * extra * min(here.moves_left, stones) / stones if stones else 0.0
        return allot(left, turn) if left > LEAST else Allowance(max(LEAST, turn))

    # --- analysis ------------------------------------------------------------------------------

    def _analyze(self, style: str, rest: list[str]) -> str:
        asked = gtp_analysis.Asked.read(rest)
        here = self._for(self.position.to_move if asked.colour is None else asked.colour)
        self.say(f"={self._id}")
        for line in self._info_lines(style, here, asked):
            self.say(line)
        self.say("")
        if not self._leaving:
            self._stop.clear()
        return gtp_analysis.ALREADY_SAID

    def _info_lines(self, style: str, here: Position, asked: gtp_analysis.Asked) -> Iterator[str]:
        return gtp_analysis.stream(
            here, self._player, self.board, style, asked, interrupted=self.interrupted
        )

    def _genmove_analyze(self, style: str, rest: list[str]) -> str:
        asked = gtp_analysis.Asked.read(rest)
        colour = self.position.to_move if asked.colour is None else asked.colour
        here = self._for(colour)
        self.say(f"={self._id}")
        self.say(gtp_analysis.first_line(here, self.board, style, asked))
        self.say(f"play {self._genmove(colour)}\n")
        return gtp_analysis.ALREADY_SAID


def _numbers(words: list[str], count: int, wanted: str) -> list[float]:
    """So many finite numbers, none below 0 (a clock that was overdrawn says so)."""
    try:
        numbers = [float(word) for word in words[:count]]
    except ValueError:
        raise GameError(wanted) from None
    if len(numbers) < count or not all(map(math.isfinite, numbers)):
        raise GameError(wanted)
    return [max(number, 0.0) for number in numbers]
