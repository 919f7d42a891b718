"""What each kind of request costs the studio's server: processor milliseconds, not waiting.

A studio is started on loopback with a database of its own, and one guest asks for the same things
as the crowd of `bench_studio.py`, one after another. Counted is the processor time of the server
process, all its threads together and its workers not; so other work on the machine hardly shows.

    python bench/bench_studio_costs.py
    python bench/bench_studio_costs.py --rounds 50
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import machine
from bench_studio import OPENING, processor_seconds, studio


class Meter:
    """Adds up what a process spends on each kind of request."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.spent: dict[str, float] = defaultdict(float)
        self.requests: dict[str, int] = defaultdict(int)
        self.bytes: dict[str, int] = defaultdict(int)

    @contextmanager
    def counts(self, what: str, requests: int) -> Iterator[None]:
        before = processor_seconds(self._process)
        yield
        self.spent[what] += processor_seconds(self._process) - before
        self.requests[what] += requests


class Guest:
    """One person who never pauses. The rate of one person is limited: several take turns."""

    def __init__(self, address: str, people: int) -> None:
        self._people = [httpx.Client(base_url=address, timeout=60) for _ in range(people)]
        for client in self._people:
            client.headers["X-Kikashi-Token"] = client.get("/api/me").json()["token"]
            client.post("/api/puzzles/counts", json={"game": "connect6"}).raise_for_status()
        self._turn = itertools.cycle(self._people)
        self.last = self._people[0]

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        self.last = next(self._turn)
        return self.ask_as(self.last, method, path, **more)

    @staticmethod
    def ask_as(client: httpx.Client, method: str, path: str, **more: Any) -> httpx.Response:
        return client.request(method, path, **more).raise_for_status()


def measure(guest: Guest, meter: Meter, games: list[str], rounds: int) -> None:
    """Every kind of request, `rounds` times for each game."""
    with meter.counts("shelves", rounds):
        for _ in range(rounds):
            meter.bytes["shelves"] = len(guest.ask("GET", "/api/puzzles").content)
    for game in games:
        begun: list[tuple[httpx.Client, str]] = []
        with meter.counts(f"puzzle, {game}", rounds):
            for _ in range(rounds):
                answer = guest.ask("POST", "/api/puzzles/attempts", json={"game": game})
                begun.append((guest.last, answer.json()["id"]))
                meter.bytes[f"puzzle, {game}"] = len(answer.content)
        with meter.counts(f"skip, {game}", rounds):
            for client, attempt in begun:
                path = f"/api/puzzles/attempts/{attempt}/end"
                answer = guest.ask_as(client, "POST", path, json={"how": "skip"})
                meter.bytes[f"skip, {game}"] = len(answer.content)
    with meter.counts("progress", rounds):
        for _, game in zip(range(rounds), itertools.cycle(games), strict=False):
            answer = guest.ask("GET", "/api/puzzles/progress", params={"game": game})
            meter.bytes["progress"] = len(answer.content)
    lines = {"game": "connect6", "moves": OPENING[:3], "lines": 3}
    with meter.counts("lines and their end", rounds):
        for _ in range(rounds):
            job = guest.ask("POST", "/api/analysis/lines", json=lines).json()["job"]
            guest.ask_as(guest.last, "DELETE", f"/api/jobs/{job}")


def report(meter: Meter) -> None:
    print(f"{'processor ms of the server':<28}{'requests':>9}{'each':>8}{'bytes':>8}")
    for what, spent in meter.spent.items():
        each = 1000 * spent / meter.requests[what]
        print(f"{what:<28}{meter.requests[what]:>9}{each:>8.2f}{meter.bytes[what]:>8}")
    every = 1000 * sum(meter.spent.values()) / sum(meter.requests.values())
    print(f"{'all of these':<28}{sum(meter.requests.values()):>9}{every:>8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--people", type=int, default=12)
    arguments = parser.parse_args()
    machine.describe()
    with studio() as (address, process):
        guest = Guest(address, arguments.people)
        shelves = guest.ask("GET", "/api/puzzles").json()
        games = [shelf["game"] for shelf in shelves if shelf["puzzles"]]
        measure(guest, Meter(process), games, 5)  # the first of each kind fills caches
        time.sleep(3.0)  # the workers have started
        meter = Meter(process)
        measure(guest, meter, games, arguments.rounds)
    report(meter)


if __name__ == "__main__":
    main()
