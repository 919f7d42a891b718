"""Job-level search on real problems: what it proves that one search of the same budget does not.

Positions: the problems of two sets of the data folder, read as freestyle, that neither `vcf` nor
`vct` solves within the budget of one search. The limit is tasks, not seconds, with one task at a
time, so that the figures repeat themselves.

    python bench/bench_joblevel.py --most 40 --tasks 200

Every proof is checked as a whole.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator

from machine import describe, needed

from kikashi.games import room
from kikashi.grid import LocalExecutor
from kikashi.grid.joblevel import JobLevelSearch, Status
from kikashi.law import GameError
from kikashi.law.winning_sets import StonePosition
from kikashi.search import Limits, solve
from kikashi.stones.joblevel import StoneProblem

SETS = ("black-wins-100", "white-wins-100")


def problems() -> Iterator[tuple[str, StonePosition]]:
    """The problems that are given as a list of moves, with their names."""
    for name in SETS:
        puzzles = json.loads(needed(f"gomoku/renju-puzzles/{name}.json").read_text("utf-8"))
        for number, puzzle in enumerate(puzzles["puzzles"]):
            cells = re.findall(r"[a-z]\d+", (puzzle.get("stones") or "").lower())
            side = "black" if puzzle.get("side") == 1 else "white"
            black, white = ",".join(cells[0::2]), ",".join(cells[1::2])
            text = f"setup black={black or '-'} white={white or '-'} move={side} left=1"
            try:
                position = room("gomoku").from_text(text)
            except GameError:
                continue
            if cells and isinstance(position, StonePosition) and not position.is_over:
                yield f"{name} {number}", position


def is_seen(position: StonePosition, nodes: int) -> bool:
    """Whether one search finds the win."""
    verdicts = (solve(position, by, Limits(nodes=nodes)).verdict for by in ("vcf", "vct"))
    return "win" in verdicts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--most", type=int, default=40, help="so many problems")
    asked = parser.parse_args()
    describe()
    looked = seen = proved = tasks = 0
    for name, position in problems():
        if looked - seen >= asked.most:
            break
        looked += 1
        if is_seen(position, asked.nodes):
            seen += 1
            continue
        problem = StoneProblem(position, nodes=asked.nodes)
        began = time.process_time()
        with LocalExecutor(1) as executor:
            search = JobLevelSearch(problem)
            found = search.run(executor, most_tasks=asked.tasks)
        spent = time.process_time() - began
        tasks += found.done
        told = found.status.value
        if found.status is Status.PROVED:
            proved += 1
            told = problem.certificate().check().sentence
        print(f"{name:20} {found.done:4} tasks {found.nodes:5} nodes {spent:6.1f} CPU s  {told}")
    print(
        f"{looked} problems: {seen} seen by one search of {asked.nodes:,} nodes; of the other "
        f"{looked - seen} the job-level search proves {proved} within {asked.tasks} tasks "
        f"({tasks} in all); every proof is checked"
    )


if __name__ == "__main__":
    main()
