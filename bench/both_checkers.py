"""Asks both checkers about the same certificates, forged, right and spoilt, and compares them.

Forged ones claim what brute force knows to be false (tests/proofs/forging.py); each counts once,
and both checkers must refuse all of them. Certificates of true claims and mutations of them must
get the same verdict from both. `--no-win` forges only that a side has no win within some turns
(tests/proofs/no_win_liars.py). The second checker, in TypeScript, runs in one node process that is
fed by lines. Where it was is kept in a file, so that a long run can go on another time:

    python bench/both_checkers.py --forged 1000000 --seconds 600 --state build/both_checkers.json

Runs side by side begin at seeds far apart and have files of their own; `--together FILE ...`
adds them up, and counts what two of them forged alike once.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kikashi.law import Position
from kikashi.proofs import LimitError, RefusedError, check, check_stated
from tests.proofs.attacks import attacks
from tests.proofs.brute import Solver
from tests.proofs.forging import Liar, claims, forgeries, small_game
from tests.proofs.mutations import MUTATIONS
from tests.proofs.no_win_liars import hasty

ROOT = Path(__file__).resolve().parents[1]
BATCH = 400
EACH = 16
"""Forged certificates of every false claim about a position."""
SPOILT = 1
"""Mutations of every certificate of a true claim."""
BUNDLE = ROOT / "build" / "second_checker.mjs"


class File(NamedTuple):
    way: str
    start: Position
    claim: dict[str, object]
    data: bytes


def files(seed: int) -> Iterator[File]:
    """About one small position: what is false, what is true, and what is spoilt."""
    for one in forgeries(random.Random(seed), EACH):
        yield File("forged", *one)
    dice = random.Random(-seed)
    start, solver = small_game(dice), Solver()
    for claim, true in claims(start, dice, solver):
        if not true:
            continue
        data = Liar(start, claim, dice, solver).certificate()
        yield File("true", start, claim, data)
        for _ in range(SPOILT):
            lines = [json.loads(line) for line in data.splitlines()]
            for _ in range(dice.randint(1, 3)):
                if len(lines) > 1:
                    dice.choice(MUTATIONS)(lines, dice)
            spoilt = "".join(json.dumps(line) + "\n" for line in lines).encode()
            yield File("spoilt", start, claim, spoilt)


def no_win_files(seed: int) -> Iterator[File]:
    """About one small position: that a side has no win within some turns, false and true."""
    for true, one in hasty(random.Random(seed), EACH):
        yield File("true" if true else "forged", *one)


class Second:
    """The second checker, asked by lines."""

    def __init__(self) -> None:
        rolldown = ROOT / "web" / "node_modules" / ".bin" / "rolldown"
        source = ROOT / "bench" / "second_checker.mjs"
        subprocess.run(
            [rolldown, source, "--platform", "node", "-o", BUNDLE],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        self.process = subprocess.Popen(
            ["node", BUNDLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, batch: list[File]) -> None:
        assert self.process.stdin is not None
        for one in batch:
            self.process.stdin.write(json.dumps(one.data.decode()) + "\n")
        self.process.stdin.flush()

    def answers(self, count: int) -> Iterator[str]:
        assert self.process.stdout is not None
        for _ in range(count):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the second checker ended")
            yield str(json.loads(line)[0])

    def close(self) -> None:
        self.process.communicate()


def first(one: File) -> str:
    """The first checker's verdict, in the same words."""
    try:
        if one.way == "spoilt":  # it may claim something else now, about whatever
            check_stated(one.data)
        else:
            check(one.data, start=one.start, claim=one.claim)
    except LimitError:
        return "limit"
    except RefusedError:
        return "refused"
    return "checked"


class Run:
    """Counts, and where to go on."""

    def __init__(self, state: Path | None, seed: int = 0) -> None:
        self.state, self.seed, self.seconds = state, seed, 0.0
        self.counts: Counter[str] = Counter()
        self.seen: set[int] = set()
        if state is not None and state.exists():
            kept = json.loads(state.read_text())
            self.seed, self.seconds = kept["seed"], kept["seconds"]
            self.counts.update(kept["counts"])
            self.seen.update(kept["seen"])
        self.wrong: list[str] = []

    def save(self) -> None:
        if self.state is not None:
            kept = {"seed": self.seed, "seconds": self.seconds, "counts": dict(self.counts)}
            self.state.write_text(json.dumps({**kept, "seen": sorted(self.seen)}))

    def new(self, one: File) -> bool:
        key = int.from_bytes(hashlib.blake2b(one.data, digest_size=8).digest(), "big")
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def compare(self, batch: list[File], second: Second) -> None:
        second.ask(batch)
        verdicts = [first(one) for one in batch]
        for one, ours, theirs in zip(batch, verdicts, second.answers(len(batch)), strict=True):
            self.counts[f"{one.way}: {ours}"] += 1
            if ours != theirs or (one.way == "forged" and ours != "refused"):
                self.counts["WRONG"] += 1
                self.wrong.append(f"{one.way}, {ours} and {theirs}:\n{one.data.decode()}")

    def add(self, other: Run) -> None:
        """The other run's counts too; what both met is taken from its forged ones."""
        alike = len(self.seen & other.seen)
        self.counts.update(other.counts)
        self.counts["forged: refused"] -= alike
        self.seen |= other.seen
        self.seconds += other.seconds
        print(f"{alike} files alike, not counted twice")

    def tell(self) -> None:
        for way, count in sorted(self.counts.items()):
            print(f"  {count:8} {way}")

    @property
    def forged(self) -> int:
        return self.counts["forged: refused"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forged", type=int, default=1_000_000, help="how many in all")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--state", type=Path, help="where to keep how far it came")
    parser.add_argument("--seed", type=int, default=0, help="where a new run begins")
    parser.add_argument("--no-win", action="store_true", help="no win within some turns alone")
    parser.add_argument("--together", type=Path, nargs="+", metavar="FILE", help="adds runs up")
    asked = parser.parse_args()
    if asked.together:
        run = Run(asked.together[0])
        for path in asked.together[1:]:
            run.add(Run(path))
        run.tell()
        return
    run, second = Run(asked.state, asked.seed), Second()
    make = no_win_files if asked.no_win else files
    begun = last = time.monotonic()
    named = [File("named", *one) for one in attacks().values()]
    run.compare(named, second)
    batch: list[File] = []
    while run.forged < asked.forged and time.monotonic() - begun < asked.seconds:
        run.seed += 1
        batch += [one for one in make(run.seed) if run.new(one)]
        if len(batch) >= BATCH:
            run.compare(batch, second)
            batch = []
        if time.monotonic() - last > 10:
            last = time.monotonic()
            print(f"{run.forged} forged refused by both, {len(run.wrong)} wrong", flush=True)
    run.compare(batch, second)
    second.close()
    run.seconds += time.monotonic() - begun
    run.save()
    print(f"up to seed {run.seed}, {run.seconds:.0f} s in all:")
    run.tell()
    for text in run.wrong[:3]:
        print(text)
    sys.exit(1 if run.counts["WRONG"] else 0)


if __name__ == "__main__":
    main()
