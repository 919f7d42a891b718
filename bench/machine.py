"""What every measurement says of itself: machine, commit and command."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("KIKASHI_DATA", HOUSE.parent / "shared/data"))


def describe() -> None:
    """Prints where, of what and how something is measured."""
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [row for row in cpuinfo.read_text().splitlines() if row.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    load = os.getloadavg()[0]
    print(f"machine: {model}, {os.cpu_count()} cores, load {load:.1f}", end="; ")
    print(f"Python {platform.python_version()}")
    print(f"commit: {commit or 'none'}")
    print(f"command: python {' '.join(sys.argv)}\n")


def needed(name: str) -> Path:
    """A file of the data folder, or a sentence and the end."""
    path = DATA / name
    if not path.exists():
        sys.exit(f"the data is not at {path}; set KIKASHI_DATA")
    return path


def on_processor_clock() -> None:
    """Starts this program again with clocks that count the processor time of the asking thread.

    Programs that it starts are to be given an environment without LD_PRELOAD.
    """
    if os.environ.get("LD_PRELOAD", "").endswith("processor_clock.so"):
        return
    made = Path(tempfile.gettempdir()) / f"kikashi-{os.getuid()}" / "processor_clock.so"
    made.parent.mkdir(exist_ok=True)
    source = HOUSE / "bench/processor_clock.c"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", str(source), "-o", str(made)], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(made)}
    os.execve(sys.executable, [sys.executable, *sys.argv], environment)
