"""One move by many machines at fixed nodes: 1, 2, 4 and 7 workers against one, and the control.

Workers are asked and merged as the grid does it (`GridPlayer`, the task `play.vote`), in this
process and one after the other, so that two cores are enough and a busy machine changes nothing.
The control is one worker with as many nodes as all of them: what it wins more is what the split
wastes. Openings are drawn, and each is played twice with the colours exchanged.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import describe

from kikashi.games import room
from kikashi.grid import LocalExecutor, load_kinds
from kikashi.grid.voting import SPLITS, GridPlayer
from kikashi.law import Position

GAMES = ("connect6", "gomoku")
NODES = 400
"""Of one worker for one turn."""
WORKERS = (2, 4, 7)
LONGEST = 120
"""Turns after which a game is a draw."""
PATIENCE = 120.0
"""Seconds for a turn; nodes are what ends it."""
OPENING = 2
"""Turns drawn near the middle, before anybody thinks."""


def opening(game: str, seed: int) -> Position:
    """Some turns among the likely ones, drawn."""
    chance = random.Random(f"{game} {seed}")
    part = room(game).job_level()
    assert part is not None
    position = room(game).start({})
    for _ in range(OPENING):
        turn = chance.choice(part.likely_turns(position, 12) or [position.legal_moves()[:1]])
        position = position.play_all(turn)
    return position


def play(game: str, split: str, workers: int, nodes: int, number: int) -> float:
    """One game; 1, 0.5 or 0 for the many (or for the control, whose split is empty)."""
    load_kinds()
    position = opening(game, number // 2)
    many = (position.to_move + number) % 2
    with ExitStack() as stack:

        def player(voters: int, each: int, how: str = SPLITS[0]) -> GridPlayer:
            executor = stack.enter_context(LocalExecutor(1))
            made = GridPlayer(executor, voters=voters, nodes=each, split=how)
            stack.callback(made.close)
            return made

        alone = player(1, nodes)
        other = player(workers, nodes, split) if split else player(1, nodes * workers)
        for turn in range(LONGEST):
            result = position.result()
            if result is not None:
                return (result.payoffs[many] + 1) / 2
            who = other if position.to_move == many else alone
            who.seed = 1_000 * number + turn
            found = who.choose_turn(position.view_of_mover(), PATIENCE)
            position = position.play_all(found.moves)
    return 0.5


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval, in per cent."""
    z, share = 1.96, points / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 100 / (1 + z * z / games)
    return scale * (middle - half), scale * (middle + half)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--matches", type=int, default=200)
    words.add_argument("--nodes", type=int, default=NODES)
    words.add_argument("--games", nargs="*", default=GAMES)
    words.add_argument("--workers", type=int, nargs="*", default=WORKERS)
    words.add_argument("--splits", nargs="*", default=[*SPLITS, ""])
    chosen = words.parse_args()
    describe()
    print(f"{chosen.nodes} nodes a worker and turn; against one worker\n")
    with ProcessPoolExecutor(2) as pool:
        for game in chosen.games:
            for workers in chosen.workers:
                for split in chosen.splits:
                    began = time.monotonic()
                    many = range(chosen.matches)
                    found = [pool.submit(play, game, split, workers, chosen.nodes, n) for n in many]
                    points = sum(one.result() for one in found)
                    low, high = interval(points, len(found))
                    what = (
                        f"{workers} workers, {split}" if split else f"1 worker, {workers} x nodes"
                    )
                    share = f"{100 * points / len(found):5.1f}% ({low:.1f} to {high:.1f})"
                    spent = time.monotonic() - began
                    print(f"{game:9s} {what:24s} {len(found):4d} games {share}  {spent:.0f} s")


if __name__ == "__main__":
    main()
