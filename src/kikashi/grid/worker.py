"""The resident worker: a process that does one task after another and stays ready.

A PC of the grid and the studio both have some, and `grid.process` is their end of it. A crash of
the native core, or a task that eats all memory, ends this process and nothing else.
"""

from __future__ import annotations

import importlib
import logging
import os
import queue
import resource
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from kikashi.grid.contract import EngineFailedError, Task, TaskError
from kikashi.grid.engines import Rack, read_engines
from kikashi.grid.kinds import Course, Emit, do_task, ignore_events, kind_of, kinds, load_kinds
from kikashi.grid.process import MOST_MESSAGE, Channel, Setting
from kikashi.grid.tools import die_with_parent

LOG = logging.getLogger(__name__)
SLACK = 4096
"""Bytes of a message beside its value."""


def apply_limits(setting: Setting) -> None:
    """Few cores and bounded memory, for this process and all it starts."""
    if setting.cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(setting.cores) & os.sched_getaffinity(0) or {0})
    if setting.memory:
        resource.setrlimit(resource.RLIMIT_DATA, (setting.memory, setting.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def do_one(
    name: str,
    version: int,
    payload: bytes,
    seconds: float | None,
    stop: Callable[[], bool],
    *,
    emit: Emit = ignore_events,
) -> tuple[str, bytes | None, str]:
    """How an attempt ended, its value and its error; PCs that work in-process use it too.

    `done`; `stopped`; `refused`: the task is not right; `failed`: a bug of its kind; `memory`: it
    needs more than there is; `died`: its engine did. Work of the studio's that is asked to stop
    gives what it has and is `done`.
    """
    begun = time.monotonic()

    def late() -> bool:
        return seconds is not None and time.monotonic() - begun >= seconds

    try:
        kind = kind_of(name)
    except TaskError as refusal:
        return "refused", None, str(refusal)
    halves = kind.cost is not None
    try:
        if kind.version != version:
            raise TaskError(f"this PC has version {kind.version} of {name}, not {version}")
        course = Course(lambda: stop() or late(), emit)
        value = do_task(Task(name, kind.unpacked(payload)), course)
        if stop() and not halves:
            return "stopped", None, ""
        if late():
            raise TaskError(f"a {name} task ran past its limit of {seconds:g} s")
        packed = kind.packed_value(value)
        if len(packed) > MOST_MESSAGE - SLACK:
            raise ValueError(f"its value has {len(packed)} bytes, which nobody takes")
        return "done", packed, ""
    except (EngineFailedError, TaskError) as problem:
        if stop() and not halves:
            return "stopped", None, ""
        how = "died" if isinstance(problem, EngineFailedError) else "refused"
        return how, None, str(problem)
    except MemoryError:
        return "memory", None, f"a {name} task needs more memory than this PC gives"
    except Exception as problem:
        LOG.exception("a %s task failed", name)
        return "failed", None, f"a {name} task failed: {problem!r}"


class Worker:
    """The loop of the process."""

    def __init__(self, setting: Setting, channel: Channel) -> None:
        self._modules = setting.modules
        self._channel = channel
        self._sending = threading.Lock()
        self._work: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._now = 0
        engines = read_engines(Path(setting.engines)) if setting.engines else ()
        self._rack = Rack(engines, unsafe=setting.unsafe)

    def run(self) -> None:
        """Until it is told to end, or whoever started it is gone."""
        if self._modules:
            for name in self._modules:
                importlib.import_module(name)
        else:
            load_kinds()
        self._rack.start()
        offers = [kind.capability for kind in kinds() if kind.cost is None]
        offers += [f"engine:{name}" for name in sorted(self._rack.names)]
        self._say(["ready", offers])
        threading.Thread(target=self._hear, daemon=True, name="hear").start()
        try:
            with self._rack.in_reach():
                while (told := self._work.get()) is not None:
                    self._do(*told)
        finally:
            self._rack.close()

    def _do(
        self, number: int, name: str, version: int, payload: bytes, seconds: float | None
    ) -> None:
        begun = time.monotonic()

        def emit(event: str, data: Mapping[str, Any]) -> None:
            self._say(["event", number, event, data])

        ended = do_one(name, version, payload, seconds, self._stop.is_set, emit=emit)
        how, value, error = ended
        self._say(["over", number, how, value, error[:2000], time.monotonic() - begun])

    def _hear(self) -> None:
        try:
            while (told := self._channel.receive())[0] != "end":
                what, number, *rest = told
                if what == "do":
                    self._now = number
                    self._stop.clear()
                    self._work.put((number, *rest))
                elif number == self._now:
                    self._stop.set()
        except (EOFError, OSError):
            pass  # the parent is gone
        self._stop.set()
        self._work.put(None)

    def _say(self, message: Any) -> None:
        with self._sending:
            self._channel.send(message)


def main(arguments: Sequence[str]) -> None:
    """The process: its settings come as the first message."""
    number, parent = map(int, arguments)
    die_with_parent(parent)
    os.set_inheritable(number, False)  # an engine that outlives us must not keep the line open
    channel = Channel(number)
    setting = msgspec.convert(channel.receive(), Setting)
    apply_limits(setting)
    try:
        Worker(setting, channel).run()
    except TaskError as refusal:
        channel.send(["refused", str(refusal)])
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
