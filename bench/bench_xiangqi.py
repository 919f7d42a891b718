"""Xiangqi: perft, all mates by checks, mates with quiet moves, certificates, and a peer.

The peer is fairy-stockfish (Debian package of that name), asked `go mate N` with a cap on each
position, in the same run, one thread each. Real positions come from KIKASHI_DATA or ../shared/data.

    python bench/bench_xiangqi.py            everything: hours, for 10 s a position, thrice 856
    python bench/bench_xiangqi.py --share 20 every twentieth position of the long tables
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.games.xiangqi.solver import ORDERINGS, Mate, solve
from kikashi.games.xiangqi.twin import native_position
from kikashi.proofs import CertificateWriter, check

DATA = Path(os.environ.get("KIKASHI_DATA", Path(__file__).resolve().parents[2] / "shared/data"))
PEER = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
PEER_CAP = 8.0
PEER_MOVES = 30
"""The N of `go mate N`: more than the longest mate by checks."""
WIDE = 8
"""Quiet moves allowed against the peer, which knows no such limit."""


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / "xiangqi" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def perft() -> None:
    begun, cpu = time.monotonic(), time.process_time()
    count, _ = native_position(ROOM.start()).perft(5)
    print(
        f"perft(5) = {count:,}: {time.monotonic() - begun:.2f} s wall, "
        f"{time.process_time() - cpu:.2f} s of processor (bar: 4 s)",
        flush=True,
    )


def certificate(position: XiangqiPosition, mate: Mate, *, refutation: bool = False) -> bytes:
    claim = mate.refutation_claim() if refutation else mate.claim()
    writer = CertificateWriter(position.game, position.options, position, claim)
    for node in mate.refutation if refutation else mate.proof:
        writer.add(node)
    return writer.to_bytes()


def all_checks() -> None:
    """Proves every stated length again; any difference is printed."""
    positions = [
        (int(r["mate_in"]), ROOM.from_text(r["fen"])) for r in rows("mates_checks_only.tsv")
    ]
    begun, cpu = time.monotonic(), time.process_time()
    found = [(stated, p, solve(p)) for stated, p in positions]
    wall, spent = time.monotonic() - begun, time.process_time() - cpu
    different = [(s, m.turns, p.to_text()) for s, p, m in found if m.turns != s or not m.shortest]
    nodes = sum(mate.nodes for _, _, mate in found)
    print(
        f"checks: {len(found)} mates proved shortest in {wall:.1f} s wall, {spent:.1f} s of "
        f"processor, {nodes:,} nodes (bar: 60 s); {len(different)} differ from the stated length"
    )
    for stated, turns, text in different:
        print(f"  stated {stated}, found {turns}: {text}")
    cpu = time.process_time()
    checked = sum(check(certificate(p, mate)).nodes for _, p, mate in found)
    spent = time.process_time() - cpu
    print(
        f"certificates: all {len(found)} accepted, {checked:,} nodes, {spent:.1f} s of processor, "
        f"{checked / spent:,.0f} nodes a second",
        flush=True,
    )


def refutations(share: int) -> None:
    total = count = large = 0
    cpu = 0.0
    chosen = [row for row in rows("mates_checks_only.tsv") if int(row["mate_in"]) > 1][::share]
    for row in chosen:
        position = ROOM.from_text(row["fen"])
        mate = solve(position, refute=True)
        if not mate.refutation:
            large += 1
            continue
        data = certificate(position, mate, refutation=True)
        begun = time.process_time()
        total += check(data).nodes
        cpu += time.process_time() - begun
        count += 1
    print(
        f"refutations for one move less: {count} accepted, {total:,} nodes, {cpu:.1f} s, "
        f"{total / max(cpu, 1e-9):,.0f} nodes a second; {large} have more nodes than are written",
        flush=True,
    )


def without_checks(share: int) -> list[XiangqiPosition]:
    return [ROOM.from_text(row["fen"]) for row in rows("no_checks_only_mate.tsv")][::share]


def quiet_table(share: int, seconds: Sequence[float]) -> None:
    positions = without_checks(share)
    print(f"quiet: {len(positions)} positions without a known mate by checks: win / no / unknown")
    for limit in seconds:
        cells = []
        for quiet in (1, 2, 3):
            mates = [
                solve(p, "quiet", quiet=quiet, seconds=limit, fastest=False) for p in positions
            ]
            for position, mate in zip(positions, mates, strict=True):
                if mate.verdict == "win":
                    check(certificate(position, mate))
            won = sum(mate.verdict == "win" for mate in mates)
            none = sum(mate.verdict == "no" for mate in mates)
            cells.append(f"N={quiet}: {won} / {none} / {len(mates) - won - none}")
        print(f"  {limit:g} s each: {'; '.join(cells)}", flush=True)


def orderings() -> None:
    """Like figures 33 and 34 of paper 001: one quiet move, with and without the table."""
    easy = []
    for position in without_checks(1):
        mate = solve(position, "quiet", quiet=1, nodes=8_000)
        if mate.verdict == "win" and mate.shortest and mate.turns and 2 <= mate.turns <= 6:
            easy.append((position, mate.turns))
    print(f"one quiet move, {len(easy)} positions solved in 2 to 6 moves; bounded search alone")
    print("  published, 11 other positions: 40.41 s, 1,987,946 nodes without a table;")
    print("  36.35 s, 1,729,740 nodes with it (figures 33 and 34)")
    for table in (False, True):
        for ordering in ORDERINGS:
            cpu = time.process_time()
            found = [
                solve(p, "quiet", quiet=1, turns=t, ordering=ordering, table=table, nodes=5_000_000)
                for p, t in easy
            ]
            print(
                f"  table {'on ' if table else 'off'} order {ordering:11} "
                f"{sum(m.nodes for m in found):>12,} nodes {time.process_time() - cpu:8.2f} s "
                f"{sum(m.verdict == 'win' for m in found)} solved",
                flush=True,
            )


class Peer:
    """fairy-stockfish as a process that is asked for mates."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        for line in self.lines():
            if line.startswith("uciok"):
                break
        self.send("setoption name UCI_Variant value xiangqi")
        self.send("setoption name Threads value 1")
        self.send("setoption name Hash value 256")

    def send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")

    def lines(self) -> Iterator[str]:
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            yield line

    def mate(self, position: XiangqiPosition, cap: float) -> int | None:
        """Moves to a mate that it claims, if it does within the cap."""
        self.send("ucinewgame")
        self.send(f"position fen {position.to_text()}")
        self.send(f"go mate {PEER_MOVES}")
        timer = threading.Timer(cap, self.send, ("stop",))
        timer.start()
        found = None
        for line in self.lines():
            words = line.split()
            if "mate" in words and "score" in words:
                moves = int(words[words.index("mate") + 1])
                found = moves if moves > 0 else None
            if line.startswith("bestmove"):
                break
        timer.cancel()
        return found

    def close(self) -> None:
        self.send("quit")
        self.process.wait()


def against_the_peer(share: int) -> None:
    if PEER is None:
        print("peer: fairy-stockfish is not installed (apt-get install fairy-stockfish)")
        return
    peer = Peer(PEER)
    series = {
        "mates by checks": (
            [ROOM.from_text(row["fen"]) for row in rows("mates_checks_only.tsv")][:: 4 * share],
            0,
        ),
        "no mate by checks known": (without_checks(share), WIDE),
    }
    for name, (positions, quiet) in series.items():
        ours = theirs = both = 0
        our_time = their_time = 0.0
        for position in positions:
            begun = time.monotonic()
            if quiet:
                mate = widening(position, quiet, PEER_CAP)
            else:
                mate = solve(position, seconds=PEER_CAP)
            mine = mate.verdict == "win"
            our_time += time.monotonic() - begun
            begun = time.monotonic()
            other = peer.mate(position, PEER_CAP) is not None
            their_time += time.monotonic() - begun
            ours, theirs, both = ours + mine, theirs + other, both + (mine and other)
        print(
            f"peer, {name}: {len(positions)} positions, cap {PEER_CAP:g} s: "
            f"kikashi {ours} proved in {our_time:.1f} s, fairy-stockfish {theirs} claimed in "
            f"{their_time:.1f} s; both {both}",
            flush=True,
        )
    peer.close()


def widening(position: XiangqiPosition, most: int, cap: float) -> Mate:
    """More and more quiet moves until the time is spent."""
    begun = time.monotonic()
    mate = None
    for quiet in (1, 2, 4, most):
        left = cap - (time.monotonic() - begun)
        if left <= 0 and mate is not None:
            break
        mate = solve(position, "quiet", quiet=quiet, seconds=max(left / 2, 0.01), fastest=False)
        if mate.verdict == "win":
            break
    assert mate is not None
    return mate


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--share", type=int, default=1, help="every so manyth position")
    reader.add_argument("--seconds", type=float, nargs="*", default=[1.0, 10.0])
    given = reader.parse_args()
    perft()
    all_checks()
    refutations(10 * given.share)
    orderings()
    against_the_peer(given.share)
    quiet_table(given.share, given.seconds)


if __name__ == "__main__":
    main()
