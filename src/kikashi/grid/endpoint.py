"""A small HTTP page with the figures, on loopback: `/` and `/status.json`, `/metrics`.

Two fixed answers to GET; a whole web framework would be more to trust, and the broker does not
need the studio.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.request import ProxyHandler, build_opener

import msgspec

from kikashi.grid.contract import TaskError
from kikashi.grid.status import Figures, as_json, figures

if TYPE_CHECKING:  # who only asks for the figures needs neither a ledger nor NATS
    from kikashi.grid.coordinator import Coordinator

SECONDS = 5.0
"""For a request to arrive, and for an answer."""
MOST_HEAD = 8192
FILE = "status.url"
"""In the broker's folder: where `kikashi grid status` asks."""


class HasCoordinator(Protocol):
    """A broker: its coordinator may be another one after it has led, stood by, and led again."""

    coordinator: Coordinator


class Endpoint:
    """Serves the figures of one coordinator."""

    def __init__(self, broker: HasCoordinator, folder: Path, port: int = 0) -> None:
        self._broker = broker
        self._folder = folder
        self._port = port
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listens on loopback and writes down where."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        port = self._server.sockets[0].getsockname()[1]
        (self._folder / FILE).write_text(f"http://127.0.0.1:{port}\n", "ascii")

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        (self._folder / FILE).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(head[:MOST_HEAD]))
                await writer.drain()
        writer.close()

    def _answer(self, head: bytes) -> bytes:
        words = head.split(b"\r\n", 1)[0].split()
        if len(words) != 3 or words[0] not in (b"GET", b"HEAD"):
            return _response(b"405 Method Not Allowed", b"only GET\n", b"text/plain")
        if words[1] in (b"/", b"/status.json"):
            text = as_json(figures(self._broker.coordinator))
            return _response(b"200 OK", text, b"application/json")
        if words[1] == b"/metrics":
            from kikashi.grid.metrics import as_prometheus  # noqa: PLC0415 - `status` does without

            text = as_prometheus(figures(self._broker.coordinator))
            return _response(b"200 OK", text, b"text/plain; version=0.0.4")
        return _response(b"404 Not Found", b"there are /status.json and /metrics\n", b"text/plain")


def _response(status: bytes, body: bytes, kind: bytes) -> bytes:
    size = str(len(body)).encode()
    return b"\r\n".join(
        (
            b"HTTP/1.1 " + status,
            b"Content-Type: " + kind,
            b"Content-Length: " + size,
            b"Cache-Control: no-store",
            b"X-Content-Type-Options: nosniff",
            b"Connection: close",
            b"",
            body,
        )
    )


def grid_figures(folder: Path) -> Figures:
    """The figures of the broker that runs in a folder here; for the table and the studio."""
    try:
        url = (folder / FILE).read_text("ascii").strip()
        # Loopback is never reached through a proxy, whatever the environment says.
        with build_opener(ProxyHandler({})).open(f"{url}/status.json", timeout=SECONDS) as answer:
            return msgspec.json.decode(answer.read(), type=Figures)
    except FileNotFoundError:
        raise TaskError(f"no broker runs in {folder}; `kikashi grid broker` starts one") from None
    except (OSError, ValueError, msgspec.MsgspecError) as problem:
        raise TaskError(f"no broker answers in {folder}: {problem}") from None
