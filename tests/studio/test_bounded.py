"""Whoever begins a request and does not end it is cut off; others are answered meanwhile."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest

from kikashi.studio import bounded
from kikashi.studio.settings import Settings
from tests.studio.conftest import CHEAP
from tests.studio.served import WAIT, served

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


def test_a_request_that_does_not_end_is_cut(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "WHOLE_WITHIN", 0.2)
    for begun in (b"", BEGUN, CHUNKED + b"5\r\nab"):
        with connected(address) as line:
            line.sendall(begun)
            while line.recv(4096):
                pass  # an answer may come before the end
