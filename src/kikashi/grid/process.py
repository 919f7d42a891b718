"""A worker process from outside, of a PC or of the studio: `grid.worker` is the inside.

Messages are MessagePack over a socket pair. Not pickle: a process gone wrong can hand back data and
nothing else.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from kikashi.grid.kinds import MOST_VALUE

MOST_MESSAGE = MOST_VALUE + (1 << 20)
"""Bytes of one message, in either direction."""
WORKER = "kikashi.grid.worker"


class Setting(msgspec.Struct, frozen=True):
    """How the owner of a machine wants its workers."""

    engines: str = ""
    unsafe: bool = False
    memory: int = 0
    """Bytes of data one worker may have; 0: no bound."""
    nice: int = 10
    cores: tuple[int, ...] = ()
    """The cores it may run on; none: all."""
    modules: tuple[str, ...] = ()
    """Where its kinds of work are; none: every kind for the grid that can be loaded."""


class Channel:
    """One end of the line between a process and whoever started it."""

    def __init__(self, number: int) -> None:
        self._connection = Connection(number)

    def fileno(self) -> int:
        return self._connection.fileno()

    def send(self, message: Any) -> None:
        """Hands a message over; OSError if the other side is gone."""
        self._connection.send_bytes(msgspec.msgpack.encode(message))

    def receive(self, timeout: float | None = None) -> Any:
        """The next message; None: none came in time. EOFError, OSError: the other side is gone."""
        if timeout is not None and not self._connection.poll(timeout):
            return None
        return msgspec.msgpack.decode(self._connection.recv_bytes(MOST_MESSAGE))

    def close(self) -> None:
        self._connection.close()


class Process(Channel):
    """A process that does one piece of work at a time.

    It is told `["do", number, kind, version, payload, seconds]`, `["stop", number]` and `["end"]`,
    and says `["ready", offers]` or `["refused", why]`, `["event", number, name, data]` and
    `["over", number, how, value, error, seconds]`; `worker.do_one` lists how work may end.
    """

    def __init__(self, setting: Setting) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            environment = {
                **os.environ,
                "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                # Threads of numpy would count against the memory limit, and nobody uses them.
                "OPENBLAS_NUM_THREADS": "1",
                "OMP_NUM_THREADS": "1",
            }
            self._popen = subprocess.Popen(
                [sys.executable, "-m", WORKER, str(number), str(os.getpid())],
                pass_fds=(number,),
                stdin=subprocess.DEVNULL,
                stdout=2,  # what a task prints is no answer of the program that started it
                env=environment,
                # Ctrl-C in a terminal goes to the parent, which ends its processes itself; and
                # the engines that a worker has started end with it.
                start_new_session=True,
            )
        # At once, and not by the child: three of them starting up must not slow down the rest.
        own = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PROCESS, self._popen.pid, own + setting.nice)
        super().__init__(ours.detach())
        with contextlib.suppress(OSError):  # a process that is gone is found by whoever receives
            self.send(msgspec.to_builtins(setting))

    def kill(self) -> None:
        """Ends the process and what it has started; whoever receives finds it gone."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)

    def end(self) -> int:
        """Ends the process and gives its exit status."""
        self.kill()
        status = self._popen.wait()
        self.close()
        return status
