"""An outside program, talked to line by line, that can neither hang us nor outlive us.

It runs in a session of its own, so that ending its process group ends its children too; no other
process is ever touched. Reading and writing have deadlines. What it prints is kept within bounds,
and who prints without end is cut off.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kikashi.law import GameError
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.waiting_lines import FloodError, WaitingLines

LONGEST_LINE = 65_536
ENDLESS_LINE = 1_048_576
"""Bytes without a line break after which there is none to come."""
TAIL = 500
"""Characters of its standard error that are kept, to say why a program died."""
GOODBYE = 0.3
"""Seconds between asking a program to end and ending it."""


class ProgramError(GameError):
    """What a program did wrong: `reason` is a catalogue key under `failure.`.

    `time` it did not answer in time, `died`, `rubbish` its answer makes no sense, `illegal` its
    move is against the law, `resigned` it gave up, `start` it could not be started.
    """

    def __init__(self, reason: str, detail: str) -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(detail)


class StoppedError(GameError):
    """We were told to stop; nobody did anything wrong."""


class Program:
    """One run of a command."""

    def __init__(self, command: str, folder: Path | None = None, stop: Stop | None = None) -> None:
        self.command = command
        self._stop = stop or Stop()
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("it is empty")
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as problem:
            raise ProgramError("start", f"{command!r} could not be started: {problem}") from None
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._lines = WaitingLines()
        self._errors = b""
        self._ended = False
        self._pumps = [
            threading.Thread(target=target, daemon=True, name="program")
            for target in (self._pump_lines, self._pump_errors)
        ]
        for pump in self._pumps:
            pump.start()

    # --- talking -------------------------------------------------------------------------------

    def send(self, line: str, seconds: float = 5.0) -> None:
        """Writes a line; ProgramError if the program is gone or does not read."""
        assert self._process.stdin is not None
        pipe, data = self._process.stdin.fileno(), f"{line}\n".encode()
        deadline = time.monotonic() + seconds
        while data:
            if self._stop.is_set():
                raise StoppedError("stopped")
            if self._lines.flooded:
                raise _flood()
            try:
                data = data[os.write(pipe, data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise ProgramError("time", "the program does not read its input") from None
                select.select([], [pipe], [], 0.05)
            except OSError:
                raise ProgramError("died", self._obituary()) from None

    def read(self, deadline: float) -> str:
        """The next line that is not empty; ProgramError if it ends or is silent until then."""
        while True:
            line = self.read_any(deadline)
            if line.strip():
                return line.strip()

    def read_any(self, deadline: float) -> str:
        """The next line, empty or not, without its line break."""
        while True:
            if self._stop.is_set():
                raise StoppedError("stopped")
            left = deadline - time.monotonic()
            try:
                line = self._lines.get(min(0.05, max(left, 0.001)))
            except FloodError:
                raise _flood() from None
            except TimeoutError:
                if left <= 0:
                    raise ProgramError("time", "the program did not answer in time") from None
                continue
            if line is None:
                raise ProgramError("died", self._obituary())
            return line

    def _obituary(self) -> str:
        for pump in self._pumps:
            pump.join(timeout=0.2)
        last = self._errors.decode(errors="replace").strip().splitlines()
        deadline = time.monotonic() + GOODBYE  # its mouth closes a moment before it is gone
        while (code := self._exit_code()) is None and time.monotonic() < deadline:
            time.sleep(0.005)
        how = "" if code is None else f" (exit code {code})"
        return f"the program ended{how}" + (f": {last[-1][:200]}" if last else "")

    def _exit_code(self) -> int | None:
        """Looks without reaping: while it is a zombie its process group cannot be anyone else's."""
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with contextlib.suppress(ChildProcessError):
            found = os.waitid(os.P_PID, self._process.pid, flags)
            if found is not None:
                return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        return None

    # --- what it says --------------------------------------------------------------------------

    def _pump_lines(self) -> None:
        assert self._process.stdout is not None
        rest, more = b"", 0
        for piece in _pieces(self._process.stdout):
            # Lines may end with CR LF, LF or CR alone.
            *whole, rest = (rest + piece).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
            for line in whole:
                if not self._lines.put(line[:LONGEST_LINE].decode(errors="replace")):
                    return
            more = 0 if whole else more + len(piece)
            if more > ENDLESS_LINE:
                self._lines.cut_off()
                return
            rest = rest[:LONGEST_LINE]
        if rest:
            self._lines.put(rest.decode(errors="replace"))
        self._lines.end()

    def _pump_errors(self) -> None:
        assert self._process.stderr is not None
        for piece in _pieces(self._process.stderr):
            self._errors = (self._errors + piece)[-TAIL:]

    # --- the end -------------------------------------------------------------------------------

    def close(self, last_word: str = "") -> None:
        """Says goodbye, waits a moment, then ends the program and all its children."""
        if self._ended:
            return
        self._ended = True
        assert self._process.stdin is not None
        if last_word:
            with contextlib.suppress(OSError):
                os.write(self._process.stdin.fileno(), f"{last_word}\n".encode())
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        deadline = time.monotonic() + GOODBYE
        while self._exit_code() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        # Its own group, and before it is reaped: the number cannot have passed to another.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._lines.end()  # a pump that waits for a reader has none any more
        for pump in self._pumps:
            pump.join(timeout=1.0)
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            if not any(pump.is_alive() for pump in self._pumps):
                stream.close()


def _flood() -> ProgramError:
    return ProgramError("rubbish", "the program prints without end and was cut off")


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    with contextlib.suppress(OSError, ValueError):
        while piece := stream.read(65_536):
            yield piece
