"""Server-sent events, and channels on which one request tells others that something changed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from fastapi.responses import StreamingResponse

HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that nobody in between hangs up."""
MEDIA_TYPE = "text/event-stream"


def stream(events: AsyncIterator[Mapping[str, Any]]) -> StreamingResponse:
    """An answer that goes on: each event has `event`, `data` and, where it can be resumed, `id`."""

    async def text() -> AsyncIterator[bytes]:
        yield b"retry: 2000\n\n"
        async for event in events:
            yield encode(event)

    return StreamingResponse(text(), media_type=MEDIA_TYPE, headers={"X-Accel-Buffering": "no"})


def encode(event: Mapping[str, Any]) -> bytes:
    """An event as the browser's EventSource reads it; JSON has no line breaks of its own."""
    if event["event"] == "heartbeat":
        return b": still here\n\n"
    lines = [b"event: " + event["event"].encode()]
    if event.get("id") is not None:
        lines.insert(0, b"id: " + str(event["id"]).encode())
    lines.append(b"data: " + msgspec.json.encode(event["data"]))
    return b"\n".join(lines) + b"\n\n"


class Channels:
    """Wakes whoever waits on a name. What changed they look up themselves."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wakers: dict[str, set[Callable[[], None]]] = {}
        self._closed = False

    def tell(self, name: str) -> None:
        """Something changed; from any thread."""
        with self._lock:
            wakers = tuple(self._wakers.get(name, ()))
        for wake in wakers:
            wake()

    @contextmanager
    def listen(self, name: str) -> Iterator[asyncio.Event]:
        """An event of the running loop that is set whenever the name is told."""
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()

        def wake() -> None:
            loop.call_soon_threadsafe(changed.set)

        with self._lock:
            self._wakers.setdefault(name, set()).add(wake)
        try:
            yield changed
        finally:
            with self._lock:
                self._wakers[name].discard(wake)
                if not self._wakers[name]:
                    del self._wakers[name]

    @property
    def closed(self) -> bool:
        """Whether the studio is closing, so that streams end."""
        return self._closed

    def close(self) -> None:
        """Wakes everybody for the last time."""
        self._closed = True
        for name in list(self._wakers):
            self.tell(name)
