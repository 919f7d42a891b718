"""The table of `kikashi grid status`."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from kikashi.cli import _common
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.status import Figures, OwnerFigures
from kikashi.words import catalogue, say

OUTSIDE = "outside its hours "
INCIDENTS = 3
"""Of the latest ones so many are shown."""
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
    """Everything for people; nothing in it needs more than 80 columns."""
    counts = msgspec.structs.asdict(found) | {
        "quarantined": len(found.quarantined),
        "speed_up": f"{found.speed_up:.2f}",
        "useful": _time(found.useful_seconds),
        "open": _time(found.open_seconds),
    }
    keys = ("grid.tasks", "grid.ended", "grid.more", "grid.speed")
    parts: list[Text | Table] = [Text(say(key, language, **counts)) for key in keys]
    if found.refused:
        counted = ", ".join(f"{count} {what}" for what, count in sorted(found.refused.items()))
        parts.append(Text(say("grid.refused", language, counted=counted)))
    for incident in found.incidents[-INCIDENTS:]:
        parts.append(Text(incident, style="bold red"))
    if found.trouble:
        parts.append(Text(found.trouble, style="bold red"))
    pcs = _columns(say("grid.pcs", language), numbers=slice(1, 5))
    for pc in found.pcs:
        pcs.add_row(
            pc.name if pc.name == pc.owner else f"{pc.name} ({pc.owner})",
            f"{pc.running}/{pc.slots}",
            str(pc.done),
            _time(pc.busy_seconds),
            _time(pc.idle_seconds),
            _state(pc.state, language),
        )
    owners = _columns(say("grid.owners", language), numbers=slice(1, 6))
    for who in found.owners:
        owners.add_row(
            who.owner,
            str(who.tasks),
            _time(who.seconds),
            str(who.accepted),
            str(who.confirmed),
            str(who.wasted + who.lost + who.died),
            _trust(who, language),
        )
    return Group(*parts, pcs, owners)


def _columns(names: str, numbers: slice) -> Table:
    """The first and the last column fold where there is no room; numbers stay whole."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False)
    titles = names.split(",")
    for number, title in enumerate(titles):
        if title in titles[numbers]:
            made.add_column(title, no_wrap=True, justify="right")
        else:
            made.add_column(title, overflow="fold", min_width=12 + 4 * (number > 0))
    return made


def _trust(who: OwnerFigures, language: str) -> str:
    if who.distrusted:
        return who.distrusted
    if who.standing >= 1 or not who.why:
        return say("grid.trust.good", language)
    return say("grid.trust.fallen", language, standing=f"{who.standing:.2f}", why=who.why)


def _time(seconds: float) -> str:
    """Short enough for a column: 12.3 s, 4.5 min, 3.2 h, 1.8 d."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s"


def _state(state: str, language: str) -> str:
    """A PC says its state in English; what there is no word for stays as it is."""
    if state.startswith(OUTSIDE):
        hours = state.removeprefix(OUTSIDE)
        return say("grid.state.outside-its-hours", language, hours=hours)
    key = f"grid.state.{state.replace(' ', '-')}"
    return say(key, language) if key in catalogue(language) else state
