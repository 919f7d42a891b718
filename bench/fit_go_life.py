"""Fits how likely a move settles a question of life, from searches of groups in games of our own.

    python bench/fit_go_life.py --games 60 --keep build/go-life

Our player plays games with itself, now and then astray, on 9x9 and 13x13. Of every fourth position
some groups are asked about, each side moving first; once more with stones of the attacker around
them, and, where their region is closed, with every move there. A search looks at each
(bench/go_life.cpp), its moves shaken a little; of the positions below that it settled for the side
to move, the move that settled them is one choice among its candidates. The weights maximise the
chance of these choices (a softmax over sums of weights, by Adam, longer proofs weighing more);
other moves that are known to settle a position are left out there. They go into the room, as
hundredths of a natural logarithm, with the command on top. Games of which the number divides by
five are for tests: `go_life solve` of `held-groups.txt` and `held-regions.txt` says what a search
of them needs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from kikashi.games import room
from kikashi.games.go import problems
from kikashi.games.go.board import EMPTY, STONES, Grid, string_at, strings
from kikashi.games.go.closed import closed_region
from kikashi.games.go.position import go_of

HOUSE = Path(__file__).resolve().parents[1]
NATIVE = HOUSE / "src/kikashi/games/go/native"
SIZES = {9: 70, 13: 130}
"""Sizes of boards, and how many moves of a game are looked at."""
BEGIN, EVERY, GROUPS, REGION = 15, 4, 3, 14
"""The first move that is looked at, each how manieth; groups of it; a closed region's points."""
SEEN_MOST = 16
MANY = 30
"""Surroundings that were met less often weigh nothing."""
ROUNDS, RATE, DECAY = 120, 0.1, 1e-4
HELD = 6
"""Every so manieth position is left out of a fit and says how good it is."""


def lines(size: int, seed: int, games: int) -> Iterator[str]:
    """Positions as bench/go_life.cpp reads them."""
    problems.OPTIONS["size"], problems.MOST_MOVES = str(size), SIZES[size]
    for number in range(games):
        dice = Random(f"life/{size}/{seed}/{number}")
        law = go_of(room("go").start(problems.OPTIONS))
        for at, move in enumerate(problems.game(seed * 1000 + size, number), 1):
            law = go_of(law.play(move))
            if law.result() is not None or law.agreement is not None:
                break
            if at < BEGIN or at % EVERY:
                continue
            found = [one for one in strings(law.board, law.on) if len(one.stones) >= 2]
            dice.shuffle(found)
            for one in found[:GROUPS]:
                cell = min(one.stones)
                name = f"{size}/{seed}/{number}/{at}/{cell}"
                yield from asked(name, law.board, law.on, cell)
                if board := surrounded(law.board, law.on, cell, dice):
                    yield from asked(f"{name}s", board, law.on, cell)


def asked(name: str, board: str, on: Grid, cell: int) -> Iterator[str]:
    region = ",".join(map(str, closed_region(board, on, cell, REGION)))
    for mover in (0, 1):
        yield f"{name} {on.size} {board} {cell} {mover} -"
        if region:
            yield f"{name}c {on.size} {board} {cell} {mover} {region}"


def surrounded(board: str, on: Grid, cell: int, dice: Random) -> str | None:
    """The board with stones of the attacker some steps from the group, most of them."""
    enemy = STONES[1 - STONES.index(board[cell])]
    steps = dict.fromkeys(string_at(board, on, cell).stones, 0)
    ahead, far, made = list(steps), dice.choice((2, 3, 3, 4)), list(board)
    for at in ahead:
        for beside in on.neighbours[at]:
            if beside not in steps and board[beside] != enemy:
                steps[beside] = steps[at] + (board[beside] == EMPTY)
                ahead.append(beside)
    for at, away in steps.items():
        if board[at] == EMPTY and away in (far, far + 1) and dice.random() < 0.85:
            made[at] = enemy
    text = "".join(made)
    lives = all(one.liberties for one in strings(text, on))
    return text if lives and text != board else None


@dataclass
class Choices:
    """Of every candidate: its choice, what was seen of it, its surroundings; of every choice: how
    long its proof was, and whether it is held back."""

    choice: np.ndarray
    seen: np.ndarray
    around: np.ndarray
    made: np.ndarray
    possible: np.ndarray
    weight: np.ndarray
    held: np.ndarray


RECORD = np.dtype([("status", "u1"), ("work", "u1"), ("around", "<u2"), ("seen", "<u2", SEEN_MOST)])
HEAD = np.dtype(
    [("problem", "<u4"), ("work", "<u4"), ("attacks", "<u2"), ("count", "<u2"), ("best", "<u2")]
)


def choices(file: Path, attacks: bool) -> Choices:
    """Those of one side that a search has written."""
    raw, at = file.read_bytes(), 0
    heads, records = [], []
    while at + HEAD.itemsize <= len(raw):
        head = np.frombuffer(raw, HEAD, 1, at)[0]
        at += HEAD.itemsize
        if bool(head["attacks"]) == attacks:
            heads.append(head)
            records.append(np.frombuffer(raw, RECORD, int(head["count"]), at))
        at += RECORD.itemsize * int(head["count"])
    table = np.concatenate(records)
    counts = np.array([len(one) for one in records])
    made = np.zeros(len(table), bool)
    made[np.cumsum(counts) - counts + [int(head["best"]) for head in heads]] = True
    return Choices(
        np.repeat(np.arange(len(counts)), counts),
        table["seen"].astype(np.int64),
        table["around"],
        made,
        (table["status"] != 1) | made,
        np.array([min(6.0, 1 + np.log2(float(head["work"])) / 2) for head in heads]),
        np.array([head["problem"] % HELD == 0 for head in heads]),
    )


def chances(of: Choices, numbers: np.ndarray, weights: np.ndarray) -> np.ndarray:
    sums = np.where(of.possible, weights[numbers].sum(axis=1), -50.0)
    begins = np.flatnonzero(np.r_[True, np.diff(of.choice) > 0])
    risen = np.exp(sums - np.maximum.reduceat(sums, begins)[of.choice])
    return np.asarray(risen / np.bincount(of.choice, risen)[of.choice])


def fit(of: Choices, total: int, side: str) -> tuple[np.ndarray, dict[int, float]]:
    """Weights of what is seen, and of surroundings; says how well they choose what was held."""
    often = Counter(of.around.tolist())
    codes = {
        code: total + n
        for n, code in enumerate(sorted(c for c, k in often.items() if c and k >= MANY))
    }
    none = total + len(codes)
    around = np.array([codes.get(int(code), none) for code in of.around])
    numbers = np.c_[np.where(of.seen == 0xFFFF, none, of.seen), around]
    held = of.held[of.choice]
    share = np.where(of.held, 0, of.weight)
    share = share / share.sum()
    weights, mean, square = (np.zeros(none + 1) for _ in range(3))
    for turn in range(1, ROUNDS + 1):
        off = (chances(of, numbers, weights) - of.made) * share[of.choice]
        slope = (
            np.bincount(numbers.ravel(), np.repeat(off, numbers.shape[1]), none + 1)
            + DECAY * weights
        )
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * mean / (1 - 0.9**turn) / (np.sqrt(square / (1 - 0.999**turn)) + 1e-9)
        weights[none] = 0
    found = chances(of, numbers, weights)
    likelier = np.bincount(of.choice, found > found[of.made][of.choice])[of.held]
    print(
        f"{side}: {len(of.weight)} choices, {len(likelier)} held back with "
        f"{held.sum() / len(likelier):.1f} candidates: first {np.mean(likelier == 0):.0%}, "
        f"among three {np.mean(likelier < 3):.0%}, {likelier.mean():.2f} before it"
    )
    return weights[:total], {code: weights[n] for code, n in codes.items()}


def written(name: str, weights: np.ndarray, around: dict[int, float]) -> str:
    """As native/life_policy.cpp takes them."""
    seen = ",".join(str(round(100 * float(one))) for one in weights)
    rounded = {code: round(100 * float(weight)) for code, weight in around.items()}
    codes = ",".join(f"{{{code},{weight}}}" for code, weight in rounded.items() if weight)
    return "\n".join(wrapped(f"const MoveWeights {name}{{{{{seen}}},{{{codes}}}}};"))


def wrapped(text: str) -> list[str]:
    return re.findall(r".{1,98}(?:,|$)", text)


def main() -> int:
    """Makes what is missing in the folder, fits, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="of each size")
    parser.add_argument("--nodes", type=int, default=15_000)
    parser.add_argument("--groups", type=int, default=5_000, help="questions at most")
    parser.add_argument("--regions", type=int, default=1_200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=HOUSE / "build/go-life")
    parser.add_argument("--into", type=Path, default=NATIVE / "life_weights.hpp")
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    program, positions = given.keep.resolve() / "go_life", given.keep / "positions.txt"
    building = {**os.environ, "OUT": str(program)}
    subprocess.run([HOUSE / "bench/go_life.sh"], env=building, check=True)
    if not positions.exists():
        every = [line for size in SIZES for line in lines(size, given.seed, given.games)]
        positions.write_text("\n".join(dict.fromkeys(every)) + "\n", "ascii")
    known = positions.read_text("ascii").splitlines()
    total = int(subprocess.run([program, "total"], check=True, capture_output=True).stdout)
    parts = [
        f"// python bench/fit_go_life.py {' '.join(sys.argv[1:])}".rstrip(),
        "// clang-format off",
        f"static_assert(seen::total == {total});",
    ]
    for kind, most in (("group", given.groups), ("region", given.regions)):
        mine = [line for line in known if line.endswith(" -") == (kind == "group")]
        Random(given.seed).shuffle(mine)
        held = [line for line in mine if int(line.split("/")[2]) % 5 == 0]
        (given.keep / f"held-{kind}s.txt").write_text("\n".join(held) + "\n", "ascii")
        asking, log = given.keep / f"{kind}s.txt", given.keep / f"{kind}s.bin"
        fitted = [line for line in mine if line not in set(held)][:most]
        asking.write_text("\n".join(fitted) + "\n", "ascii")
        if not log.exists():
            subprocess.run([program, "dump", asking, str(given.nodes), log, "2"], check=True)
        for side in ("attack", "defence"):
            found = fit(choices(log, side == "attack"), total, f"{kind}, {side}")
            parts.append(written(f"{kind}_{side}", *found))
    given.into.write_text("\n".join(parts) + "\n", "ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
