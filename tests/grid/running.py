"""A real grid for tests: broker and volunteers as processes of their own, all on loopback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from kikashi.grid import broker

HOUSE = Path(__file__).resolve().parents[2]
MAIN = "from kikashi.cli import main; main()"
START_SECONDS = 180.0
"""A process may wait long for its share of a machine that is busy with other tests."""
ODD = "tests.grid.odd_tasks"


def free_port() -> int:
    with socket.socket() as test:
        test.bind(("127.0.0.1", 0))
        return int(test.getsockname()[1])


class Running:
    """One process with its log; it is ended with the test."""

    def __init__(self, words: list[str], log: Path, environment: dict[str, str]) -> None:
        self.log = log
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                words,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                env=environment,
                cwd=HOUSE,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self.process.pid

    def text(self) -> str:
        return self.log.read_text("utf-8", errors="replace")

    def wait_for(self, words: str, seconds: float = START_SECONDS) -> None:
        """Until the process has said this."""
        deadline = time.monotonic() + seconds
        while words not in self.text():
            ended = self.process.poll()
            if ended is not None and words not in self.text():
                raise AssertionError(f"ended with code {ended}: {self.text()}")
            if time.monotonic() > deadline:
                raise AssertionError(f"never said {words!r}: {self.text()}")
            time.sleep(0.02)

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        """Like a power cut: the process, without a word."""
        self.process.kill()
        self.process.wait()

    def ended(self, seconds: float = 60.0) -> int:
        """The exit code, once it is over."""
        return self.process.wait(seconds)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.process.wait()


class Grid:
    """A broker's folder, and the processes around it."""

    def __init__(
        self, folder: Path, *options: str, tasks: str = ODD, place: Path | None = None
    ) -> None:
        self.folder = folder
        self.dir = place or folder / "broker"
        self.port = free_port()
        self.options = options or ("--lease", "3", "--give-up", "3")
        self.environment = dict(os.environ, KIKASHI_TASKS=tasks, PYTHONPATH=str(HOUSE))
        self._all: list[Running] = []
        try:
            self.broker = self.start_broker()
        except BaseException:
            self.close()
            raise

    def start_broker(self, *prefix: str) -> Running:
        """Starts the broker, or starts it again on the same files."""
        words = [*prefix, sys.executable, "-c", MAIN, "grid", "broker", "--dir", str(self.dir)]
        words += ["--port", str(self.port), *self.options]
        self.broker = self.run(words, "broker")
        self.broker.wait_for("ready\n")
        return self.broker

    def run(self, words: list[str], name: str, **environment: str) -> Running:
        """Starts a process that ends with the grid."""
        log = self.folder / f"{name}-{len(self._all)}.log"
        made = Running(words, log, self.environment | environment)
        self._all.append(made)
        return made

    def invite(
        self, name: str, role: str = "pc", *, owner: str = "", trusted: bool = False
    ) -> Path:
        """A credential file."""
        out = self.folder / f"{name}.grid"
        broker.write_credential(
            broker.invite(self.dir, name, role, owner=owner, trusted=trusted), out
        )
        return out

    def command(self, *words: str) -> str:
        """Runs another verb of `kikashi grid` here and now."""
        ran = subprocess.run(
            [sys.executable, "-c", MAIN, "grid", *words],
            env=self.environment,
            cwd=HOUSE,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout + ran.stderr

    def join(
        self,
        file: Path,
        *options: str,
        wait: bool = True,
        prefix: tuple[str, ...] = (),
        **environment: str,
    ) -> Running:
        """Starts a volunteer and waits until it has joined."""
        words = [*prefix, sys.executable, "-c", MAIN, "grid", "join", str(file), *options]
        made = self.run(words, file.stem, **environment)
        if wait:
            made.wait_for("joined")
        return made

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        _: TracebackType | None,
    ) -> None:
        if problem is not None:
            for one in self._all:
                print(f"--- {one.log.name}\n{one.text()}")
            log = self.dir / "nats.log"
            if log.exists():
                print(f"--- nats.log\n{log.read_text()[-3000:]}")
        self.close()

    def close(self) -> None:
        """Ends every process of this grid."""
        for one in reversed(self._all):
            one.close()


def people(grid: Grid, *names: str, trusted: bool = False) -> list[Path]:
    """Credentials of PCs with an owner each, and `app` last."""
    files = [grid.invite(name, "pc", trusted=trusted) for name in names]
    return [*files, grid.invite("app", "app")]


@contextmanager
def grid_of(
    folder: Path, *names: str, options: tuple[str, ...] = (), trusted: bool = False
) -> Iterator[tuple[Grid, Path]]:
    """A grid with these volunteers at work, and the credential of an app."""
    with Grid(folder, *options) as grid:
        *files, app = people(grid, *names, trusted=trusted)
        joining = [grid.join(file, wait=False) for file in files]
        for one in joining:
            one.wait_for("joined")
        yield grid, app
