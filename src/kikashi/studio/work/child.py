"""The inside of a worker process: `python -m kikashi.studio.work.child FD MEMORY MODULE...`.

It imports no web server, takes one job after another, and ends when the studio does.
"""

from __future__ import annotations

import logging
import os
import resource
import sys
import threading
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from kikashi.law import GameError
from kikashi.studio.work.registry import load_kinds

LOG = logging.getLogger(__name__)

MOST_BYTES = 8 << 20
"""Of one message, in either direction."""
BROKEN = "the studio failed on this work; its log says why"


class Child:
    """Does one job after another."""

    def __init__(self, connection: Connection, modules: Sequence[str]) -> None:
        self._connection = connection
        self._sending = threading.Lock()
        self._kinds = load_kinds(modules)
        self._tasks: list[Mapping[str, Any]] = []
        self._arrived = threading.Condition()
        self._stop = threading.Event()

    def run(self) -> None:
        """Until the process is killed or the studio goes away."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._send({"what": "ready"})
        while True:
            with self._arrived:
                self._arrived.wait_for(lambda: self._tasks)
                task = self._tasks.pop()
            self._send(self._do(task))

    def _listen(self) -> None:
        while True:
            try:
                message = msgspec.msgpack.decode(self._connection.recv_bytes(MOST_BYTES))
            except (EOFError, OSError):
                os._exit(0)  # the studio is gone
            if message["what"] == "stop":
                self._stop.set()
                continue
            with self._arrived:
                self._stop.clear()
                self._tasks.append(message)
                self._arrived.notify()

    def _do(self, task: Mapping[str, Any]) -> dict[str, Any]:
        def emit(event: str, data: Mapping[str, Any]) -> None:
            self._send({"what": "event", "event": event, "data": data})

        try:
            result = self._kinds[task["kind"]].function(task["payload"], emit, self._stop.is_set)
        except GameError as refusal:
            return {"what": "failed", "code": "refused", "detail": str(refusal)}
        except MemoryError:
            return {"what": "failed", "code": "out-of-memory", "detail": ""}
        except Exception:
            LOG.exception("work of the kind %s failed", task["kind"])
            return {"what": "failed", "code": "internal", "detail": BROKEN}
        return {"what": "done", "result": result}

    def _send(self, message: Mapping[str, Any]) -> None:
        text = msgspec.msgpack.encode(message)
        if len(text) > MOST_BYTES:
            LOG.error("a message of %d bytes is too large to send", len(text))
            text = msgspec.msgpack.encode({"what": "failed", "code": "internal", "detail": BROKEN})
        with self._sending:
            self._connection.send_bytes(text)


def main(arguments: Sequence[str]) -> None:
    """Sets the limits first, then takes work."""
    number, memory, *modules = arguments
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Child(Connection(int(number)), modules).run()


if __name__ == "__main__":
    main(sys.argv[1:])
