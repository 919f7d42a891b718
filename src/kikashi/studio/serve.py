"""Starts the studio on a port of its own."""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from kikashi.law import GameError
from kikashi.studio.app import create_app
from kikashi.studio.bounded import BoundedProtocol
from kikashi.studio.settings import Settings
from kikashi.studio.state import Studio

DEFAULT_PORT = 8000
TRIED_PORTS = 20
KEPT_OPEN = 75
"""Seconds that a connection without requests stays open: people think between two clicks."""
PATIENCE = 3
"""Seconds that open requests have to end."""


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on `port`, or on the first free one from 8000 on."""
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + TRIED_PORTS) if port is None else (port,)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    refusal: OSError | None = None
    for candidate in (*wanted, 0) if port is None else wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(128)
        except OSError as why:
            listener.close()
            refusal = why
        else:
            return listener
    raise GameError(f"the studio cannot listen on {host} port {port}: {refusal}")


def address(listener: socket.socket) -> str:
    """Where a browser on this machine finds the studio."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def configured(app: FastAPI) -> uvicorn.Config:
    """How the studio's application is served."""
    return uvicorn.Config(
        app,
        http=BoundedProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=PATIENCE,
        timeout_keep_alive=KEPT_OPEN,
    )


def serve(settings: Settings, port: int | None, ready: Callable[[str], None]) -> None:
    """Runs until Ctrl-C; `ready` gets the address once connections are taken."""
    listener = listen(settings.host, port)
    with listener:
        app = create_app(settings)
        where = address(listener)
        Server(configured(app), app.state.studio, lambda: ready(where)).run(sockets=[listener])


class Server(uvicorn.Server):
    """Says when it answers, and ends its streams when it stops: their readers never hang up."""

    def __init__(
        self, config: uvicorn.Config, studio: Studio, ready: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self._studio = studio
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What is there now stays: the collector need not look through it again and again, which
        # takes as long as dozens of requests.
        gc.collect()
        gc.freeze()
        if not self.should_exit:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # In a thread: a signal may come while this one holds a lock.
        threading.Thread(target=self._studio.stop).start()
        super().handle_exit(sig, frame)
