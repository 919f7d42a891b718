"""HTTP as uvicorn speaks it, with bounds on what comes before a request can be looked at.

httptools keeps headers as long as they come: without a bound one connection fills the memory, and
those that never finish a request take up all places. A system gives a process so many open files:
before they are used up, who has asked for nothing longest makes room for who comes.
"""

from __future__ import annotations

import asyncio
import resource
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEADERS = 64 * 1024
"""Bytes of a request that are not its body."""
BODY_CREDIT = 16
"""So many bytes around each byte of a body are chunks' sizes, not headers."""
WHOLE_WITHIN = 180.0
"""Seconds in which a request must have come, from the connection's beginning or its own."""
MOST_CONNECTIONS = 2000
"""At once, however many files may be open."""
OTHER_FILES = 128
"""What the studio itself needs open files for: database, workers, the page."""


def most_connections() -> int:
    """How many connections may be open at once."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(16, min(MOST_CONNECTIONS, files - max(OTHER_FILES, files // 4)))


class BoundedProtocol(HttpToolsProtocol):
    """Cuts connections whose headers do not end, or whose requests do not, and idle ones where
    there are too many."""

    def __init__(self, *settings: Any, **named: Any) -> None:
        super().__init__(*settings, **named)
        self._read = 0
        self._late: asyncio.TimerHandle | None = None
        self._idle_since: float | None = None
        """Since when nothing is asked for; None while an answer is made."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._wait()
        self._make_room()

    def _make_room(self) -> None:
        most = most_connections()
        if len(self.connections) <= most:
            return
        here = [
            one
            for one in self.connections
            if isinstance(one, BoundedProtocol) and not one.transport.is_closing()
        ]
        if len(here) <= most:
            return
        idle = [(one._idle_since, n) for n, one in enumerate(here) if one._idle_since is not None]
        here[min(idle)[1]].transport.abort()  # where nobody else idles, this one

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._read += len(data)
        super().data_received(data)
        if self._read > MOST_HEADERS and not self.transport.is_closing():
            self.send_400_response("The headers of a request are too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_body(self, body: bytes) -> None:
        self._read -= min(self._read, BODY_CREDIT * len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._read = 0
        self._idle_since = None
        self._heard()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._idle_since = self.loop.time()
        super().on_response_complete()

    def _wait(self) -> None:
        self._heard()
        self._late = self.loop.call_later(WHOLE_WITHIN, self._cut)

    def _heard(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _cut(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.close()
