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
from kikashi.words import catalogue, say

OUTSIDE = "outside its hours "
EVERY = 1.0
"""Seconds between two looks with --watch."""


def show(folder: Path, *, watch: bool, json_output: bool, language: str) -> None:
    """Prints the figures once, or keeps the table up to date."""
    found = grid_figures(folder)
    if json_output:
        _common.print_json(msgspec.to_builtins(found))
        return
    console = Console()
    if not watch:
        console.print(table(found, language))
        return
    with Live(table(found, language), console=console, auto_refresh=False) as live:
        while True:
            time.sleep(EVERY)
            live.update(table(grid_figures(folder), language), refresh=True)


def table(found: Figures, language: str = "en") -> Group:
    """Everything for people."""
    counts = msgspec.structs.asdict(found) | {
        "quarantined": len(found.quarantined),
        "speed_up": f"{found.speed_up:.2f}",
    }
    parts: list[Text | Table] = [
        Text(say(key, language, **counts)) for key in ("grid.tasks", "grid.more")
    ]
    if found.refused:
        counted = ", ".join(f"{count} {what}" for what, count in sorted(found.refused.items()))
        parts.append(Text(say("grid.refused", language, counted=counted)))
    if found.trouble:
        parts.append(Text(found.trouble, style="bold red"))
    pcs = Table(*say("grid.pcs", language).split(","))
    for pc in found.pcs:
        pcs.add_row(
            pc.name,
            pc.owner,
            str(pc.slots),
            str(pc.running),
            str(pc.done),
            f"{pc.busy_seconds:.1f}",
            f"{pc.idle_seconds:.1f}",
            _state(pc.state, language),
        )
    owners = Table(*say("grid.owners", language).split(","))
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
            who.distrusted or say("grid.trust.good", language),
        )
    return Group(*parts, pcs, owners)


def _state(state: str, language: str) -> str:
    """A PC says its state in English; what there is no word for stays as it is."""
    if state.startswith(OUTSIDE):
        hours = state.removeprefix(OUTSIDE)
        return say("grid.state.outside-its-hours", language, hours=hours)
    key = f"grid.state.{state.replace(' ', '-')}"
    return say(key, language) if key in catalogue(language) else state
