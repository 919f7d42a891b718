"""The relay: a server that cannot be changed, a front that speaks its protocol,
a broker, two volunteers, one of them killed in the middle of a move. All are real processes."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kikashi.games import room
from tests.grid.running import Grid, people

pytestmark = [pytest.mark.slow, pytest.mark.native]
MAIN = "from kikashi.cli import main; main()"
THOUGHT = 2.0


class Server:
    """The closed server's side of a conversation; every answer must come in time."""

    def __init__(self, app: Path) -> None:
        words = ("engine", "banqi", "--protocol", "mgtp", "--level", "10", "--voters", "2")
        more = ("--seconds", str(THOUGHT), "--grid", str(app))
        self.front = subprocess.Popen(
            [sys.executable, "-c", MAIN, *words, *more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def say(self, line: str) -> None:
        assert self.front.stdin is not None
        self.front.stdin.write(line + "\n")
        self.front.stdin.flush()

    def hear(self, seconds: float = 60.0) -> str:
        assert self.front.stdout is not None
        found: list[str] = []
        reader = threading.Thread(target=lambda: found.append(self.front.stdout.readline()))  # type: ignore[union-attr]
        reader.daemon = True
        reader.start()
        reader.join(seconds)
        assert found, "the front did not answer"
        return found[0].strip()

    def close(self) -> None:
        self.say("5 quit")
        try:
            self.front.wait(20)
        except subprocess.TimeoutExpired:
            self.front.kill()
            self.front.wait()
        for pipe in (self.front.stdin, self.front.stdout):
            assert pipe is not None
            pipe.close()


def test_a_game_goes_on_when_a_volunteer_is_killed_in_the_middle_of_a_move(tmp_path: Path) -> None:
    position = room("banqi").start()
    with Grid(tmp_path) as grid:
        anna, bert, app = people(grid, "anna", "bert", trusted=True)
        first = grid.join(anna, "--nice", "1")
        grid.join(bert, "--nice", "1")
        server = Server(app)
        try:
            for turn, flips in enumerate(("b8 R", "c3 k", "b7 p")):
                cell, letter = flips.split()
                server.say(f"11 flip {flips}")
                assert server.hear() == "=11"
                position = position.play(cell).play(letter)
                server.say("12 genmove unknown")
                if turn == 1:
                    time.sleep(THOUGHT / 3)
                    first.kill()
                answer = server.hear()
                number, start, end = answer.split()
                assert number == "=12"
                move = start if start == end else f"{start}-{end}"
                assert move in position.legal_moves()
        finally:
            server.close()
