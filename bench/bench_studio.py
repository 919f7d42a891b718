"""How the studio bears a crowd: people who browse puzzles, and people who analyse at the same time.

A studio is started on loopback with a database of its own; then, for a bounded time, 200 people
look at puzzles (each waits a few seconds between two looks, as people do) and 20 ask for engine
lines without a pause. Printed are the errors, the time until the data of a page is there (the 95th
percentile is to be under 300 ms), and how evenly the engine's time is shared: Jain's index is 1
where all get the same and 1/n where one gets everything.

    python bench/bench_studio.py
    python bench/bench_studio.py --people 20 --analysts 4 --seconds 15
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import machine

MOST_REQUESTS = 50_000
"""A run ends here at the latest, whatever was asked for."""
BAR = 0.3
"""Seconds: the 95th percentile of page data."""
OPENING = ["j10", "k11", "i11", "k9", "l10"]


@dataclass
class Tally:
    """What was seen."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    engine: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    """Seconds of the engine that each analyst got."""
    first_lines: list[float] = field(default_factory=list)
    """From the question to the first lines."""
    waits: list[float] = field(default_factory=list)
    turns: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    spent: float = 0.0
    """Processor seconds of the server itself, without its workers."""

    @property
    def requests(self) -> int:
        return sum(map(len, self.seconds.values()))


class Visitor:
    """One person with a browser."""

    def __init__(self, client: httpx.AsyncClient, tally: Tally) -> None:
        self._client, self._tally = client, tally

    async def arrive(self) -> None:
        """Opens the page: not part of what is measured."""
        answer = await self._client.get("/api/me")
        self._client.headers["X-Kikashi-Token"] = answer.json()["token"]

    async def ask(self, what: str, method: str, path: str, **more: Any) -> Any:
        """One look at something, timed and counted."""
        begun = time.perf_counter()
        try:
            answer = await self._client.request(method, path, **more)
        except httpx.HTTPError as problem:
            self._tally.errors.append(f"{what}: {problem!r}")
            return None
        self._tally.seconds[what].append(time.perf_counter() - begun)
        if answer.status_code >= 400:
            self._tally.errors.append(f"{what}: {answer.status_code} {answer.text[:120]}")
            return None
        return answer.json() if answer.content else None

    async def events(self, job: str) -> AsyncIterator[tuple[str, Any]]:
        """The events of a job as they come."""
        name = ""
        async with self._client.stream("GET", f"/api/jobs/{job}/events") as answer:
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data: "):
                    yield name, json.loads(line[6:])


async def browse(visitor: Visitor, ends: float, think: float, chance: random.Random) -> None:
    """Looks at the shelves, then at one puzzle after another, with pauses."""
    await asyncio.sleep(chance.uniform(0, think))
    games: list[str] = []
    while time.monotonic() < ends:
        if not games or chance.random() < 0.2:
            shelves = await visitor.ask("shelves", "GET", "/api/puzzles")
            games = [shelf["game"] for shelf in shelves or () if shelf["puzzles"]]
        elif chance.random() < 0.2:
            game = chance.choice(games)
            await visitor.ask("progress", "GET", "/api/puzzles/progress", params={"game": game})
        else:
            wish = {"game": chance.choice(games)}
            attempt = await visitor.ask("puzzle", "POST", "/api/puzzles/attempts", json=wish)
            await asyncio.sleep(chance.uniform(0.5, 1.5) * think)
            if attempt:
                path = f"/api/puzzles/attempts/{attempt['id']}/end"
                await visitor.ask("skip", "POST", path, json={"how": "skip"})
        await asyncio.sleep(chance.uniform(0.5, 1.5) * think)


async def analyse(visitor: Visitor, number: int, ends: float, tally: Tally) -> None:
    """Asks for lines again as soon as the last ones have come."""
    query = {"game": "connect6", "moves": OPENING[: 1 + 2 * (number % 3)], "lines": 3}
    while time.monotonic() < ends:
        asked = time.monotonic()
        job = await visitor.ask("lines", "POST", "/api/analysis/lines", json=query)
        if job is None:
            await asyncio.sleep(1)
            continue
        begun: float | None = None
        seen = False
        async for event, _data in visitor.events(job.get("id") or job["job"]):
            now = time.monotonic()
            if event == "started":
                begun = now
                tally.waits.append(now - asked)
            if event == "lines" and not seen:
                seen = True
                tally.first_lines.append(now - asked)
            if event == "failed":
                tally.errors.append(f"lines: {_data}")
            if event in ("done", "failed", "cancelled"):
                tally.engine[number] += now - begun if begun else 0.0
                tally.turns[number] += 1
                break
            if now > ends and event == "lines":
                tally.engine[number] += now - begun if begun else 0.0
                await visitor.ask("stop", "DELETE", f"/api/jobs/{job.get('id') or job['job']}")
                break


@contextmanager
def studio() -> Iterator[tuple[str, int]]:
    """A studio of our own: its address and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-c", "from kikashi.cli import main; main()", "studio"]
        run = subprocess.Popen(
            [*command, "--database", str(Path(folder) / "studio.db")],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert run.stdout is not None
            found = re.search(r"http://\S+", run.stdout.readline())
            assert found, "the studio did not start"
            yield found[0], run.pid
        finally:
            run.send_signal(signal.SIGINT)
            run.wait(timeout=30)


def processor_seconds(process: int) -> float:
    """What a process has spent so far, without its children; nought where nobody tells."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def run(address: str, process: int, arguments: argparse.Namespace) -> Tally:
    """The crowd, for as long as was asked for."""
    tally = Tally()
    chance = random.Random(arguments.seed)
    door = asyncio.Semaphore(10)
    async with AsyncExitStack() as stack:

        async def come() -> Visitor:
            async with door:
                client = httpx.AsyncClient(base_url=address, timeout=60, verify=False)
                visitor = Visitor(await stack.enter_async_context(client), tally)
                await visitor.arrive()
                return visitor

        # Everybody has opened the page, and the starter puzzles are laid out, before it counts.
        number = arguments.people + arguments.analysts
        people = await asyncio.gather(*(come() for _ in range(number)))
        while not await people[0].ask("first", "GET", "/api/puzzles"):
            await asyncio.sleep(0.5)
        tally.seconds.pop("first")
        ends = time.monotonic() + arguments.seconds
        before = processor_seconds(process)
        seeds = [random.Random(chance.randrange(2**31)) for _ in people]
        analysts = people[: arguments.analysts]
        browsers = zip(people[arguments.analysts :], seeds, strict=False)
        await asyncio.gather(
            *(analyse(visitor, place, ends, tally) for place, visitor in enumerate(analysts)),
            *(browse(visitor, ends, arguments.think, seed) for visitor, seed in browsers),
        )
        tally.spent = processor_seconds(process) - before
    return tally


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def report(tally: Tally, arguments: argparse.Namespace) -> bool:
    """Prints what was seen; whether every bar is met."""
    pages = {name: taken for name, taken in tally.seconds.items() if name not in ("lines", "stop")}
    every = [seconds for taken in pages.values() for seconds in taken]
    print(f"{arguments.people} people browsing, {arguments.analysts} analysing, ", end="")
    print(f"{arguments.seconds:g} s: {tally.requests} requests, {len(tally.errors)} errors")
    for problem in tally.errors[:5]:
        print(f"  {problem}")
    print(f"\n{'page data, ms':<14}{'number':>8}{'median':>8}{'95%':>8}{'most':>8}")
    for name, taken in [*sorted(pages.items()), ("all", every)]:
        if taken:
            row = statistics.median(taken), percentile(taken, 0.95), max(taken)
            print(f"{name:<14}{len(taken):>8}" + "".join(f"{1000 * s:>8.0f}" for s in row))
    if tally.spent:
        print(
            f"processor time of the server: {1000 * tally.spent / tally.requests:.1f} ms a request"
        )
    shares = [tally.engine[number] for number in range(arguments.analysts)]
    jain = sum(shares) ** 2 / (len(shares) * sum(s * s for s in shares)) if any(shares) else 0.0
    if shares:
        print(f"\nengine seconds of each analyst: {min(shares):.1f} to {max(shares):.1f}, ", end="")
        print(f"mean {statistics.mean(shares):.1f}; Jain's index {jain:.3f}")
        if tally.first_lines:
            print(
                f"first lines after {statistics.median(tally.first_lines):.1f} s (median), ", end=""
            )
            print(f"{max(tally.first_lines):.1f} s at most")
    late = percentile(every, 0.95) if every else 0.0
    met = not tally.errors and late <= BAR
    print(f"\nbar: no errors, 95% under {1000 * BAR:.0f} ms: {'met' if met else 'NOT met'}")
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--analysts", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--think", type=float, default=3.0, help="seconds between two looks")
    parser.add_argument("--seed", type=int, default=6)
    arguments = parser.parse_args()
    most = arguments.people * arguments.seconds / arguments.think * 2
    if most > MOST_REQUESTS:
        sys.exit(f"this would be about {most:.0f} requests; at most {MOST_REQUESTS} are made")
    machine.describe()
    with studio() as (address, process):
        tally = asyncio.run(run(address, process, arguments))
    sys.exit(0 if report(tally, arguments) else 1)


if __name__ == "__main__":
    main()
