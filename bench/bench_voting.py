"""One move by many machines at fixed nodes: 1, 2, 4 and 7 workers against one, and the control.

Workers are asked and merged as the grid does it (`GridPlayer`, `play.vote`, `play.share`), in this
process and one after the other, so that two cores are enough and a busy machine changes nothing.
The control is one worker with as many nodes as all of them: what it wins more is what the split
wastes. Openings are drawn, and each is played twice with the colours exchanged. Every game is kept
in a file as it ends, so that a long run can go on another time:

    python bench/bench_voting.py --nodes 250 --splits root --seconds 300 --state build/voting.jsonl
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

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


class Game(NamedTuple):
    """Which game it is; for the control the split is empty."""

    game: str
    split: str
    workers: int
    nodes: int
    number: int


def play(asked: Game) -> tuple[float, float]:
    """One game: 1, 0.5 or 0 for the many (or for the control), and its processor seconds."""
    began = time.process_time()
    return points_of(asked), time.process_time() - began


def points_of(asked: Game) -> float:
    game, split, workers, nodes, number = asked
    load_kinds()
    position = opening(game, number // 2)
    many = (position.to_move + number) % 2
    with ExitStack() as stack:

        def player(voters: int, each: int, how: str | None = None) -> GridPlayer:
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


class Kept:
    """The games that were played, each a line of a file as soon as it ends."""

    def __init__(self, state: Path | None) -> None:
        self.state = state
        self.ended: dict[Game, tuple[float, float]] = {}
        if state is not None and state.exists():
            for line in state.read_text().splitlines():
                which, points, spent = json.loads(line)
                self.ended[Game(*which)] = points, spent

    def end(self, which: Game, points: float, spent: float) -> None:
        self.ended[which] = points, spent
        if self.state is not None:
            with self.state.open("a") as file:
                file.write(json.dumps([which, points, spent]) + "\n")

    def row(self, games: list[Game]) -> str:
        """What is known of a match."""
        ended = [self.ended[one] for one in games if one in self.ended]
        game, split, workers, _, _ = games[0]
        what = f"{workers} workers, {split}" if split else f"1 worker, {workers} x nodes"
        if not ended:
            return f"{game:9s} {what:24s}    0 games"
        points, spent = (sum(column) for column in zip(*ended, strict=True))
        low, high = interval(points, len(ended))
        share = f"{100 * points / len(ended):5.1f}% ({low:.1f} to {high:.1f})"
        return f"{game:9s} {what:24s} {len(ended):4d} games {share}  {spent:.0f} s of processor"


def run(todo: list[Game], kept: Kept, seconds: float, jobs: int) -> None:
    """Plays what was not played, some games at a time, and begins none after `seconds`."""
    began = said = time.monotonic()
    left = iter([one for one in todo if one not in kept.ended])
    with ProcessPoolExecutor(jobs) as pool:
        playing: dict[Future[tuple[float, float]], Game] = {}
        while True:
            while len(playing) < jobs and time.monotonic() - began < seconds:
                following = next(left, None)
                if following is None:
                    break
                playing[pool.submit(play, following)] = following
            if not playing:
                return
            for one in wait(playing, return_when=FIRST_COMPLETED).done:
                kept.end(playing.pop(one), *one.result())
            if time.monotonic() - said > 10:
                said = time.monotonic()
                played = sum(one in kept.ended for one in todo)
                print(f"{played} of {len(todo)} games", file=sys.stderr, flush=True)


def main() -> None:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--matches", type=int, default=200)
    words.add_argument("--nodes", type=int, default=NODES)
    words.add_argument("--games", nargs="*", default=GAMES)
    words.add_argument("--workers", type=int, nargs="*", default=WORKERS)
    words.add_argument("--splits", nargs="*", default=[*SPLITS, ""], help="'': the control")
    words.add_argument("--seconds", type=float, default=math.inf, help="no game begins after them")
    words.add_argument("--jobs", type=int, default=2, help="games at a time")
    words.add_argument("--state", type=Path, help="where to keep the games that ended")
    chosen = words.parse_args()
    describe()
    print(f"{chosen.nodes} nodes a worker and turn; against one worker\n", flush=True)
    matches = [
        [Game(game, split, workers, chosen.nodes, number) for number in range(chosen.matches)]
        for game in chosen.games
        for workers in chosen.workers
        for split in chosen.splits
    ]
    kept = Kept(chosen.state)
    run([one for match in matches for one in match], kept, chosen.seconds, chosen.jobs)
    for match in matches:
        print(kept.row(match))


if __name__ == "__main__":
    main()
