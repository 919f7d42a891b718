"""Conversations with engines, here or in threads, and players to test them with."""

from __future__ import annotations

import io
import queue
import threading
from collections.abc import Callable

from kikashi import games
from kikashi.law import Position, View
from kikashi.law.winning_sets import StonePosition
from kikashi.play import Opinion, Player, SimplePlayer
from kikashi.protocols.engine import Engine
from kikashi.protocols.levels_door import Stop, make_player
from kikashi.protocols.registry import engine


def start(game: str, **options: str) -> StonePosition:
    found = games.room(game).start(options)
    assert isinstance(found, StonePosition)
    return found


def simple(_: Position) -> Player:
    return SimplePlayer(1)


def talk(
    protocol: str,
    game: str,
    *lines: str,
    player: Callable[[Position], Player] = simple,
    **options: str,
) -> list[str]:
    """What an engine says to these lines; empty lines are left out."""
    out = io.StringIO()
    made = engine(protocol, start(game, **options), player, out)
    made.run(io.StringIO("".join(f"{line}\n" for line in lines)))
    return [line for line in out.getvalue().splitlines() if line]


def talk_from(protocol: str, first: Position, *lines: str, level: str = "5") -> list[str]:
    """What an engine of a level says to these lines, whatever the game."""
    out = io.StringIO()
    made = engine(protocol, first, lambda position: make_player(position, level, 1), out)
    made.run(io.StringIO("".join(f"{line}\n" for line in lines)))
    return [line for line in out.getvalue().splitlines() if line]


class Pipe(io.StringIO):
    """A text stream whose lines come when someone puts them."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: queue.Queue[str] = queue.Queue()

    def put(self, line: str) -> None:
        self._lines.put(f"{line}\n" if line else "")

    def readline(self, *_: int) -> str:  # type: ignore[override]
        return self._lines.get()


class Conversation:
    """An engine in a thread, talked to while it thinks."""

    def __init__(self, protocol: str, game: str, player: Player, **options: str) -> None:
        self.out = io.StringIO()
        self.pipe = Pipe()
        first = games.room(game).start(options)
        self.engine: Engine = engine(protocol, first, lambda _: player, self.out)
        self.thread = threading.Thread(target=self.engine.run, args=(self.pipe,), daemon=True)
        self.thread.start()

    def said(self) -> list[str]:
        return [line for line in self.out.getvalue().splitlines() if line]


class Ponderer:
    """Thinks until it is stopped, as a deep search would; then answers like the simple player."""

    def __init__(self) -> None:
        self.thinking = threading.Event()

    def turn(self, seen: View) -> Opinion:
        return self.choose_turn(seen)

    def choose_turn(
        self, seen: View, seconds: float | None = None, stop: Stop | None = None
    ) -> Opinion:
        self.thinking.set()
        assert stop is not None
        stop.wait(600)
        return SimplePlayer(1).turn(seen)


class Fixed:
    """Answers the same whatever it is asked."""

    def __init__(self, *moves: str) -> None:
        self.moves = moves

    def turn(self, seen: View) -> Opinion:
        return Opinion(self.moves, "random")
