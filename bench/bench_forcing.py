"""The forcing searches on real games: who wins, how fast, and does every proof pass the checker.

Positions: for each of the 2,000 sample games, k = 1..6 of the winner's turns before the end, the
winner to move; the empty board is left out. One thread, 10 s each.

    python bench/bench_forcing.py vcdt            the table by k; every win checked
    python bench/bench_forcing.py vcst --seconds 1
    python bench/bench_forcing.py vcf             four sets of problems, read as freestyle

`--every N` takes one game in N. `--no-check` leaves the checking out. With `--processor` a second
is one of the processor, for a machine that others use too.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from machine import describe, needed, on_processor_clock

from kikashi.games import room
from kikashi.law import Position
from kikashi.search import Limits, Verdict
from kikashi.stones.forcing import solve

FOUR_SETS = ("actual-game-vcf", "white-vcf", "black-vcf", "intro-vcf")
FOUR_MODE = 32


@dataclass
class Row:
    """What is said of one k."""

    verdicts: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    nodes: int = 0
    spare: int = 0
    beyond: int = 0
    checked: int = 0
    check_seconds: float = 0.0
    check_nodes: int = 0

    def add(self, verdict: Verdict, *, check: bool) -> None:
        self.verdicts.append(verdict.verdict)
        self.seconds.append(verdict.seconds)
        self.nodes += verdict.nodes
        if check and verdict.certificate is not None:
            began = time.perf_counter()
            verdict.certificate.check()
            self.check_seconds += time.perf_counter() - began
            self.check_nodes += len(verdict.certificate.nodes)
            self.checked += 1

    def line(self, name: str) -> str:
        ms = sorted(1000 * s for s in self.seconds)
        count = {word: self.verdicts.count(word) for word in ("win", "no", "unknown")}
        return (
            f"{name:5} {len(ms):6} {count['win']:6} {self.spare:6} {count['no']:6}"
            f" {count['unknown']:4} {statistics.fmean(ms):9.3f} {statistics.median(ms):8.3f}"
            f" {ms[len(ms) * 99 // 100]:9.2f} {ms[-1]:10.1f}"
            f" {self.nodes / sum(self.seconds):10,.0f} {self.checked:7}"
        )


HEAD = (
    "k      games    win  spare     no  unk.   mean ms   median   99th ms     max ms    nodes/s"
    " checked"
)


def sample_positions(every: int) -> Iterator[tuple[str, int, Position]]:
    """Game id, k and position, games in file order."""
    first = room("connect6").start()
    with needed("connect6/human_games_sample2000.csv").open(newline="") as file:
        for number, row in enumerate(csv.DictReader(file)):
            moves = row["moves"].split(",")
            last_turn = len(moves) // 2
            for k in range(1, 7):
                turn = last_turn - 2 * (k - 1)
                if turn > 0 and number % every == 0:
                    yield row["game_id"], k, first.play_all(moves[: 2 * turn - 1])


def four_problems() -> Iterator[tuple[str, Position]]:
    """The problems of the four pure sets, with their names."""
    for name in FOUR_SETS:
        puzzles = json.loads(needed(f"gomoku/renju-puzzles/{name}.json").read_text("utf-8"))
        for number, puzzle in enumerate(puzzles["puzzles"]):
            if puzzle.get("mode") != FOUR_MODE:
                continue
            stones = [_cells(puzzle.get(key)) for key in ("blackStones", "whiteStones")]
            if puzzle.get("stones"):
                cells = _cells(puzzle["stones"])
                stones = [cells[0::2], cells[1::2]]
            black, white = (",".join(cells) or "-" for cells in stones)
            side = "black" if puzzle["side"] == 1 else "white"
            text = f"setup black={black} white={white} move={side} left=1"
            yield f"{name} {number}", room("gomoku").from_text(text)


def _cells(text: str | None) -> list[str]:
    return re.findall(r"[a-z]\d+", (text or "").lower())


def games(by: str, seconds: float, every: int, *, check: bool) -> None:
    rows: dict[str, Row] = defaultdict(Row)
    unknown = []
    began = time.perf_counter()
    for game, k, position in sample_positions(every):
        verdict = solve(position, by, Limits(seconds=seconds))
        for name in (str(k), "all"):
            rows[name].add(verdict, check=check and name != "all")
        if by == "vcdt" and verdict.verdict == "win":
            plain = solve(position, by, Limits(seconds=seconds), spare_stones=False)
            for name in (str(k), "all"):
                rows[name].spare += plain.verdict != "win"
        if verdict.verdict == "unknown":
            unknown.append(f"game {game} k {k} ({verdict.nodes:,} nodes)")
    print(HEAD)
    for name, row in rows.items():
        if name != "all":
            print(row.line(name))
    print(rows["all"].line("all"))
    print("spare: wins that are found only with spare stones")
    decided = [
        s for s, v in zip(rows["all"].seconds, rows["all"].verdicts, strict=True) if v != "unknown"
    ]
    print(
        f"mean over the {len(decided)} decided positions: {1000 * statistics.fmean(decided):.3f} ms"
    )
    print(f"searching {sum(rows['all'].seconds):.1f} s, with checking and the rest ", end="")
    print(f"{time.perf_counter() - began:.1f} s")
    tell_checks([row for name, row in rows.items() if name != "all"])
    if by == "vcdt":
        print(f"unknown: {len(unknown)}", *unknown, sep="\n  ")


def problems(seconds: float, *, check: bool) -> None:
    rows: dict[str, Row] = defaultdict(Row)
    without = []
    for name, position in four_problems():
        verdict = solve(position, "vcf", Limits(seconds=seconds))
        rows[name.split()[0]].add(verdict, check=check)
        if verdict.verdict != "win":
            without.append(f"{name}: {verdict.verdict}")
    print(HEAD)
    for name, row in rows.items():
        print(name)
        print(row.line(""))
    print(f"searching {sum(sum(row.seconds) for row in rows.values()):.2f} s (bar 3 s)")
    tell_checks(list(rows.values()))
    print("without a freestyle win by fours:", *without, sep="\n  ")


def tell_checks(rows: list[Row]) -> None:
    nodes, seconds = sum(r.check_nodes for r in rows), sum(r.check_seconds for r in rows)
    if seconds:
        print(
            f"checker: {sum(r.checked for r in rows)} certificates pass, {nodes:,} nodes, ", end=""
        )
        print(f"{seconds:.1f} s, {nodes / seconds:,.0f} nodes a second")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("by", nargs="?", default="vcdt", choices=("vcdt", "vcst", "vcf"))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--no-check", action="store_true")
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--short", action="store_true", help="four games, a second a position")
    asked = parser.parse_args()
    if asked.processor:
        on_processor_clock()
    if asked.short:
        asked.every, asked.seconds = 500, 1.0
    describe()
    if asked.by == "vcf":
        problems(asked.seconds, check=not asked.no_check)
    else:
        games(asked.by, asked.seconds, asked.every, check=not asked.no_check)


if __name__ == "__main__":
    main()
