"""How still the shown value stands from one depth to the next, and what it is worth.

    python bench/bench_steady.py connect6                        100 positions of human games
    python bench/bench_steady.py connect6 --other ../before/.venv/bin/python   another checkout's
    python bench/bench_steady.py gomoku --short                  4 positions of self-play

Each position is searched to depths d and d + 1 by the highest level, with a limit of nodes for the
rest of its work; both values are shown as chances (kikashi.play.lines). What was not searched to
both depths, or is won or lost as far as was seen, is left out. The bars: 10 points in the median,
25 in 95 of 100.
"""

from __future__ import annotations

import argparse
import csv
import random
import statistics
import sys

import machine
from bench_before import Side, opening

from kikashi.play.lines import chance_of

FIRST_DEPTHS = (1, 2, 3)
NODES = 20_000
SEEN = 10_000
"""Scores beyond are wins or losses that were seen, proved or not."""
BEFORE_END = 4


def human_games(count: int) -> list[list[str]]:
    """A position of each game, somewhere in its middle, where a whole turn begins."""
    with machine.needed("connect6/human_games_sample2000.csv").open(newline="") as file:
        games = [row["moves"].split(",") for row in csv.DictReader(file)]
    chooser = random.Random(26)
    found = []
    for moves in games:
        turns = (len(moves) - 1) // 2
        if turns > BEFORE_END + 2:
            found.append(moves[: 1 + 2 * chooser.randrange(2, turns - BEFORE_END)])
        if len(found) == count:
            break
    return found


def self_play(game: str, count: int) -> list[list[str]]:
    """Positions some turns after balanced openings."""
    side = Side(sys.executable, {}, {"nodes": 1000})
    found = []
    for number in range(count):
        moves = opening(game, number)
        for _ in range(number % 8):
            answer = side.turn(game, moves, number)
            if answer["reason"] != "searched":
                break
            moves += answer["moves"]
        found.append(moves)
    side.close()
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="connect6", choices=("connect6", "gomoku"))
    parser.add_argument("--other", default=sys.executable, help="the checkout's Python")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--short", action="store_true", help="4 positions of self-play")
    asked = parser.parse_args()
    machine.describe()
    if asked.short or asked.game != "connect6":
        positions = self_play(asked.game, 4 if asked.short else asked.positions)
    else:
        positions = human_games(asked.positions)
    depths = sorted({depth + more for depth in FIRST_DEPTHS for more in (0, 1)})
    sides = {depth: Side(asked.other, {"most_depth": depth}, {"nodes": NODES}) for depth in depths}
    moved: list[float] = []
    for moves in positions:
        found = {depth: side.turn(asked.game, moves, 1) for depth, side in sides.items()}
        for depth in FIRST_DEPTHS:
            pair = [found[depth], found[depth + 1]]
            reached = [one["depth"] for one in pair] == [depth, depth + 1]
            if reached and all(
                one["reason"] == "searched" and abs(one["score"]) < SEEN for one in pair
            ):
                before, after = (100 * chance_of(one["score"]) for one in pair)
                moved.append(abs(after - before))
    for side in sides.values():
        side.close()
    moved.sort()
    if not moved:
        sys.exit("every position was decided; ask for more")
    most = moved[min(len(moved) - 1, round(0.95 * len(moved)))]
    print(f"{len(moved)} pairs of depths on {len(positions)} positions of {asked.game}: the value")
    print(f"moves by {statistics.median(moved):.1f} points in the median, {most:.1f} in 95 of 100")


if __name__ == "__main__":
    main()
