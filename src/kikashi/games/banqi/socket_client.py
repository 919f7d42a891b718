"""The older form of the Taiwanese contests: a client that a server tells of the game by TCP.

A message is two bytes of length (the low seven bits first) and its text. The server begins with
`/start` and, between commas, 32 cells from the top left on (0 empty, 1 to 7 Red's K G M R N C P, 8
face down, 9 to 15 the same of Black), how many there are of each piece, the number of acts so far,
these acts, and milliseconds; then `/turn T C`: whether this client begins (1), and its colour (0
red, 1 black, 2 not yet known). Both are answered by their name. An act is sent as `/move x y x y`
or `/flip x y` (files and ranks from 0); the server sends every act to both clients, with what a
flip showed and the milliseconds left: `/move x y x y ms`, `/flip x y code ms`.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable

from kikashi.games.banqi.board import DOWN, LETTERS
from kikashi.games.banqi.followed import Followed
from kikashi.games.banqi.position import COLOURS
from kikashi.law import GameError, Move, Position
from kikashi.law.contract import printable
from kikashi.play import Player
from kikashi.play.clock import Allowance, allot
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.thinking import sure_turn

CODES = "-" + LETTERS[:7] + DOWN + LETTERS[7:]
"""What each number stands for."""
BASE = 128
"""Of the two bytes that say how long a message is."""
MOST = BASE * BASE - 1
LEAST, KEPT = 0.01, 0.1
"""Seconds for an act where none are left, and seconds that are left to the line and the server."""


def packed(text: str) -> bytes:
    """A message as it travels."""
    body = text.encode("ascii")
    if len(body) > MOST:
        raise GameError(f"a message has at most {MOST} letters, not {len(body)}")
    return bytes((len(body) % BASE, len(body) // BASE)) + body


def received(line: socket.socket) -> str | None:
    """The next message; None when the server has gone."""
    head = _bytes(line, 2)
    body = None if head is None else _bytes(line, head[1] * BASE + head[0])
    return None if body is None else body.decode("ascii", errors="replace").rstrip("\0\r\n ")


def _bytes(line: socket.socket, count: int) -> bytes | None:
    found = b""
    while len(found) < count:
        more = line.recv(count - len(found))
        if not more:
            return None
        found += more
    return found


def _numbers(words: list[str], count: int, text: str) -> list[int]:
    if len(words) < count or not all(w.isascii() and w.isdigit() for w in words[:count]):
        raise GameError(f"{count} numbers were expected in {printable(text[:60])!r}")
    return [int(word[:9]) for word in words[:count]]


class SocketClient:
    """One game with such a server."""

    def __init__(
        self,
        line: socket.socket,
        start: Position,
        make_player: Callable[[Position], Player],
        seconds: float | None = None,
    ) -> None:
        self.line = line
        self.game = Followed(start)
        self.seconds = seconds
        self.left: float | None = None
        """Seconds on our clock."""
        self.acts = 0
        self._player = make_player(start)
        self._ours = False
        self._colour = ""

    def run(self) -> None:
        """Plays until the server hangs up."""
        with contextlib.suppress(ConnectionError):  # it may do so while we think
            self._talk()

    def _talk(self) -> None:
        while (text := received(self.line)) is not None:
            word, _, rest = text.partition(" ")
            if word == "/start":
                self._start(rest)
                self.line.sendall(packed("/start"))
            elif word == "/turn":
                self._turn(rest)
                self.line.sendall(packed("/turn"))
                if self._ours:
                    self._act()
            elif word in ("/move", "/flip"):
                self._told(word, rest)
                self._ours = not self._ours
                if self._ours:
                    self._act()
            else:
                print(f"the server says {printable(text[:80])}", file=sys.stderr)

    def _start(self, rest: str) -> None:
        words = [word.strip() for word in rest.split(",")]
        cells = len(self.game.start.settings.form.names)
        numbers = _numbers(words, cells + len(LETTERS) + 1, rest)
        *known, acts = numbers
        if max(known[:cells]) >= len(CODES):
            raise GameError(f"a cell holds a number up to {len(CODES) - 1}")
        self.game.begin(self.game.start)
        self.game.set_up([CODES[code] for code in known[:cells]], known[cells:])
        after = words[len(numbers) + acts :]  # the board stands as it is after these acts
        self._time(after[0] if after else "")

    def _turn(self, rest: str) -> None:
        begins, colour = _numbers(rest.split(), 2, rest)
        self._ours = begins == 1
        self._colour = COLOURS[colour] if colour < len(COLOURS) else ""
        mover = self._colour
        if mover and not self._ours:
            mover = COLOURS[1 - COLOURS.index(mover)]
        self.game.position(mover)

    def _told(self, word: str, rest: str) -> None:
        words = rest.split()
        names = self.game.start.settings.form.names
        files = self.game.start.settings.form.files

        def cell(x: int, y: int) -> str:
            if x >= files or files * y + x >= len(names):
                raise GameError(f"there is no cell {x} {y}")
            return names[files * y + x]

        if word == "/move":
            a, b, c, d = _numbers(words, 4, rest)
            acts: tuple[Move, ...] = (f"{cell(a, b)}-{cell(c, d)}",)
            words = words[4:]
        else:
            x, y, code = _numbers(words, 3, rest)
            if code >= len(CODES):
                raise GameError(f"a piece is a number up to {len(CODES) - 1}")
            acts = (cell(x, y), CODES[code])
            words = words[3:]
        self.game.play(acts)
        self._time(words[0] if words else "")

    def _time(self, text: str) -> None:
        if text.isascii() and text.isdigit():
            self.left = int(text[:12]) / 1000

    def _act(self) -> None:
        position = self.game.position()
        if position.result() is not None:
            return  # the server knows it too
        allowed = None if self.left is None else allot(max(LEAST, self.left - KEPT))
        if self.seconds is not None:
            most = self.seconds
            allowed = Allowance(most) if allowed is None else allowed.at_most(most)
        opinion, wrong = sure_turn(self._player, position.view_of_mover(), allowed, Stop())
        if wrong:
            print(f"kikashi banqi connect: {wrong}", file=sys.stderr)
        act = opinion.moves[0]
        self.game.answered(act)
        cell_of, files = position.settings.form.cell_of, position.settings.form.files
        places = [divmod(cell_of[name], files) for name in act.split("-")]
        text = " ".join(f"{x} {y}" for y, x in places)
        self.line.sendall(packed(f"{'/move' if len(places) == 2 else '/flip'} {text}"))
        self.acts += 1


def connect(
    host: str,
    port: int,
    start: Position,
    make_player: Callable[[Position], Player],
    seconds: float | None = None,
) -> int:
    """Plays one game with the server there; how many acts were ours."""
    try:
        line = socket.create_connection((host, port), timeout=30)
    except OSError as problem:
        raise GameError(f"nobody answers at {printable(host)}:{port} ({problem})") from None
    with line:
        line.settimeout(None)
        client = SocketClient(line, start, make_player, seconds)
        client.run()
        return client.acts
