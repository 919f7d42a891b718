"""The studio's end of a worker process: `work.child` is the other one.

Messages are MessagePack over a socket pair. Not pickle: a process gone wrong can hand back data and
nothing else.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from kikashi.studio.work.child import MOST_BYTES
from kikashi.studio.work.child import __name__ as CHILD  # noqa: N812 - the module to run

NICENESS = 10
"""The page comes first: work in processes yields to it."""


class Process:
    """A process that does one job at a time."""

    def __init__(self, memory: int, modules: Sequence[str] = ()) -> None:
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
                [sys.executable, "-m", CHILD, str(number), str(memory), *modules],
                pass_fds=(number,),
                stdin=subprocess.DEVNULL,
                env=environment,
                # Ctrl-C in a terminal goes to the studio, which ends its processes itself.
                start_new_session=True,
            )
        # At once, and not by the child: three of them starting up must not slow down the page.
        os.setpriority(os.PRIO_PROCESS, self._popen.pid, NICENESS)
        self._connection = Connection(ours.detach())

    @property
    def pid(self) -> int:
        return self._popen.pid

    def send(self, message: Mapping[str, Any]) -> None:
        """Hands a message over; OSError if the process is gone."""
        self._connection.send_bytes(msgspec.msgpack.encode(message))

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """The next message, or None; EOFError or OSError if the process is gone."""
        if not self._connection.poll(timeout):
            return None
        message: dict[str, Any] = msgspec.msgpack.decode(self._connection.recv_bytes(MOST_BYTES))
        return message

    def kill(self) -> int:
        """Ends the process at once; its exit status."""
        self._popen.kill()
        status = self._popen.wait()
        self._connection.close()
        return status

    def ended(self) -> int | None:
        """The exit status of a process that ended by itself."""
        return self._popen.poll()
