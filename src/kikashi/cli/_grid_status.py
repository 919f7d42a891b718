"""The table of `kikashi grid status`."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from kikashi.cli import _common
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.status import Figures

EVERY = 1.0
"""Seconds between two looks with --watch."""


def show(folder: Path, *, watch: bool, json_output: bool) -> None:
    """Prints the figures once, or keeps the table up to date."""
    found = grid_figures(folder)
    if json_output:
        _common.print_json(msgspec.to_builtins(found))
        return
    console = Console()
    if not watch:
        console.print(table(found))
        return
    with Live(table(found), console=console, auto_refresh=False) as live:
        while True:
            time.sleep(EVERY)
            live.update(table(grid_figures(folder)), refresh=True)


def table(found: Figures) -> Group:
    """Everything for people."""
    tasks = Text(
        f"tasks: {found.waiting} waiting, {found.running} running, {found.checking} being checked, "
        f"{found.done} done, {found.failed} failed, {found.cancelled} cancelled"
    )
    more = Text(
        f"wasted results {found.wasted}, second opinions {found.replicas}, probes {found.probes}, "
        f"in quarantine {len(found.quarantined)}, speed-up so far {found.speed_up:.2f}"
    )
    parts: list[Text | Table] = [tasks, more]
    if found.refused:
        counted = ", ".join(f"{count} {what}" for what, count in sorted(found.refused.items()))
        parts.append(Text(f"refused: {counted}"))
    if found.trouble:
        parts.append(Text(found.trouble, style="bold red"))
    pcs = Table("PC", "owner", "slots", "running", "done", "busy s", "idle s", "state")
    for pc in found.pcs:
        pcs.add_row(
            pc.name,
            pc.owner,
            str(pc.slots),
            str(pc.running),
            str(pc.done),
            f"{pc.busy_seconds:.1f}",
            f"{pc.idle_seconds:.1f}",
            pc.state,
        )
    owners = Table(
        "owner", "tasks", "seconds", "accepted", "confirmed", "wasted", "lost", "died", "trust"
    )
    for who in found.owners:
        owners.add_row(
            who.owner,
            str(who.tasks),
            f"{who.seconds:.1f}",
            str(who.accepted),
            str(who.confirmed),
            str(who.wasted),
            str(who.lost),
            str(who.died),
            who.distrusted or "good",
        )
    return Group(*parts, pcs, owners)
