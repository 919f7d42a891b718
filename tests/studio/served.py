"""A studio on a real socket, for what only a server shows: streams, and how it stops."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from kikashi.studio import create_app, serve
from kikashi.studio.settings import Settings

WAIT = 40.0


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """The address of a studio that runs in this process."""
    with serve.listen("127.0.0.1", None) as listener:
        app = create_app(settings)
        server = serve.Server(serve.configured(app), app.state.studio)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield serve.address(listener)
        finally:
            app.state.studio.stop()
            server.should_exit = True
            thread.join()


@contextmanager
def visitor(address: str) -> Iterator[httpx.Client]:
    """A person with their cookies and their token."""
    with httpx.Client(base_url=address, timeout=WAIT) as client:
        client.headers["X-Kikashi-Token"] = client.get("/api/me").json()["token"]
        yield client


def events(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    """Server-sent events of an open stream, as they come."""
    event: dict[str, Any] = {}
    for line in answer.iter_lines():
        if not line:
            if "data" in event:
                yield event
            event = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            event[name] = json.loads(value) if name == "data" else value
