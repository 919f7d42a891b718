"""Importing and converting the 2,000 sample games (the bar: importing takes under 5 s).

Reading includes the replay of every stone by the law. `KIKASHI_DATA` names the folder of data.
Run: python bench/bench_records.py [--short]
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kikashi.law import GameError
from kikashi.records import FORMATS, Record, read_collection, write

HOUSE = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("KIKASHI_DATA", HOUSE.parent / "shared/data"))
GAMES = DATA / "connect6/human_games_sample2000.csv"
BAR_SECONDS = 5
ROUNDS = 3


def main() -> None:
    global ROUNDS  # noqa: PLW0603 - one number of a script
    parser = argparse.ArgumentParser(description="Importing and converting records.")
    parser.add_argument("--short", action="store_true", help="a hundred games, once")
    short = parser.parse_args().short
    if not GAMES.exists():
        sys.exit(f"the sample games are not at {GAMES}; set KIKASHI_DATA")
    describe()
    raw = GAMES.read_bytes()
    if short:
        ROUNDS = 1
        raw = b"\n".join(raw.splitlines()[:101]) + b"\n"
    games = timed("import csv", raw, partial(read, raw, "csv"))
    for form in FORMATS:
        if form == "csv":
            continue
        try:
            data = write(games, form, lossy=True)
        except GameError as refusal:  # a format for games of another kind
            print(f"{form:18} is left out: {refusal}")
            continue
        timed(f"write {form}", data, partial(write, games, form, lossy=True))
        timed(f"read {form}", data, partial(read, data, form))


def describe() -> None:
    """Machine, commit and command, so that the figures can be compared."""
    git = ["git", "-C", str(HOUSE), "describe", "--always", "--dirty"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    print(f"machine: {platform.machine()}, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print(f"commit: {commit or 'unknown'}; command: python {' '.join(sys.argv)}")


def read(data: bytes, form: str) -> list[Record]:
    found = [r for r in read_collection(data, "connect6", form) if isinstance(r, Record)]
    assert found
    return found


def timed(name: str, data: bytes, work: Callable[[], object]) -> list[Record]:
    """The best of a few rounds, in processor seconds and on the clock."""
    best = wall = float("inf")
    result: object = None
    for _ in range(ROUNDS):
        began, clock = time.process_time(), time.perf_counter()
        result = work()
        best, wall = (
            min(best, time.process_time() - began),
            min(wall, time.perf_counter() - clock),
        )
    bar = f" (bar {BAR_SECONDS} s)" if name == "import csv" else ""
    print(f"{name:18} {len(data):9,} bytes {best:6.2f} s processor {wall:6.2f} s clock{bar}")
    return result if isinstance(result, list) else []


if __name__ == "__main__":
    main()
