"""A PC's workers as the agent sees them: slots that take one attempt each and never stay dead."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Protocol

import msgspec

from kikashi.grid import wire
from kikashi.grid.contract import TaskError
from kikashi.grid.kinds import kinds, load_kinds
from kikashi.grid.process import Process, Setting
from kikashi.grid.worker import do_one

START_SECONDS = 120.0
STOP_SECONDS = 1.2
"""A worker that does not stop when it is told to is ended after this; the promise is 2 s."""
LATE_SECONDS = 2.0
"""Past its limit a task has this long to notice it before its worker is ended."""
ANSWERED = {"refused": "error", "failed": "error", "memory": "died"}
"""What the grid makes of the ends of an attempt; the others keep their names."""


class Workplace(Protocol):
    """Where attempts are done."""

    slots: int
    offers: tuple[str, ...]

    async def start(self) -> None: ...

    async def do(self, given: wire.Assignment) -> wire.Answered: ...

    def stop(self, attempt: int) -> None: ...

    async def close(self) -> None: ...


class Slot:
    """One resident worker process."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._process: Process | None = None
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        """What the process has said; None: it is gone."""
        self._ended_by_us = ""
        self.attempt = 0
        self.offers: tuple[str, ...] = ()
        self.restarts = -1

    async def start(self) -> None:
        """Starts the process and waits until it is ready; TaskError if its owner must act."""
        self.restarts += 1
        self._ended_by_us = ""
        self._process, self._inbox = Process(self._setting), asyncio.Queue()
        # For as long as it lives: to ask anew for each task would cost more than a small task.
        asyncio.get_running_loop().add_reader(self._process.fileno(), self._hear)
        try:
            told = await asyncio.wait_for(self._told(), START_SECONDS)
        except TimeoutError:
            self._end()
            raise TaskError(
                f"a worker was not ready after {START_SECONDS:g} s; this PC is too busy to help now"
            ) from None
        if told is None or told[0] != "ready":
            self._end()
            raise TaskError(told[1] if told else "a worker ended at its start")
        self.offers = tuple(told[1])

    async def do(self, given: wire.Assignment) -> wire.Answered:
        """Does one attempt, whatever becomes of the process."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        if self._process is None or not self._inbox.empty():  # it ended while it was idle
            self._end()
            await self.start()
        self.attempt = given.attempt
        limit = None
        if given.seconds is not None:
            limit = loop.call_later(
                given.seconds + LATE_SECONDS,
                self._kill,
                f"a {given.kind} task ran past its limit of {given.seconds:g} s",
            )
        try:
            self._send(
                ["do", given.attempt, given.kind, given.version, given.payload, given.seconds]
            )
            while (told := await self._told()) is not None and told[0] == "event":
                pass  # nobody follows work of the grid while it runs
        finally:
            self.attempt = 0
            if limit is not None:
                limit.cancel()
        if told is not None:
            _, number, how, value, error, seconds = told
            assert number == given.attempt
            return wire.Answered(number, ANSWERED.get(how, how), value, error, seconds)
        why = self._ended_by_us
        code = self._end()
        spent = loop.time() - begun
        if why == "stopped":
            return wire.Answered(given.attempt, "stopped", seconds=spent)
        if why:
            return wire.Answered(given.attempt, "error", error=why, seconds=spent)
        return wire.Answered(
            given.attempt, "died", error=f"the worker ended with code {code}", seconds=spent
        )

    def stop(self) -> None:
        """Asks the task that runs to stop, and ends the worker if it does not."""
        attempt = self.attempt
        self._send(["stop", attempt])

        def insist() -> None:
            if self.attempt == attempt:
                self._kill("stopped")

        asyncio.get_running_loop().call_later(STOP_SECONDS, insist)

    def _kill(self, why: str) -> None:
        self._ended_by_us = why
        if self._process is not None:
            self._process.kill()

    def _send(self, message: Any) -> None:
        assert self._process is not None
        with contextlib.suppress(OSError):
            self._process.send(message)

    async def _told(self) -> Any:
        """The next message; None: the process is gone."""
        return await self._inbox.get()

    def _hear(self) -> None:
        assert self._process is not None
        try:
            told = self._process.receive()
        except (EOFError, OSError):
            told = None
            asyncio.get_running_loop().remove_reader(self._process.fileno())
        self._inbox.put_nowait(told)

    def _end(self) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        asyncio.get_running_loop().remove_reader(process.fileno())
        return process.end()

    async def close(self) -> None:
        """Lets the worker end its engines, then ends it."""
        if self._process is None:
            return
        self._send(["end"])
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._told(), 3.0)
        self._end()


class ProcessWorkers:
    """As many resident worker processes as the PC gives cores."""

    def __init__(self, slots: int, setting: Setting) -> None:
        self.slots = slots
        self._setting = setting
        self._all = [Slot(setting) for _ in range(slots)]
        self._free: asyncio.Queue[Slot] = asyncio.Queue()
        self.offers: tuple[str, ...] = ()

    async def start(self) -> None:
        await asyncio.gather(*(slot.start() for slot in self._all))
        for slot in self._all:
            self._free.put_nowait(slot)
        self.offers = self._all[0].offers

    async def do(self, given: wire.Assignment) -> wire.Answered:
        slot = await self._free.get()
        try:
            return await slot.do(given)
        finally:
            self._free.put_nowait(slot)

    def stop(self, attempt: int) -> None:
        for slot in self._all:
            if slot.attempt == attempt:
                slot.stop()

    async def close(self) -> None:
        await asyncio.gather(*(slot.close() for slot in self._all))


class CoroutineWorkers:
    """Volunteers that only replay pauses: many fit into one process, to measure the grid itself."""

    def __init__(self, slots: int = 1) -> None:
        self.slots = slots
        self.offers: tuple[str, ...] = ()
        self._stops: dict[int, asyncio.Event] = {}

    async def start(self) -> None:
        load_kinds()
        self.offers = tuple(kind.capability for kind in kinds() if kind.name.startswith("grid."))

    async def do(self, given: wire.Assignment) -> wire.Answered:
        begun = asyncio.get_running_loop().time()
        stop = self._stops[given.attempt] = asyncio.Event()
        payload = given.payload
        if given.kind == "grid.pause":
            asked = msgspec.msgpack.decode(payload)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), asked["seconds"])
            payload = msgspec.msgpack.encode({**asked, "seconds": 0.0})
        del self._stops[given.attempt]
        how, value, error = do_one(given.kind, given.version, payload, given.seconds, stop.is_set)
        spent = asyncio.get_running_loop().time() - begun
        return wire.Answered(given.attempt, ANSWERED.get(how, how), value, error, spent)

    def stop(self, attempt: int) -> None:
        if attempt in self._stops:
            self._stops[attempt].set()

    async def close(self) -> None:
        for stop in self._stops.values():
            stop.set()
