"""`kikashi studio` starts on a port of its own and says where."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from kikashi.law import GameError
from kikashi.puzzles.model import FURTHER
from kikashi.puzzles.starter import starter_games
from kikashi.studio import serve
from kikashi.studio.settings import is_loopback
from tests.studio.served import events, visitor

pytestmark = pytest.mark.slow


@contextmanager
def studio(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running studio and its address."""
    run = subprocess.Popen(
        [sys.executable, "-u", "-c", "from kikashi.cli import main; main()", "studio", *arguments],
        env={**os.environ, "XDG_DATA_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert run.stdout is not None
        line = run.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line
        yield run, found[0]
    finally:
        run.kill()
        run.communicate()


def test_it_prints_its_address_answers_there_and_stops_with_130_on_ctrl_c(tmp_path: Path) -> None:
    with studio(tmp_path) as (run, address):
        assert httpx.get(f"{address}/api/games", timeout=60).status_code == 200
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        assert run.returncode == 130
        assert "Traceback" not in errors


def test_the_first_start_lays_the_starter_puzzles_out_while_the_page_is_there_already(
    tmp_path: Path,
) -> None:
    with studio(tmp_path) as (_run, address):
        assert httpx.get(address, timeout=60).status_code == 200
        shelves = httpx.get(f"{address}/api/puzzles", timeout=60).json()
        every = {game for sort in ("", *FURTHER) for game in starter_games(sort)}
        assert {shelf["game"] for shelf in shelves} == every
        assert all(shelf["puzzles"] or shelf["further"] for shelf in shelves)


def test_open_streams_do_not_keep_it_from_stopping(tmp_path: Path) -> None:
    with studio(tmp_path) as (run, address), visitor(address) as person:
        game = {"game": "gomoku", "seats": ["me", "me"]}
        name = person.post("/api/play/games", json=game).json()["id"]
        with person.stream("GET", f"/api/play/games/{name}/events") as answer:
            stream = events(answer)
            assert next(stream)["event"] == "game"
            run.send_signal(signal.SIGINT)
            assert list(stream) == []  # it ends by itself, without an error
        _, errors = run.communicate(timeout=60)
        assert run.returncode == 130
        assert "Traceback" not in errors


def test_the_database_is_where_it_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    with studio(tmp_path, "--database", str(path)):
        assert path.exists()
    with studio(tmp_path):
        assert (tmp_path / "kikashi" / "studio.db").exists()


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--host", "0.0.0.0"], "needs a secret"),
        (["--host", "0.0.0.0", "--secret-file", "nowhere"], "cannot be read"),
        (["--database", "/nowhere/at/all.db"], "there is no folder"),
    ],
)
def test_what_it_cannot_start_with_is_said_in_a_sentence(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from kikashi.cli import main; main()", "studio", *arguments],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "KIKASHI_SECRET": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 1
    assert words in run.stderr
    assert "Traceback" not in run.stderr


def test_beyond_loopback_it_warns_and_says_what_guests_may(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s" * 40 + "\n")
    with studio(tmp_path, "--host", "0.0.0.0", "--secret-file", str(secret)) as (run, address):
        me = httpx.get(f"{address}/api/me", timeout=60).json()
        assert me["may_work"] is False
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        assert "everybody who can reach this machine" in errors
        assert "guests may not ask for long work" in errors


def test_a_taken_port_is_passed_over_unless_it_was_asked_for() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(GameError, match=f"cannot listen on 127.0.0.1 port {port}"):
            serve.listen("127.0.0.1", port)
    with serve.listen("127.0.0.1", None) as first, serve.listen("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]


def test_the_address_is_one_that_a_browser_here_can_open() -> None:
    with serve.listen("0.0.0.0", None) as listener:
        assert serve.address(listener).startswith("http://127.0.0.1:")


def test_only_loopback_counts_as_loopback() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "::1", "localhost", "127.8.8.8")))
    assert not any(map(is_loopback, ("0.0.0.0", "192.168.1.5", "example.org")))
