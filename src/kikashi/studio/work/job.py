"""A piece of work that somebody asked for, and the events that tell how it goes."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any

from kikashi.grid.kinds import Kind
from kikashi.law import GameError

MOST_EVENTS = 256
"""Events of one job that are kept: whoever comes later starts with the oldest of them."""
LAST = ("done", "failed", "cancelled")
KEPT = "kept"
"""The field of a result that stays on the server, a certificate say: only `keep` sees it."""


class JobFailure(GameError):  # noqa: N818 - an ending, not an error of ours
    """A job that ended without a result."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def waker(changed: asyncio.Event) -> Callable[[], None]:
    """Sets an event of the running loop, from any thread; of a loop that is closed, nothing."""
    loop = asyncio.get_running_loop()

    def wake() -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(changed.set)

    return wake


class Job:
    """One job. Threads write its events; any number of readers, in threads or loops, follow."""

    def __init__(
        self,
        name: str,
        kind: Kind,
        payload: Mapping[str, Any],
        person: str,
        keep: Callable[[Job, Mapping[str, Any]], None] | None = None,
    ) -> None:
        assert kind.cost is not None, "this kind is for the grid, not for the studio"
        self.id = name
        self.kind = kind
        self.cost = kind.cost
        self.payload = payload
        self.person = person
        self.made = time.monotonic()
        self.status = "queued"
        self._events: deque[dict[str, Any]] = deque(maxlen=MOST_EVENTS)
        self._count = 0
        self._changed = threading.Condition()
        self._wakers: set[Callable[[], None]] = set()
        self._on_end: list[Callable[[Job], None]] = []
        self.shown = True
        """Whether the person finds it among their jobs."""
        self.keep = keep
        """Gets the result before anybody is told that the job is done."""
        self.stopped = threading.Event()
        """Set when the person wants it to end."""
        self.on_cancel: Callable[[Job], None] | None = None
        """Told so at once, in the thread of whoever stops it."""

    @property
    def ended(self) -> bool:
        """Whether the last event has come."""
        return self.status in LAST

    def cancel(self) -> None:
        """Asks for the end; it comes within the grace of a second or so."""
        self.stopped.set()
        if self.on_cancel is not None:
            self.on_cancel(self)

    def add(self, event: str, data: Mapping[str, Any]) -> None:
        """Records an event and wakes whoever follows. Nothing comes after the last one."""
        with self._changed:
            if self.ended:
                return
            self._count += 1
            self._events.append({"id": self._count, "event": event, "data": dict(data)})
            if event in (*LAST, "started"):
                self.status = event
            wakers = tuple(self._wakers)
            callbacks: tuple[Callable[[Job], None], ...] = ()
            if event in LAST:
                callbacks = tuple(self._on_end)
            self._changed.notify_all()
        for wake in wakers:
            wake()
        for callback in callbacks:
            callback(self)

    def when_ended(self, callback: Callable[[Job], None]) -> None:
        """Calls back once the job has ended, in whatever thread ends it; at once if it has."""
        with self._changed:
            if not self.ended:
                self._on_end.append(callback)
                return
        callback(self)

    def since(self, after: int = 0) -> list[dict[str, Any]]:
        """The kept events after that id."""
        with self._changed:
            return [event for event in self._events if event["id"] > after]

    async def events(
        self, after: int = 0, heartbeat: float | None = None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Events as they come, the last one included; an event `heartbeat` where none came."""
        changed = asyncio.Event()
        wake = waker(changed)
        with self._changed:
            self._wakers.add(wake)
        try:
            while True:
                changed.clear()
                for event in self.since(after):
                    after = event["id"]
                    yield event
                    if event["event"] in LAST:
                        return
                if self.ended and not self.since(after):
                    return
                try:
                    await asyncio.wait_for(changed.wait(), heartbeat)
                except TimeoutError:
                    yield {"id": None, "event": "heartbeat", "data": {}}
        finally:
            with self._changed:
                self._wakers.discard(wake)

    def wait(self, timeout: float | None = None) -> Mapping[str, Any]:
        """Blocks until the end and gives the result; JobFailure where there is none."""
        with self._changed:
            if not self._changed.wait_for(lambda: self.ended, timeout):
                raise JobFailure("not-ended", f"the job has not ended within {timeout} seconds")
        return self.result()

    async def finish(self) -> Mapping[str, Any]:
        """Waits for the end and gives the result; JobFailure where there is none."""
        async for _event in self.events():
            pass
        return self.result()

    def result(self) -> Mapping[str, Any]:
        """What a job that has ended gave; JobFailure where it gave nothing."""
        last = self._events[-1] if self._events else None
        if last is None or last["event"] not in LAST:
            raise JobFailure("not-ended", "the job has not ended yet")
        if last["event"] == "failed":
            raise JobFailure(last["data"]["code"], last["data"]["detail"])
        if last["event"] == "cancelled":
            raise JobFailure("cancelled", "the job was stopped")
        result: Mapping[str, Any] = last["data"]["result"]
        return result
