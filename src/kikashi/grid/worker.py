"""The resident worker: a process of a PC that does one task after another and stays ready.

It talks over its standard input and output in frames of msgpack. A crash of the native core, or
a task that eats all memory, ends this process and nothing else.
"""

from __future__ import annotations

import os
import queue
import resource
import struct
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from kikashi.grid.contract import EngineFailedError, Task, TaskError
from kikashi.grid.engines import Rack, read_engines
from kikashi.grid.kinds import do_task, kind_of, kinds, load_kinds
from kikashi.grid.tools import die_with_parent

HEAD = struct.Struct(">I")
MOST_FRAME = 64 << 20


class Setting(msgspec.Struct, frozen=True):
    """How a PC's owner wants its workers."""

    engines: str = ""
    unsafe: bool = False
    memory: int = 0
    """Bytes of data one worker may have; 0: no bound."""
    nice: int = 10
    cores: tuple[int, ...] = ()
    """The cores it may run on; none: all."""


def frame(message: Any) -> bytes:
    """A message with its length ahead."""
    data = msgspec.msgpack.encode(message)
    return HEAD.pack(len(data)) + data


def frames(stream: BinaryIO) -> Iterator[Any]:
    """Messages until the other side closes."""
    while len(head := stream.read(HEAD.size)) == HEAD.size:
        (size,) = HEAD.unpack(head)
        if size > MOST_FRAME:
            return
        data = stream.read(size)
        if len(data) < size:
            return
        yield msgspec.msgpack.decode(data)


def apply_limits(setting: Setting) -> None:
    """Low priority, few cores, bounded memory, for this process and all it starts."""
    if setting.nice:
        os.nice(setting.nice)
    if setting.cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(setting.cores) & os.sched_getaffinity(0) or {0})
    if setting.memory:
        resource.setrlimit(resource.RLIMIT_DATA, (setting.memory, setting.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def do_one(
    name: str, version: int, payload: bytes, seconds: float | None, stop: threading.Event
) -> tuple[str, bytes | None, str]:
    """How an attempt ended, its value and its error. Shared with PCs that work in-process."""
    begun = time.monotonic()

    def late() -> bool:
        return seconds is not None and time.monotonic() - begun >= seconds

    try:
        kind = kind_of(name)
        if kind.version != version:
            raise TaskError(f"this PC has version {kind.version} of {name}, not {version}")
        value = do_task(
            Task(name, kind.unpacked(payload)),
            lambda _nodes, _seconds: not (stop.is_set() or late()),
        )
        if stop.is_set():
            return "stopped", None, ""
        if late():
            raise TaskError(f"a {name} task ran past its limit of {seconds:g} s")
        return "done", kind.packed_value(value), ""
    except EngineFailedError as problem:
        return ("stopped", None, "") if stop.is_set() else ("died", None, str(problem))
    except TaskError as refusal:
        return ("stopped", None, "") if stop.is_set() else ("error", None, str(refusal))
    except MemoryError:
        return "died", None, f"a {name} task needs more memory than this PC gives"
    except Exception as problem:
        return "error", None, f"a {name} task failed: {problem!r}"


class Worker:
    """The loop of the process."""

    def __init__(self, setting: Setting, source: BinaryIO, out: BinaryIO) -> None:
        self._source = source
        self._out = out
        self._work: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._now = 0
        engines = read_engines(Path(setting.engines)) if setting.engines else ()
        self._rack = Rack(engines, unsafe=setting.unsafe)

    def run(self) -> None:
        """Until the agent closes the pipe."""
        load_kinds()
        self._rack.start()
        offers = [kind.capability for kind in kinds()]
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
        self._now = number
        how, value, error = do_one(name, version, payload, seconds, self._stop)
        self._now = 0
        self._stop.clear()
        self._say(["over", number, how, value, error[:2000], time.monotonic() - begun])

    def _hear(self) -> None:
        for what, *rest in frames(self._source):
            if what == "do":
                self._work.put(rest)
            elif what == "stop" and rest[0] == self._now:
                self._stop.set()
        self._stop.set()
        self._work.put(None)

    def _say(self, message: Any) -> None:
        self._out.write(frame(message))
        self._out.flush()


def main() -> None:
    """The process: its settings come as the first frame."""
    die_with_parent()
    # What a task prints must not mix with the frames.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    source = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    setting = msgspec.convert(next(frames(source)), Setting)
    apply_limits(setting)
    try:
        Worker(setting, source, out).run()
    except TaskError as refusal:
        out.write(frame(["refused", str(refusal)]))
        out.flush()
        sys.exit(1)


if __name__ == "__main__":
    main()
