"""The solver on five in a row: 7x7 with its certificate, two threads, and 8x8 by pieces.

7x7 is settled with its certificate, which the checker replays; then once more without one, by one
thread and by two: in wall time (of use on a quiet machine alone), and in processor time, which both
threads share evenly, so that twice that of one over that of two is what two free cores gain. 8x8
goes on from its checkpoint for so many seconds and says how far it is: start it again to go on.

    python bench/bench_solver.py --only seven
    python bench/bench_solver.py --only eight --seconds 3600 --checkpoint eight.point
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from machine import describe

from kikashi.games import room
from kikashi.search import Limits, solve
from kikashi.stones.settling import settle

MOST_CERTIFICATE, MOST_CHECK = 50_000_000, 600.0
"""Bytes and seconds: the bars."""


def seven() -> None:
    start = room("gomoku").start({"size": "7x7"})
    clock = time.process_time()
    verdict = solve(start, "dfpn").replayed()
    assert verdict.certificate is not None
    assert verdict.checked is not None
    size = len(verdict.certificate.to_bytes())
    print(
        f"7x7: {verdict.verdict}, {verdict.nodes:,} nodes, {verdict.seconds:.1f} s; certificate "
        f"{size:,} bytes, checked in {verdict.checked.seconds:.1f} s; "
        f"{time.process_time() - clock:.1f} s of processor time in all",
        flush=True,
    )
    if size > MOST_CERTIFICATE or verdict.checked.seconds > MOST_CHECK:
        raise SystemExit("a bar was missed")


def threads() -> None:
    start = room("gomoku").start({"size": "7x7"})
    walls, spent = {}, {}
    for number in (1, 2):
        clock, began = time.process_time(), time.perf_counter()
        verdict = settle(start, threads=number, certified=False)
        walls[number] = time.perf_counter() - began
        spent[number] = time.process_time() - clock
        print(
            f"7x7, {number} threads: {verdict.verdict}, {verdict.nodes:,} nodes, "
            f"{walls[number]:.1f} s of wall time, {spent[number]:.1f} s of processor time",
            flush=True,
        )
    print(
        f"two threads: {walls[1] / walls[2]:.2f} times one by the clock, "
        f"{2 * spent[1] / spent[2]:.2f} by processor time",
        flush=True,
    )


def eight(seconds: float, checkpoint: Path, threads: int) -> None:
    start = room("gomoku").start({"size": "8x8"})
    clock = time.process_time()
    verdict = solve(
        start, "dfpn", Limits(seconds=seconds), threads=threads, checkpoint=str(checkpoint)
    )
    print(
        f"8x8: {verdict.verdict}, {verdict.nodes:,} nodes in this piece, "
        f"{time.process_time() - clock:.1f} s of processor time; resumed: "
        f"{verdict.facts['resumed']}; sides known not to lose: "
        f"{verdict.facts['cannot_lose'] or 'none yet'}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", choices=("seven", "threads", "eight"))
    parser.add_argument("--seconds", type=float, default=60.0, help="of 8x8")
    parser.add_argument("--threads", type=int, default=1, help="of 8x8")
    parser.add_argument("--checkpoint", type=Path, default=Path("eight.point"))
    asked = parser.parse_args()
    describe()
    if asked.only in (None, "seven"):
        seven()
    if asked.only in (None, "threads"):
        threads()
    if asked.only in (None, "eight"):
        eight(asked.seconds, asked.checkpoint, asked.threads)


if __name__ == "__main__":
    main()
