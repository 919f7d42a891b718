"""Xiangqi: perft, all mates by checks, mates with quiet moves, certificates.

The peer has a file of its own, bench_xiangqi_peers.py. Real positions come from KIKASHI_DATA or
../shared/data.

    python bench/bench_xiangqi.py            everything: hours, for 10 s a position, thrice 856
    python bench/bench_xiangqi.py --share 20 every twentieth position of the long tables
    python bench/bench_xiangqi.py --only quiet --seconds 1 --jobs 2
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.games.xiangqi.solver import ORDERINGS, Mate, solve
from kikashi.games.xiangqi.twin import native_position
from kikashi.proofs import CertificateWriter, check_stated

DATA = Path(os.environ.get("KIKASHI_DATA", Path(__file__).resolve().parents[2] / "shared/data"))


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
    checked = sum(check_stated(certificate(p, mate)).nodes for _, p, mate in found)
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
        total += check_stated(data).nodes
        cpu += time.process_time() - begun
        count += 1
    print(
        f"refutations for one move less: {count} accepted, {total:,} nodes, {cpu:.1f} s, "
        f"{total / max(cpu, 1e-9):,.0f} nodes a second; {large} have more nodes than are written",
        flush=True,
    )


def without_checks(share: int) -> list[XiangqiPosition]:
    return [ROOM.from_text(row["fen"]) for row in rows("no_checks_only_mate.tsv")][::share]


def carried(
    known: Mapping[str, str], seconds: Iterable[float], quiet: int, number: int
) -> str | None:
    """What less time or fewer quiet moves have decided; no search is needed then.

    A mate stays one; that there is none holds for its own allowance only.
    """
    for limit in seconds:
        for fewer in range(1, quiet + 1):
            verdict = known.get(f"{limit:g}/{fewer}/{number}")
            if verdict == "win" or (verdict == "no" and fewer == quiet):
                return verdict
    return None


@dataclass(frozen=True)
class Question:
    key: str
    fen: str
    quiet: int
    seconds: float

    def answer(self) -> str:
        """The verdict within so many seconds of processor; a mate is one if its certificate is
        accepted."""
        position = ROOM.from_text(self.fen)
        begun = time.process_time()
        mate = solve(
            position,
            "quiet",
            quiet=self.quiet,
            fastest=False,
            progress=lambda *_: time.process_time() - begun < self.seconds,
        )
        if mate.verdict == "win":
            check_stated(certificate(position, mate))
        return mate.verdict


def quiet_table(share: int, seconds: Sequence[float], into: Path, jobs: int) -> None:
    """What is proved with one, two and three quiet moves. Stopped, it goes on where it was.

    Seconds are of processor, so that a busy machine decides no less.
    """
    chosen = list(enumerate(without_checks(share)))
    known: dict[str, str] = {}
    if into.exists():
        words = (line.split() for line in into.read_text("utf-8").splitlines())
        known = {pair[0]: pair[1] for pair in words if len(pair) == 2}  # the last may be cut off
    with into.open("a", encoding="utf-8") as file, ProcessPoolExecutor(jobs) as pool:
        for limit in sorted(seconds):
            shorter = [other for other in seconds if other <= limit]
            for quiet in (1, 2, 3):
                open_ones = []
                for number, position in chosen:
                    key = f"{limit:g}/{quiet}/{share * number}"
                    decided = known.get(key) or carried(known, shorter, quiet, share * number)
                    if decided:
                        known[key] = decided
                    else:
                        open_ones.append(Question(key, position.to_text(), quiet, limit))
                answers = pool.map(Question.answer, open_ones)
                for question, verdict in zip(open_ones, answers, strict=True):
                    known[question.key] = verdict
                    print(question.key, verdict, file=file, flush=True)
    print(f"quiet: {len(chosen)} positions without a known mate by checks: win / no / unknown")
    for limit in seconds:
        cells = []
        for quiet in (1, 2, 3):
            found = [known[f"{limit:g}/{quiet}/{share * number}"] for number, _ in chosen]
            counts = (str(found.count(verdict)) for verdict in ("win", "no", "unknown"))
            cells.append(f"N={quiet}: {' / '.join(counts)}")
        print(f"  {limit:g} s each: {'; '.join(cells)}", flush=True)


LONG_NODES = 150_000


def longer_mates() -> None:
    """Positions listed without a mate by checks that have one all the same, by the checker."""
    lengths = []
    for position in without_checks(1):
        mate = solve(position, nodes=LONG_NODES)
        if mate.verdict == "win":
            check_stated(certificate(position, mate))
            lengths.append(mate.turns or 0)
    print(f"longer mates: {len(lengths)} of the listed positions, certificates accepted: ", end="")
    print(", ".join(map(str, sorted(lengths))), flush=True)


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


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--share", type=int, default=1, help="every so manyth position")
    reader.add_argument("--into", type=Path, default=Path("xiangqi-quiet.txt"))
    reader.add_argument("--seconds", type=float, nargs="*", default=[1.0, 10.0])
    reader.add_argument("--jobs", type=int, default=1, help="positions of that table at a time")
    reader.add_argument("--only", choices=PARTS, help="one part instead of all")
    given = reader.parse_args()
    for name, part in PARTS.items():
        if given.only in (None, name):
            part(given)


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "perft": lambda _: perft(),
    "checks": lambda _: all_checks(),
    "refutations": lambda given: refutations(10 * given.share),
    "orderings": lambda _: orderings(),
    "longer": lambda _: longer_mates(),
    "quiet": lambda given: quiet_table(given.share, given.seconds, given.into, given.jobs),
}


if __name__ == "__main__":
    main()
