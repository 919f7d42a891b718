"""A thousand real connections: what the broker spends on a task and on a volunteer.

Light clients connect over TLS, say hello, beat, and answer at once what was computed before (by
replay), so that everything measured is the broker's: coordinator, ledger, server. Those who stay
quiet cost too: they beat. `python bench/bench_grid_crowd.py --volunteers 200 1000`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import multiprocessing.synchronize
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
from bench_grid import cpu
from machine import describe
from nats.aio.client import Client
from nats.aio.msg import Msg

from kikashi.grid import Task, load_kinds, wire
from kikashi.grid.client import NatsExecutor
from kikashi.grid.connection import TROUBLE, connect
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.people import Credential, new_token, read_credential
from tests.grid import odd_tasks
from tests.grid.running import Grid
from tests.grid.work import children, until

assert odd_tasks
PROCESSES = 2
"""Over which the light clients are spread."""
TASKS = 10_000
SLOTS = 4
AT_ONCE = 25
"""Connections that are opened at a time; TLS is what takes the time."""


class Light:
    """A volunteer that has every answer already."""

    def __init__(self, credential: Credential) -> None:
        self._credential = credential
        self._session = f"s{new_token()}"

    async def join(self) -> None:
        """Connects and says hello."""
        name = self._credential.name
        self._client: Client = await connect(self._credential)
        await self._hello()
        channel = wire.channel(self._token)
        await self._client.subscribe(f"grid.task.{name}.{channel}", cb=self._given)
        await self._client.subscribe(f"grid.word.{name}.{channel}", cb=self._word)

    async def _hello(self) -> None:
        hello = wire.Hello(self._session, SLOTS, 1 << 30, ["odd.double/1"])
        while True:
            with contextlib.suppress(*TROUBLE):
                answer = await self._client.request(
                    f"grid.hello.{self._credential.name}", wire.packed(hello), timeout=20
                )
                break
        reply = wire.unpacked(answer.data, wire.Reply)
        assert not reply.refused, reply.refused
        self._token, self._beat = reply.token, reply.beat

    async def _word(self, msg: Msg) -> None:
        if wire.unpacked(msg.data, wire.Word).who:
            await self._hello()

    async def beat(self) -> None:
        """Says that it lives, for ever."""
        while True:
            beat = wire.Beat(self._token, [], [])
            await self._client.publish(f"grid.beat.{self._credential.name}", wire.packed(beat))
            await asyncio.sleep(self._beat)

    async def _given(self, msg: Msg) -> None:
        answers = []
        for given in wire.unpacked_list(msg.data, wire.Assignment):
            number = msgspec.msgpack.decode(given.payload)["number"]
            value = msgspec.msgpack.encode({"value": 2 * number}, order="deterministic")
            answers.append(wire.Answered(given.attempt, "done", value, seconds=0.001))
        sent = wire.packed(wire.Answers(self._token, answers))
        await self._client.publish(f"grid.result.{self._credential.name}", sent)


def crowd(files: list[Path], ready: multiprocessing.synchronize.Semaphore) -> None:
    """Some of the volunteers, in a process of their own."""

    async def main() -> None:
        made = [Light(read_credential(file, "pc")) for file in files]
        for begin in range(0, len(made), AT_ONCE):
            await asyncio.gather(*(one.join() for one in made[begin : begin + AT_ONCE]))
        beats = [asyncio.create_task(one.beat()) for one in made]
        ready.release()
        await asyncio.gather(*beats)

    asyncio.run(main())


@contextmanager
def crowded(files: list[Path]) -> Iterator[None]:
    """All of them at work."""
    context = multiprocessing.get_context("spawn")
    ready = context.Semaphore(0)
    made = [
        context.Process(target=crowd, args=(files[number::PROCESSES], ready), daemon=True)
        for number in range(PROCESSES)
    ]
    for process in made:
        process.start()
    try:
        for _ in made:
            assert ready.acquire(timeout=300), "the volunteers never joined"
        yield
    finally:
        for process in made:
            process.terminate()
            process.join()


def memory(pid: int) -> int:
    """Bytes that a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def measure(folder: Path, volunteers: int, tasks: int) -> None:
    load_kinds()
    with Grid(folder, "--lease", "60") as grid:
        server = children(grid.broker.pid)[0]
        files = [grid.invite(f"v{n:04d}", "pc", trusted=True) for n in range(volunteers)]
        app = grid.invite("app", "app")
        time.sleep(1.0)  # the broker reads its people
        empty = memory(grid.broker.pid), memory(server)
        began = time.monotonic()
        with crowded(files):
            until(lambda: len(grid_figures(grid.dir).pcs) == volunteers, 60)
            joined = time.monotonic() - began
            full = memory(grid.broker.pid), memory(server)
            pids = [grid.broker.pid], [server]
            before = [cpu(one) for one in pids]
            time.sleep(5.0)
            idle = [(cpu(one) - b) / 5.0 for one, b in zip(pids, before, strict=True)]
            before = [cpu(one) for one in pids]
            with NatsExecutor(app) as executor:
                began = time.monotonic()
                for number in range(tasks):
                    executor.submit(Task("odd.double", {"number": number}))
                for outcome in executor.results():
                    assert outcome.unwrap()["value"] == 2 * (outcome.ticket), outcome
                wall = time.monotonic() - began
            spent = [cpu(one) - b for one, b in zip(pids, before, strict=True)]
        each = [1000 * one / tasks for one in spent]
        kb = [(f - e) / volunteers / 1024 for f, e in zip(full, empty, strict=True)]
        print(
            f"{volunteers:6d} volunteers  joined in {joined:5.1f} s  {tasks} tasks in {wall:5.1f} s"
            f"  coordinator {each[0]:.3f} + server {each[1]:.3f} ms of processor a task"
            f"  (1 / coordinator: {1000 / each[0]:,.0f} tasks a second)"
            f"  memory a volunteer: coordinator {kb[0]:.0f} KiB, server {kb[1]:.0f} KiB"
            f"  idle: {100 * idle[0]:.1f}% and {100 * idle[1]:.1f}% of a core",
            flush=True,
        )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--volunteers", type=int, nargs="*", default=[10, 100, 1000])
    words.add_argument("--tasks", type=int, default=TASKS)
    chosen = words.parse_args()
    describe()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 65_536)), hard))
    for count in chosen.volunteers:
        with tempfile.TemporaryDirectory(prefix="kikashi-crowd-") as folder:
            measure(Path(folder), count, chosen.tasks)


if __name__ == "__main__":
    main()
