"""The event protocol from both sides: being a program at a table, and letting programs sit down.

`EventsEngine` is ours (`kikashi engine mahjong --protocol events --level 7`). `BotSeat` hosts an
outside program in one seat: it is told what its seat sees and is asked; where it is late, wrong or
gone, a pass or the drawn tile is said for it, and the game goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kikashi.games import room
from kikashi.games.mahjong import table_talk as talk
from kikashi.games.mahjong.rules import MahjongPosition
from kikashi.games.mahjong.tiles import WORDS
from kikashi.law import GameError, Move, Position, View
from kikashi.play.referee import Referee
from kikashi.protocols.engine import Engine
from kikashi.protocols.process import Program
from kikashi.protocols.registry import Protocol

Choose = Callable[[View], Move]
MOST_EVENTS = 4000
"""Messages of one deal that an engine remembers."""
PATIENCE = 4
"""Questions in a row without any answer, after which a program counts as gone."""


class EventsEngine(Engine):
    """Our players for other hosts."""

    def prepare(self) -> None:
        self._seat = 0
        self._options: dict[str, str] = {}
        self._deal: list[dict[str, Any]] = []

    def obey(self, line: str) -> None:
        if not line.strip():
            return
        message = talk.read_message(line)
        kind = message.get("type")
        if kind == "end_game":
            self.finished = True
        elif kind == "start_game":
            self._begin(message)
        elif kind == "ask":
            self.say(talk.answer(self._answer(message), message.get("id")))
        elif kind != "end_deal":
            if kind == "start_deal":
                self._deal = []
            if len(self._deal) >= MOST_EVENTS:
                raise GameError(f"a deal has at most {MOST_EVENTS} events")
            self._deal.append(message)

    def refuse(self, line: str, why: str) -> None:
        del line
        self.say(json.dumps({"type": "error", "message": why}))

    def _begin(self, message: dict[str, Any]) -> None:
        seat, given = message.get("seat"), message.get("options", {})
        if type(seat) is not int or not 0 <= seat < 4 or not isinstance(given, dict):
            raise GameError("start_game names a seat from 0 to 3 and the options of the game")
        start = room("mahjong").start({str(name): str(value) for name, value in given.items()})
        self._seat, self._options, self._deal = seat, dict(start.options), []
        self.sit_again(start)

    def _answer(self, message: dict[str, Any]) -> Move:
        words = message.get("words")
        if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
            raise GameError("a question names the words that may be answered")
        view = View(
            "mahjong",
            tuple(sorted(self._options.items())),
            self._seat,
            " ".join(talk.events_from(self._deal)),
            to_move=self._seat,
            moves_left=1,
            legal_moves=tuple(words),
        )
        return self._player.turn(view).moves[0]


class BotSeat:
    """An outside program in one seat."""

    def __init__(self, program: Program, seat: int, seconds: float = 2.0) -> None:
        self.program = program
        self.seat = seat
        self.seconds = seconds
        self.failures: list[str] = []
        """Why it was answered for, each time."""
        self._told = 0
        self._asked = 0
        self._silent = 0
        self._gone = False
        self._started = False

    def __call__(self, view: View) -> Move:
        """Its answer, or what is said instead."""
        words = view.legal_moves
        events = view.text.split()
        try:
            self._tell(view, events)
            self._asked += 1
            self._send(talk.question(words, self.seconds, self._asked))
            return self._hear(words)
        except (GameError, OSError) as problem:
            self.failures.append(str(problem))
            return talk.instead(words, _drawn(events, self.seat))

    def _tell(self, view: View, events: Sequence[str]) -> None:
        if self._gone:
            raise GameError("the program has gone")
        if not self._started:
            self._send(talk.start_message(self.seat, dict(view.options)))
            self._started = True
        for message in talk.told(events, self._told):
            self._send(message)
        self._told = len(events)

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self.program.send(json.dumps(message))
        except (GameError, OSError):
            self._gone = True
            raise

    def _hear(self, words: Sequence[Move]) -> Move:
        """The answer to this question; one that comes late belongs to an earlier and is dropped."""
        deadline = time.monotonic() + self.seconds
        self._silent += 1
        self._gone = self._silent >= PATIENCE
        while True:
            line = self.program.read(deadline)
            message = talk.read_message(line)
            if message.get("type") == "answer" and message.get("id") == self._asked:
                self._silent, self._gone = 0, False
                return talk.read_answer(message, words)

    def end(self, view: View) -> None:
        """Tells it how the deal ended, and says goodbye."""
        try:
            self._tell(view, view.text.split())
            points = list(view.result.payoffs) if view.result else []
            self._send({"type": "end_deal", "points": points})
            self._send({"type": "end_game"})
        except (GameError, OSError):
            self._gone = True


def _drawn(events: Sequence[str], seat: int) -> str | None:
    """The tile that a seat has just drawn, if that is what happened last."""
    last = events[-1] if events else ""
    if last[:1] == str(seat) and last[1:2] in ("+", "*") and last[2:] in WORDS:
        return last[2:]
    return None


def play_table(
    start: MahjongPosition, seats: Sequence[Choose], seed: bytes | None = None
) -> Referee:
    """A whole game; each seat is given its view alone. The referee keeps record and seed."""
    referee = Referee(start, seed)
    while referee.game.result is None:
        for player in referee.waiting_for():
            view = referee.view(player)
            referee.answer(player, seats[player](view))
    for number, seat in enumerate(seats):
        if isinstance(seat, BotSeat):
            seat.end(referee.view(number))
    return referee


def _fits(position: Position) -> str:
    return "" if position.game == "mahjong" else f"events are for mahjong, not for {position.game}"


PROTOCOLS: Mapping[str, Protocol] = {"events": Protocol(EventsEngine, _fits)}
