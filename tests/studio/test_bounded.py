"""Whoever begins a request and does not end it is cut off; others are answered meanwhile."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from kikashi.studio import bounded
from kikashi.studio.settings import Settings
from tests.studio.conftest import CHEAP
from tests.studio.served import WAIT, served, visitor

pytestmark = pytest.mark.slow

BEGUN = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CHUNKED = BEGUN.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n"
MUCH = 8 << 20
"""Far beyond the bound, and beyond what sockets hold by themselves."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("bounded") / "studio.db"
    with served(Settings(database=str(database), hashing=CHEAP)) as where:
        yield where


def connected(address: str) -> socket.socket:
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=WAIT)


def sent_until_cut(line: socket.socket, piece: bytes) -> int:
    """Bytes that were taken before the studio hung up."""
    sent = 0
    try:
        while sent < MUCH:
            line.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    return sent


@pytest.mark.parametrize(
    ("begun", "piece"),
    [
        (BEGUN + b"X: ", b"a" * 4096),
        (BEGUN, b"X: abcdefgh\r\n" * 300),
        (b"GET /", b"a" * 4096),
        (CHUNKED + b"0\r\n", b"X: abcdefgh\r\n" * 300),
    ],
    ids=["one header", "many headers", "an address", "headers after a body"],
)
def test_headers_that_do_not_end_are_cut(address: str, begun: bytes, piece: bytes) -> None:
    with connected(address) as line:
        line.sendall(begun)
        assert sent_until_cut(line, piece) < MUCH
    assert httpx.get(f"{address}/api/me", timeout=WAIT).status_code == 200


def test_a_body_in_small_chunks_is_not_taken_for_headers(address: str) -> None:
    with httpx.Client(base_url=address, timeout=WAIT) as client:
        token = client.get("/api/me").json()["token"]
        text = b'{"game": "connect6"}' + b" " * 14_000
        answer = client.post(
            "/api/positions",
            content=(bytes([byte]) for byte in text),
            headers={"X-Kikashi-Token": token, "Content-Type": "application/json"},
        )
    assert answer.status_code == 200, answer.text


def test_silent_connections_make_room_for_who_asks_and_streams_stay(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "most_connections", lambda: 6)
    with ExitStack() as open_ones:
        person = open_ones.enter_context(visitor(address))
        wish = {"game": "gomoku", "seats": ["me", "me"]}
        name = person.post("/api/play/games", json=wish).json()["id"]
        stream = open_ones.enter_context(person.stream("GET", f"/api/play/games/{name}/events"))
        told = stream.iter_lines()
        assert next(told)
        silent = [open_ones.enter_context(connected(address)) for _ in range(20)]
        for line in silent:
            line.sendall(b"GET /")
        assert silent[0].recv(100) == b"", "the one that has been silent longest is cut"
        for _ in range(3):
            assert httpx.get(f"{address}/api/me", timeout=WAIT).status_code == 200
        moved = person.post(f"/api/play/games/{name}/moves", json={"moves": ["h8"], "after": 0})
        assert moved.status_code == 200
        assert any('"h8"' in line for line in told), "who is being answered is never cut"


def test_connections_leave_open_files_for_the_studio_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for files, most in ((256, 128), (1024, 768), (20_000, 2000), (-1, 2000), (64, 16)):
        monkeypatch.setattr("resource.getrlimit", lambda _which, files=files: (files, files))
        assert bounded.most_connections() == most


def test_a_request_that_does_not_end_is_cut(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "WHOLE_WITHIN", 0.2)
    for begun in (b"", BEGUN, CHUNKED + b"5\r\nab"):
        with connected(address) as line:
            line.sendall(begun)
            while line.recv(4096):
                pass  # an answer may come before the end
