"""The coin problem: its bars, and ratios to a table method in numpy in the same run.

SymPy 1.14 has no Frobenius number, so the peers are the table methods that everybody writes: the
round-robin table in numpy for one set of coins, and the guess from a table for the rules of a
class. One thread; processor seconds, because other work on the machine is not what is measured.
Run: python bench/bench_coins.py
"""

from __future__ import annotations

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from math import gcd
from pathlib import Path
from typing import Any

from kikashi.games.coins import (
    check_file,
    check_lines,
    classes,
    derive,
    frobenius,
    guess,
    make_atlas,
)
from kikashi.games.coins.atlas import add_batch, empty_atlas
from kikashi.games.coins.prover import BatchTask, lines_of, prove_batch
from kikashi.games.coins.residues import cheapest_amounts

HOUSE = Path(__file__).resolve().parents[1]
SEED = 20


def main() -> None:
    describe()
    prove_all(1000, bar=0.5)
    prove_all(3000, bar=5)
    whole_atlas(200, bar=60)
    hundred_digits(bar=0.010)
    against_the_table()
    against_the_guess()


def describe() -> None:
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    print(f"machine: {platform.machine()}, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print(f"commit:  {commit or 'not under version control'}")
    print("command: python bench/bench_coins.py")


def best(work: Callable[[], Any], rounds: int = 3) -> tuple[float, Any]:
    """The shortest of a few runs in processor seconds, and what the last one gave."""
    shortest = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        result = work()
        shortest = min(shortest, time.process_time() - begun)
    return shortest, result


def prove_all(a: int, bar: float) -> None:
    units = [(1, s) for s in range(1, a) if gcd(a, s) == 1]
    for name, pairs in (("invertible", units), ("every", None)):
        seconds, result = best(partial(prove_batch, BatchTask(a, pairs)))
        written, block = best(partial(lines_of, result.proofs))
        print(
            f"a = {a}, {name} class: {len(result.proofs)} classes, {result.rules} rules proved in "
            f"{seconds:.3f} s, {len(block)} bytes of lines in {written:.3f} s (bar: {bar} s)"
        )
    atlas = empty_atlas(a)
    add_batch(atlas, result)
    seconds, _ = best(lambda: check_lines(atlas.lines()), rounds=1)
    print(f"a = {a}, every class checked in {seconds:.2f} s")


def whole_atlas(last: int, bar: float) -> None:
    begun = time.process_time()
    atlas = make_atlas(last)
    proved = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "atlas.jsonl.gz"
        size = atlas.write(path)
        written = time.process_time()
        check_file(path)
        checked = time.process_time()
        check_file(path, each_residue=True)
        listed = time.process_time()
    print(
        f"atlas to {last}: {atlas.classes} classes, {atlas.rules} rules: proved "
        f"{proved - begun:.2f} s, written {written - proved:.2f} s ({size} bytes), checked "
        f"{checked - written:.2f} s, together {checked - begun:.2f} s (bar: {bar} s); "
        f"with each residue listed the check takes {listed - checked:.2f} s"
    )


def hundred_digits(bar: float) -> None:
    dice = random.Random(SEED)
    worst = 0.0
    sets = 0
    while sets < 200:
        coins = [dice.randrange(10**99, 10**100) for _ in range(3)]
        if gcd(*coins) == 1:
            sets += 1
            worst = max(worst, best(partial(frobenius, coins), rounds=1)[0])
    a = 10**99 + 7
    longest = best(lambda: frobenius([a, a * a + 1, a * a + a - 1]))[0]
    print(
        f"g of three 100-digit coins: worst of {sets} {1000 * worst:.2f} ms, class s = -r "
        f"{1000 * longest:.2f} ms (bar: {1000 * bar:.0f} ms)"
    )


def against_the_table() -> None:
    for size in (10**3, 10**4, 10**5, 10**6):
        coins = [size + 1, size * 3 + 1, size * 7 + 5]
        while gcd(*coins) > 1:
            coins[2] += 1
        walk, answer = best(partial(frobenius, coins))
        table, amounts = best(partial(cheapest_amounts, coins))
        assert int(max(amounts)) - coins[0] == answer.g
        print(
            f"g({', '.join(map(str, coins))}): walk {1e6 * walk:.0f} us, numpy table "
            f"{1e6 * table:.0f} us, ratio {table / walk:.0f}"
        )


def each(work: Callable[[int, int, int], Any], a: int) -> list[Any]:
    return [work(a, *pair) for pair in classes(a)]


def against_the_guess() -> None:
    for a in (12, 30, 60):
        exact, rules = best(partial(each, derive, a))
        table, guesses = best(partial(each, guess, a), 1)
        assert all(g.agrees_with(r) for g, r in zip(guesses, rules, strict=True))
        print(
            f"rules of all {len(rules)} classes of a = {a}: derived {1000 * exact:.2f} ms, guessed "
            f"from numpy tables {1000 * table:.0f} ms, ratio {table / exact:.0f}"
        )


if __name__ == "__main__":
    main()
