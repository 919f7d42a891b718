"""Games with hidden hands told to programs as JSON objects, one a line, in the shape of mjai.

A room says how its views become messages and back (`Talk`). `EventsEngine` is ours for other hosts;
`BotSeat` hosts an outside program in one seat: it is told what its seat sees and is asked; where it
is late, wrong or gone, the room says something harmless for it, and the game goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from kikashi.games import room
from kikashi.law import GameError, Move, Position, View
from kikashi.play.referee import Referee
from kikashi.protocols.engine import Engine
from kikashi.protocols.process import Program

Choose = Callable[[View], Move]
Message = Mapping[str, Any]
MOST_LINE = 20_000
"""Characters of a line that is read."""
MOST_EVENTS = 4000
"""Messages of one deal that an engine remembers."""
PATIENCE = 4
"""Questions in a row without any answer, after which a program counts as gone."""


class Talk(Protocol):
    """What a room says of its own messages."""

    GAME: str
    SEATS: int

    def told(self, view: View) -> list[dict[str, Any]]:
        """All messages of a view, in order; a later view of the seat begins with the same."""

    def text_from(self, messages: Sequence[Message]) -> str:
        """The text of the view that was told; GameError where a message makes no sense."""

    def instead(self, view: View) -> Move:
        """What is said for a seat that answers late, wrongly or not at all."""


class EventsEngine(Engine):
    """Our players for other hosts."""

    talk: Talk

    def prepare(self) -> None:
        self._seat = 0
        self._options: dict[str, str] = {}
        self._deal: list[dict[str, Any]] = []

    def obey(self, line: str) -> None:
        if not line.strip():
            return
        message = read_message(line)
        kind = message.get("type")
        if kind == "end_game":
            self.finished = True
        elif kind == "start_game":
            self._begin(message)
        elif kind == "ask":
            self.say(answer(self._answer(message), message.get("id")))
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
        if type(seat) is not int or not 0 <= seat < self.talk.SEATS or not isinstance(given, dict):
            last = self.talk.SEATS - 1
            raise GameError(f"start_game names a seat from 0 to {last} and the options of the game")
        options = {str(name): str(value) for name, value in given.items()}
        start = room(self.talk.GAME).start(options)
        self._seat, self._options, self._deal = seat, dict(start.options), []
        self.sit_again(start)

    def _answer(self, message: dict[str, Any]) -> Move:
        words = message.get("words")
        if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
            raise GameError("a question names the words that may be answered")
        view = View(
            self.talk.GAME,
            tuple(sorted(self._options.items())),
            self._seat,
            self.talk.text_from(self._deal),
            to_move=self._seat,
            moves_left=1,
            legal_moves=tuple(words),
        )
        return self._player.turn(view).moves[0]


class BotSeat:
    """An outside program in one seat."""

    def __init__(self, talk: Talk, program: Program, seat: int, seconds: float = 2.0) -> None:
        self.talk = talk
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
        try:
            self._tell(view)
            self._asked += 1
            self._send(question(words, self.seconds, self._asked))
            return self._hear(words)
        except (GameError, OSError) as problem:
            self.failures.append(str(problem))
            return self.talk.instead(view)

    def _tell(self, view: View) -> None:
        if self._gone:
            raise GameError("the program has gone")
        if not self._started:
            self._send(start_message(self.seat, dict(view.options)))
            self._started = True
        messages = self.talk.told(view)
        for message in messages[self._told :]:
            self._send(message)
        self._told = len(messages)

    def _send(self, message: Message) -> None:
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
            message = read_message(line)
            if message.get("type") == "answer" and message.get("id") == self._asked:
                self._silent, self._gone = 0, False
                return read_answer(message, words)

    def end(self, view: View) -> None:
        """Tells it how the deal ended, and says goodbye."""
        try:
            self._tell(view)
            points = list(view.result.payoffs) if view.result else []
            self._send({"type": "end_deal", "points": points})
            self._send({"type": "end_game"})
        except (GameError, OSError):
            self._gone = True


def play_table(start: Position, seats: Sequence[Choose], seed: bytes | None = None) -> Referee:
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


def start_message(seat: int, options: Mapping[str, str]) -> dict[str, Any]:
    return {"type": "start_game", "seat": seat, "options": dict(options)}


def question(words: Sequence[Move], seconds: float, number: int) -> dict[str, Any]:
    """What a seat may answer now."""
    return {"type": "ask", "id": number, "words": list(words), "seconds": seconds}


def answer(word: Move, number: object) -> str:
    """A program's answer as a line, to the question of that number."""
    return json.dumps({"type": "answer", "id": number, "word": word})


def read_answer(message: Message, words: Sequence[Move]) -> Move:
    """The word of an answer; GameError says what is wrong with it."""
    word = message.get("word")
    if not isinstance(word, str):
        raise GameError('an answer is {"type": "answer", "id": ..., "word": ...}')
    if word not in words:
        raise GameError(f"{word[:20]!r} is not one of {', '.join(words)}")
    return word


def read_message(line: str) -> dict[str, Any]:
    """One line as an object."""
    if len(line) > MOST_LINE:
        raise GameError(f"a message has at most {MOST_LINE} characters")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise GameError("a message is one JSON object on one line") from None
    if not isinstance(message, dict):
        raise GameError("a message is one JSON object on one line")
    return message


__all__ = [
    "BotSeat",
    "EventsEngine",
    "Talk",
    "answer",
    "play_table",
    "question",
    "read_answer",
    "read_message",
    "start_message",
]
