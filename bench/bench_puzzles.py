"""Puzzles from human games: seconds a puzzle beside the ten minutes of paper 004.

Usage: python bench/bench_puzzles.py [DATA] [GAMES]. DATA is the folder of records (else
KIKASHI_DATA), GAMES how many of the 2,000 to use (all of them take about a quarter of an hour on
two cores). Writes machine, commit and command with the figures.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from kikashi.games.connect6.paper004_puzzles import FILE, GAME, MINUTES_A_PUZZLE
from kikashi.grid import LocalExecutor
from kikashi.puzzles import Store, make, stats


def main() -> None:
    place = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("KIKASHI_DATA", "../shared/data")
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    records = Path(place) / GAME / FILE
    if not records.is_file():
        raise SystemExit(f"there is no {records}; name the folder of records")
    jobs = os.cpu_count() or 1
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "bench.db", create=True)
        began = time.perf_counter()
        with LocalExecutor(jobs) as executor:
            make(store, [records], GAME, executor, games=games)
        seconds = time.perf_counter() - began
        found = stats(store, GAME)
        store.close()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    each = seconds / max(found.puzzles, 1)
    print(
        json.dumps(
            {
                "bench": "puzzles",
                "games": games,
                "jobs": jobs,
                "seconds": round(seconds, 1),
                "puzzles": found.puzzles,
                "unique": found.unique,
                "seconds_a_puzzle": round(each, 3),
                "times_faster_than_paper": round(MINUTES_A_PUZZLE * 60 / each),
                "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
                "by_length": found.by_length,
                "unique_by_length": found.unique_by_length,
                "machine": f"{platform.machine()}, {os.cpu_count()} cores",
                "commit": commit,
                "command": f"python bench/bench_puzzles.py DATA {games}",
            }
        )
    )


if __name__ == "__main__":
    main()
