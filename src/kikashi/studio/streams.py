"""Server-sent events, and channels on which one request tells others that something changed."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from typing import Any

import msgspec
from fastapi.responses import StreamingResponse
from starlette.types import Send

from kikashi.studio import problems
from kikashi.studio.work.job import waker

HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that nobody in between hangs up."""
MEDIA_TYPE = "text/event-stream"


def stream(
    events: AsyncGenerator[Mapping[str, Any], None], place: Place | None = None
) -> StreamingResponse:
    """An answer that goes on: each event has `event`, `data` and, where it can be resumed, `id`.

    `place` is what `Channels.counted` gave; it is handed back when the stream ends.
    """

    async def text() -> AsyncGenerator[bytes, None]:
        try:
            async with aclosing(events):
                yield b"retry: 2000\n\n"
                async for event in events:
                    yield encode(event)
        finally:
            if place is not None:
                place.give_back()

    return _Stream(text(), media_type=MEDIA_TYPE, headers={"X-Accel-Buffering": "no"})


class _Stream(StreamingResponse):
    """Ends its events with it: a reader who leaves is gone at once, not when memory is tidied."""

    async def stream_response(self, send: Send) -> None:
        events = self.body_iterator
        assert isinstance(events, AsyncGenerator)
        async with aclosing(events):
            await super().stream_response(send)


def encode(event: Mapping[str, Any]) -> bytes:
    """An event as the browser's EventSource reads it; JSON has no line breaks of its own."""
    if event["event"] == "heartbeat":
        return b": still here\n\n"
    lines = [b"event: " + event["event"].encode()]
    if event.get("id") is not None:
        lines.insert(0, b"id: " + str(event["id"]).encode())
    lines.append(b"data: " + msgspec.json.encode(event["data"]))
    return b"\n".join(lines) + b"\n\n"


class Place:
    """One of the streams that a person may have open."""

    def __init__(self, give_back: Callable[[], None]) -> None:
        self._give_back: Callable[[], None] | None = give_back

    def give_back(self) -> None:
        """Lets the person open another; once is enough."""
        give_back, self._give_back = self._give_back, None
        if give_back is not None:
            give_back()

    def __del__(self) -> None:
        # A stream whose reader left before its first event never runs, and never ends.
        self.give_back()


class Channels:
    """Wakes whoever waits on a name. What changed they look up themselves."""

    def __init__(self, streams_per_person: int = 12) -> None:
        self._most = streams_per_person
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._wakers: dict[str, set[Callable[[], object]]] = {}
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
        changed = asyncio.Event()
        with self.wake_on(name, waker(changed)):
            yield changed

    @contextmanager
    def wake_on(self, name: str, wake: Callable[[], object]) -> Iterator[None]:
        """Calls `wake`, from any thread, whenever the name is told."""
        with self._lock:
            self._wakers.setdefault(name, set()).add(wake)
        try:
            yield
        finally:
            with self._lock:
                self._wakers[name].discard(wake)
                if not self._wakers[name]:
                    del self._wakers[name]

    def counted(self, person: str) -> Place:
        """A place for one more stream of a person; problems.Refusal (429) if all are taken."""
        with self._lock:
            if self._open[person] >= self._most:
                raise problems.too_many(f"you have {self._most} streams open already", 5)
            self._open[person] += 1

        def give_back() -> None:
            with self._lock:
                self._open[person] -= 1
                if not self._open[person]:
                    del self._open[person]

        return Place(give_back)

    @property
    def closed(self) -> bool:
        """Whether the studio is closing, so that streams end."""
        return self._closed

    def close(self) -> None:
        """Wakes everybody for the last time."""
        self._closed = True
        with self._lock:
            names = tuple(self._wakers)
        for name in names:
            self.tell(name)
