"""A whole grid on this machine, to measure it: broker and volunteers as processes of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Self

from kikashi.grid.broker import invite, write_credential
from kikashi.grid.pc import Volunteer
from kikashi.grid.people import read_credential
from kikashi.grid.tools import die_with_parent
from kikashi.grid.workers import CoroutineWorkers
from kikashi.papers.contract import PaperError

MAIN = "from kikashi.cli import main; main()"
START_SECONDS = 120.0
SLEEPERS_A_PROCESS = 50
JOINED = "joined"


class Stage:
    """A broker in a folder; volunteers come when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._port = _free_port()
        self._processes: list[tuple[subprocess.Popen[bytes], Path]] = []
        words = ["grid", "broker", "--dir", str(folder / "broker"), "--port", str(self._port)]
        self._start([sys.executable, "-c", MAIN, *words], "broker", "ready", 1)
        self.app = self._invite("app", "app")

    @property
    def broker_pid(self) -> int:
        """The coordinator's process; the NATS server is its child."""
        return self._processes[0][0].pid

    def join(self, count: int) -> None:
        """Real PCs: each a process with one resident worker, trusted, with an owner of its own."""
        for number in range(count):
            file = self._invite(f"pc{number}", "pc")
            words = [sys.executable, "-c", MAIN, "grid", "join", str(file)]
            self._start(words, file.stem, JOINED, 1)

    def sleep(self, count: int) -> None:
        """Volunteers that only replay pauses, as coroutines, many to a process."""
        files = [self._invite(f"s{number}", "pc") for number in range(count)]
        for begin in range(0, count, SLEEPERS_A_PROCESS):
            some = files[begin : begin + SLEEPERS_A_PROCESS]
            words = [sys.executable, "-m", __name__, *map(str, some)]
            self._start(words, f"sleepers{begin}", JOINED, len(some))

    def cpu_seconds(self) -> tuple[float, float]:
        """CPU time so far: of the coordinator with its checkers, and of the NATS server."""
        coordinator = server = 0.0
        for pid, parent, name, seconds in _processes():
            if pid == self.broker_pid:
                coordinator += seconds
            elif parent == self.broker_pid:
                if "nats" in name:
                    server += seconds
                else:
                    coordinator += seconds
        return coordinator, server

    def close(self) -> None:
        """Ends every process."""
        for process, _ in reversed(self._processes):
            process.send_signal(signal.SIGINT)
        for process, _ in reversed(self._processes):
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._processes.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _invite(self, name: str, role: str) -> Path:
        path = self._folder / f"{name}.grid"
        made = invite(self._folder / "broker", name, role, trusted=role == "pc")
        write_credential(made, path)
        return path

    def _start(self, words: Sequence[str], name: str, until: str, times: int) -> None:
        log = self._folder / f"{name}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                words,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                # Whoever kills a measurement kills its grid.
                preexec_fn=partial(die_with_parent, os.getpid()),  # noqa: PLW1509 - only a system call, before exec
            )
        self._processes.append((process, log))
        deadline = time.monotonic() + START_SECONDS
        while log.read_text("utf-8", "replace").count(until) < times:
            if process.poll() is not None or time.monotonic() > deadline:
                said = log.read_text("utf-8", "replace")[-500:]
                self.close()
                raise PaperError(f"the {name} of the grid did not start: {said}")
            time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as test:
        test.bind(("127.0.0.1", 0))
        return int(test.getsockname()[1])


def _processes() -> list[tuple[int, int, str, float]]:
    """Process, parent, name and CPU seconds of all processes, from /proc."""
    found = []
    tick = os.sysconf("SC_CLK_TCK")
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            text = (folder / "stat").read_text("utf-8", "replace")
        except OSError:
            continue  # it has ended
        name, rest = text.partition("(")[2].rpartition(")")[::2]
        words = rest.split()
        seconds = (int(words[11]) + int(words[12])) / tick
        found.append((int(folder.name), int(words[1]), name, seconds))
    return found


async def _sleep_all(files: Sequence[Path]) -> None:
    volunteers = [
        Volunteer(
            read_credential(file, "pc"),
            CoroutineWorkers(),
            say=lambda text: print(text, file=sys.stderr, flush=True),
        )
        for file in files
    ]
    loop = asyncio.get_running_loop()

    def leave() -> None:
        for one in volunteers:
            one.leave(now=True)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leave)
    await asyncio.gather(*(one.run() for one in volunteers))


if __name__ == "__main__":
    asyncio.run(_sleep_all([Path(name) for name in sys.argv[1:]]))
