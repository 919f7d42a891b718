"""The older socket form: two clients and a server that knows the law."""

from __future__ import annotations

import socket
import threading
from random import Random

import pytest
from typer.testing import CliRunner

from kikashi.games import room
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.games.banqi.socket_client import CODES, SocketClient, connect, packed, received
from kikashi.games.banqi.verbs import app
from kikashi.law import GameError, Position
from kikashi.play import Player
from kikashi.protocols.levels_door import make_player

pytestmark = pytest.mark.native
BANQI = room("banqi")
COUNTS = "1,2,2,2,2,2,5,1,2,2,2,2,2,5"


def seat(position: Position) -> Player:
    return make_player(position, "level:1", 1)


def start_text(position: BanqiPosition) -> str:
    files = position.settings.form.files
    rows = [position.board[at : at + files] for at in range(0, len(position.board), files)]
    cells = [str(CODES.index("-" if c == "." else c)) for row in reversed(rows) for c in row]
    return f"/start {','.join(cells)},{COUNTS},0,600000"


class Server:
    """Tells both clients of every act, and lets the law judge them."""

    def __init__(self, start: BanqiPosition, seed: int) -> None:
        self.position = start
        self.random = Random(seed)
        self.acts: list[str] = []

    def serve(self, lines: list[socket.socket]) -> None:
        for number, line in enumerate(lines):
            line.sendall(packed(start_text(self.position)))
            assert received(line) == "/start"
            line.sendall(packed(f"/turn {1 - number} 2"))
            assert received(line) == "/turn"
        mover = 0
        while self.position.result() is None:
            text = received(lines[mover])
            assert text is not None
            self.acts.append(text)
            word, *numbers = text.split()
            n = [int(number) for number in numbers]
            form = self.position.settings.form
            cell = form.names[form.files * n[1] + n[0]]
            if word == "/flip":
                shown = self.random.choice(self.position.hidden)
                self.position = self.position.play(cell).play(shown)
                told = f"/flip {n[0]} {n[1]} {CODES.index(shown)} 600000"
            else:
                end = form.names[form.files * n[3] + n[2]]
                self.position = self.position.play(f"{cell}-{end}")
                told = f"{text} 600000"
            for line in lines:
                line.sendall(packed(told))
            mover = 1 - mover
        for line in lines:
            line.close()


def test_two_clients_play_a_whole_game_and_every_act_is_legal() -> None:
    start = banqi_of(BANQI.start({"plies": "40"}))
    pairs = [socket.socketpair() for _ in range(2)]
    clients = [SocketClient(pair[1], start, seat, 0.2) for pair in pairs]
    threads = [threading.Thread(target=client.run, daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    server = Server(start, 5)
    server.serve([pair[0] for pair in pairs])
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert server.position.result() is not None
    # A server may know of no draw, so whose turn it is may act once more before the line is cut.
    assert sum(client.acts for client in clients) - len(server.acts) in (0, 1)
    for client in clients:
        assert client.game.position().board == server.position.board
    for pair in pairs:
        pair[1].close()


def test_a_board_in_mid_game_is_taken_over_with_its_colour() -> None:
    here, there = socket.socketpair()
    client = SocketClient(there, BANQI.start(), seat, 0.1)
    thread = threading.Thread(target=client.run, daemon=True)
    thread.start()
    cells = ["0"] * 32
    cells[0], cells[31] = str(CODES.index("k")), str(CODES.index("K"))  # a8 and d1
    counts = "1,0,0,0,0,0,0,1,0,0,0,0,0,0"
    here.sendall(packed(f"/start {','.join(cells)},{counts},2,28-24,03(01),5000"))
    assert received(here) == "/start"
    assert client.left == 5.0
    here.sendall(packed("/turn 1 1"))
    assert received(here) == "/turn"
    assert received(here) in ("/move 0 7 1 7", "/move 0 7 0 6")
    here.close()
    thread.join(20)
    assert not thread.is_alive()
    there.close()


def test_long_messages_say_their_length_in_two_bytes() -> None:
    here, there = socket.socketpair()
    text = "x" * 300
    assert packed(text)[:2] == bytes((300 % 128, 2))
    here.sendall(packed(text) + packed("/turn"))
    assert received(there) == text
    assert received(there) == "/turn"
    here.close()
    assert received(there) is None
    there.close()


def test_messages_that_make_no_sense_are_refused() -> None:
    here, there = socket.socketpair()
    client = SocketClient(there, BANQI.start(), seat)
    here.sendall(packed("/start 8,8"))
    with pytest.raises(GameError, match="47 numbers were expected"):
        client.run()
    here.sendall(packed("/flip 9 9 1"))
    with pytest.raises(GameError, match="there is no cell 9 9"):
        client.run()
    here.close()
    there.close()


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(GameError, match=f"nobody answers at 127.0.0.1:{port}"):
        connect("127.0.0.1", port, BANQI.start(), seat)
    found = CliRunner().invoke(app, ["connect", "nowhere"])
    assert "a server is written HOST:PORT" in str(found.exception)
