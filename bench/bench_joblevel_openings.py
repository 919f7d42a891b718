"""Job-level proof search on openings of Connect6, here and by the volunteers of a real grid.

Openings: real games of the data folder, the shortest first, cut after a few turns where the later
winner is to move and neither `vcdt` nor `vcst` sees a win with the nodes of one search. Each is
given to `kikashi prove` twice: alone, and with `--grid` to a broker with two volunteers, all in
processes of their own on this machine. Every proof is checked by `kikashi check`.

    python bench/bench_joblevel_openings.py --most 8 --tasks 25
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import describe, needed

from kikashi.games import room
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS
from kikashi.search import Limits, solve
from tests.grid.running import MAIN, grid_of

GAMES = "connect6/human_games_sample2000.csv"
STONES = (9, 11)
"""On the board when the proof begins: after the fifth and the sixth turn."""
LEAST_LEFT = 4
"""Stones that the game went on for: shorter wins are no openings."""
MORE = 4
"""So many times the tasks of the first search may the second take: two at a time go other ways."""


def openings(nodes: int) -> Iterator[tuple[str, str]]:
    """Name and moves of openings whose win one search does not see."""
    with needed(GAMES).open(newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: len(row["moves"].split(",")))
    seen = set()
    for row in rows:
        moves = row["moves"].split(",")
        for stones in STONES:
            key = frozenset(moves[:stones])
            if len(moves) < stones + LEAST_LEFT or key in seen:
                continue
            seen.add(key)
            position = stones_of(room("connect6").start().play_all(moves[:stones]))
            if COLOURS[position.mover] != row["winner"]:
                continue
            verdicts = (solve(position, by, Limits(nodes=nodes)) for by in ("vcdt", "vcst"))
            if all(verdict.verdict != "win" for verdict in verdicts):
                yield f"game {row['game_id']}", " ".join(moves[:stones])


def prove(moves: str, proof: Path, *words: str) -> tuple[dict[str, Any], float]:
    """What `kikashi prove` says, and how long it took."""
    began = time.monotonic()
    ran = kikashi("prove", "connect6", moves, "--proof", str(proof), "--json", *words)
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    return json.loads(ran.stdout), time.monotonic() - began


def kikashi(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", MAIN, *words], capture_output=True, text=True, check=False
    )


def checked(proof: Path) -> str:
    """The checker's sentence; empty where there is no proof."""
    if not proof.exists():
        return ""
    ran = kikashi("check", str(proof))
    if ran.returncode != 0:
        sys.exit(f"the checker refuses {proof}: {ran.stderr}")
    return ran.stdout.strip().rpartition(": ")[2]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--most", type=int, default=8, help="so many openings")
    parser.add_argument("--tasks", type=int, default=25, help="of the search alone")
    parser.add_argument("--nodes", type=int, default=3_000, help="of each small search")
    parser.add_argument("--seconds", type=float, default=90.0, help="of each search, at most")
    asked = parser.parse_args()
    describe()
    equal = proved = looked = 0
    with (
        tempfile.TemporaryDirectory(prefix="kikashi-bench-") as folder,
        grid_of(Path(folder), "anna", "bert") as (_, app),
    ):
        for name, moves in openings(asked.nodes):
            if looked >= asked.most:
                break
            looked += 1
            here, there = Path(folder, f"{looked}-here"), Path(folder, f"{looked}-there")
            limits = ("--nodes", str(asked.nodes), "--seconds", str(asked.seconds), "--tasks")
            alone, spent = prove(moves, here, *limits, str(asked.tasks), "--jobs", "1")
            won = alone["verdict"] == "win"
            most = asked.tasks * MORE if won else asked.tasks
            grid, longer = prove(moves, there, *limits, str(most), "--grid", str(app))
            equal += alone["verdict"] == grid["verdict"]
            proved += won
            print(
                f"{name:10} {len(moves.split()):2} stones: alone {alone['verdict']:7} "
                f"{alone['tasks']:3} tasks {spent:5.1f} s; grid {grid['verdict']:7} "
                f"{grid['tasks']:3} tasks {longer:5.1f} s  {moves}",
                flush=True,
            )
            for told in filter(None, (checked(here), checked(there))):
                print(f"           {told}", flush=True)
    print(
        f"{looked} openings that one search of {asked.nodes:,} nodes does not see: {proved} proved "
        f"alone within {asked.tasks} tasks; {equal} of {looked} answers of the grid equal ours; "
        "every proof is checked"
    )


if __name__ == "__main__":
    main()
