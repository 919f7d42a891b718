"""What each kind of request costs the studio's server: processor milliseconds, not waiting.

A studio is started on loopback with a database of its own, and one guest asks for the same things
as the crowd of `bench_studio.py`, one after another. Counted is the processor time of the server
process, all its threads together and its workers not. Other work on the machine still shows (it
takes caches and half a core away), so every kind is asked in blocks, and beside the mean stands the
block that cost least: compare those.

    python bench/bench_studio_costs.py
    python bench/bench_studio_costs.py --blocks 5
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import machine
from bench_studio import OPENING, studio

BLOCK = 10
"""Requests of one kind in a row; the people who take turns must be more (see `Guest`)."""


def processor_time(process: int) -> float:
    """Seconds that a process has spent, to the nanosecond: the clock that clock_getcpuclockid(3)
    names for it, which Python has no word for."""
    return time.clock_gettime((~process << 3) | 2)


class Meter:
    """Keeps what a process spends on blocks of each kind of request."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.blocks: dict[str, list[float]] = defaultdict(list)
        """Milliseconds a request."""
        self.bytes: dict[str, int] = {}

    @contextmanager
    def block(self, what: str) -> Iterator[None]:
        before = processor_time(self._process)
        yield
        self.blocks[what].append(1000 * (processor_time(self._process) - before) / BLOCK)


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


def measure(guest: Guest, meter: Meter, games: list[str]) -> None:
    """One block of every kind of request."""
    with meter.block("shelves"):
        for _ in range(BLOCK):
            meter.bytes["shelves"] = len(guest.ask("GET", "/api/puzzles").content)
    for game in games:
        begun: list[tuple[httpx.Client, str]] = []
        with meter.block(f"puzzle, {game}"):
            for _ in range(BLOCK):
                answer = guest.ask("POST", "/api/puzzles/attempts", json={"game": game})
                begun.append((guest.last, answer.json()["id"]))
                meter.bytes[f"puzzle, {game}"] = len(answer.content)
        with meter.block(f"skip, {game}"):
            for client, attempt in begun:
                path = f"/api/puzzles/attempts/{attempt}/end"
                answer = guest.ask_as(client, "POST", path, json={"how": "skip"})
                meter.bytes[f"skip, {game}"] = len(answer.content)
        with meter.block(f"progress, {game}"):
            for _ in range(BLOCK):
                answer = guest.ask("GET", "/api/puzzles/progress", params={"game": game})
                meter.bytes[f"progress, {game}"] = len(answer.content)
    lines = {"game": "connect6", "moves": OPENING[:3], "lines": 3}
    with meter.block("lines, and stop"):
        for _ in range(BLOCK):
            answer = guest.ask("POST", "/api/analysis/lines", json=lines)
            guest.ask_as(guest.last, "DELETE", f"/api/jobs/{answer.json()['job']}")
            meter.bytes["lines, and stop"] = len(answer.content)


def report(meter: Meter) -> None:
    print(f"{'processor ms of the server':<28}{'blocks':>8}{'mean':>8}{'least':>8}{'bytes':>8}")
    for what, blocks in meter.blocks.items():
        print(f"{what:<28}{len(blocks):>8}{statistics.mean(blocks):>8.2f}", end="")
        print(f"{min(blocks):>8.2f}{meter.bytes[what]:>8}")
    mean = statistics.mean(statistics.mean(blocks) for blocks in meter.blocks.values())
    least = statistics.mean(min(blocks) for blocks in meter.blocks.values())
    print(f"{'the mean of these':<36}{mean:>8.2f}{least:>8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--blocks", type=int, default=12)
    parser.add_argument("--people", type=int, default=12)
    arguments = parser.parse_args()
    machine.describe()
    with studio() as (address, process):
        guest = Guest(address, arguments.people)
        shelves = guest.ask("GET", "/api/puzzles").json()
        games = [shelf["game"] for shelf in shelves if shelf["puzzles"]]
        measure(guest, Meter(process), games)  # the first of each kind fills caches
        meter = Meter(process)
        for _ in range(arguments.blocks):
            measure(guest, meter, games)
    report(meter)


if __name__ == "__main__":
    main()
