"""What `kikashi grid join` starts: nothing here needs the studio's dependencies."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from kikashi.cli._common import parse_memory
from kikashi.grid.contract import TaskError
from kikashi.grid.engines import read_engines
from kikashi.grid.manners import Hours, Manners
from kikashi.grid.pc import Volunteer
from kikashi.grid.people import read_credential
from kikashi.grid.process import Setting
from kikashi.grid.workers import ProcessWorkers


def cores_for(name: str, there: Sequence[int], count: int) -> tuple[int, ...]:
    """Which cores a PC of this name lends; none where they cannot be chosen.

    Several PCs on one machine would crowd on the same ones. They do not know of each other, but
    their names differ: those with neighbouring names (pc1, pc2) begin at neighbouring cores.
    """
    first = sum(name.encode()) % len(there) if there else 0
    return (*there[first:], *there[:first])[:count]


async def volunteer(
    file: Path,
    *,
    cores: int,
    memory: str,
    hours: str,
    only_when_idle: bool,
    grace: float,
    engines: Path | None,
    unsafe: bool,
    nice: int,
    finish: float,
) -> str:
    """Joins a grid; gives the reason if it was sent away."""
    credential = read_credential(file, "pc")
    there = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if there and cores > len(there):
        raise TaskError(f"this PC has {len(there)} cores, not {cores}")
    if engines is not None:
        read_engines(engines)  # a wrong hash is said before anything is started
    setting = Setting(
        engines="" if engines is None else str(engines.resolve()),
        unsafe=unsafe,
        memory=parse_memory(memory),
        nice=nice,
        cores=cores_for(credential.name, there, cores),
    )
    made = Volunteer(
        credential,
        ProcessWorkers(cores, setting),
        manners=Manners(
            hours=Hours.read(hours) if hours else None, only_when_idle=only_when_idle, grace=grace
        ),
        memory=setting.memory,
        say=lambda text: typer.echo(text, err=True),
        finish=finish,
    )
    asked = False

    def leave() -> None:
        nonlocal asked
        asked = True
        made.leave()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leave)
    why = await made.run()
    if asked:
        typer.echo(f"{made.done} task(s) done", err=True)
        sys.exit(130)
    return why
