"""Certificates are checked in processes of their own, never in the message loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import NamedTuple

from kikashi.grid.kinds import kind_of, load_kinds
from kikashi.grid.tools import die_with_parent
from kikashi.proofs import Caps, LimitError
from kikashi.proofs.limits import hard_limits

FILES = 2
"""A value brings so many certificates at most, and each has the seconds of a file."""


class Judged(NamedTuple):
    """What a checker says of a value."""

    proved: bool
    refusal: str = ""
    """Why it is refused; empty where nothing is wrong with it."""
    too_much: bool = False
    """It is refused for what its check costs: nothing is known to be wrong."""
    seconds: float = 0.0
    """Of the processor."""


class Checkers:
    """A pool of processes that judge values. They start when the first value comes."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._alone = asyncio.Lock()
        self.checked = 0
        self.seconds = 0.0
        """Processor seconds spent on checking, apart from everything else."""

    async def verdict(self, kind: str, payload: bytes, value: bytes) -> Judged:
        """Whether the value is proved, and why it is refused.

        When a checker dies, everything in the pool dies with it; each of those is judged again
        alone, so that only the value that kills a checker is refused for it.
        """
        try:
            return await self.judge(kind, payload, value)
        except OSError:
            async with self._alone:
                try:
                    return await self.judge(kind, payload, value)
                except OSError as problem:
                    return Judged(False, str(problem))

    async def judge(self, kind: str, payload: bytes, value: bytes) -> Judged:
        """Whether the value is proved, and why it is refused; OSError if the pool broke over it."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._processes, context, initializer=_begin, initargs=(os.getpid(),)
            )
        loop = asyncio.get_running_loop()
        try:
            judged = await loop.run_in_executor(self._pool, _judge, kind, payload, value)
        except BrokenProcessPool as problem:
            self._pool = None
            raise OSError(f"a checker died: {problem}") from None
        self.checked += 1
        self.seconds += judged.seconds
        return judged

    def close(self) -> None:
        """Ends the processes; values that wait are judged after the next start."""
        if self._pool is not None:
            for process in tuple(self._pool._processes.values()):
                process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _begin(parent: int) -> None:
    die_with_parent(parent)
    load_kinds()


def _judge(name: str, payload: bytes, value: bytes) -> Judged:
    begun = time.process_time()
    kind = kind_of(name)
    assert kind.judge is not None
    caps = Caps.of(len(value))
    try:
        with hard_limits(replace(caps, seconds=FILES * caps.seconds)):
            shown = kind.judge(kind.unpacked(payload), kind.unpacked_value(value))
        proved, refusal, too_much = shown is not None, "", False
    except Exception as why:
        # A value is hostile input: whatever it makes the judge stumble over, it is refused. What is
        # not caught here would leave its task without an end.
        proved, refusal, too_much = False, str(why) or repr(why), isinstance(why, LimitError)
    return Judged(proved, refusal, too_much, time.process_time() - begun)
