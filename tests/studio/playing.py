"""Games through the API of the studio, as tests play them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import httpx
from fastapi import FastAPI

from kikashi.studio.services.play import channel
from tests.studio.client import Client

GAMES = "/api/play/games"


def done(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def new(client: Client, *seats: str, game: str = "gomoku", **more: Any) -> Any:
    return done(client.post(GAMES, {"game": game, "seats": list(seats), **more}), 201)


def see(client: Client, name: str) -> Any:
    return done(client.get(f"{GAMES}/{name}"))


def move(client: Client, name: str, *moves: str) -> httpx.Response:
    after = len(see(client, name)["position"]["moves"])
    return client.post(f"{GAMES}/{name}/moves", {"moves": list(moves), "after": after})


def act(client: Client, name: str, what: str, json: Any = None) -> httpx.Response:
    return client.post(f"{GAMES}/{name}/{what}", json)


def until(app: FastAPI, name: str, look: Callable[[], Any], good: Callable[[Any], bool]) -> Any:
    """Waits on the game's channel, as its stream does, until it looks as it should."""
    changed = threading.Event()
    wakers = app.state.studio.channels.wake_on(channel(name), changed.set)
    with wakers:
        while not good(seen := look()):
            assert changed.wait(60), seen
            changed.clear()
    return seen


def answered(app: FastAPI, client: Client, name: str) -> Any:
    """The game once no computer is thinking."""
    return until(app, name, lambda: see(client, name), lambda game: not game["thinking"])


def words(position: dict[str, Any]) -> list[str]:
    """The moves that a position offers."""
    return [choice["word"] for choice in position["scene"]["choices"]]
