"""How much the arena itself costs, and that no player loses on time, by an illegal move or a crash.

For each game: a match of the level named below against the simple player at 0.1 s a turn, and the
same level as an outside program through its protocol. Prints games, failures (the bar is none),
the slowest turn, and what the pipe adds to a turn. KIKASHI_BENCH_GAMES says how many games.
"""

from __future__ import annotations

import os
import shlex
import statistics
import sys
import time

from kikashi import games
from kikashi.arena import Contestant, Plan, make_openings, run_match
from kikashi.arena.match import Standing
from kikashi.protocols import protocols_of

GAMES = int(os.environ.get("KIKASHI_BENCH_GAMES", "40"))
SECONDS = 0.1
LEVEL = "5"
OWN = {"connect6": "cloudict", "gomoku": "gomocup", "goclub": "gtp"}
MAIN = "from kikashi.cli import main; main()"


def match(game: str, player: str, other: str, count: int) -> tuple[Standing, float]:
    start = games.room(game).start()
    players = tuple(Contestant.read(text, start) for text in (player, other))
    plan = Plan(start, players, count, SECONDS, make_openings(start, (count + 1) // 2))
    began = time.monotonic()
    return run_match(plan), time.monotonic() - began


def show(name: str, standing: Standing, seconds: float) -> None:
    tally = standing.tally()
    failures = [standing.failures(number) for number in (0, 1)]
    slowest = [max(game.slowest) for game in standing.games]
    turns = sum(len(game.moves) for game in standing.games)
    print(
        f"{name:34} {tally.wins:4} {tally.draws:3} {tally.losses:4}  "
        f"{turns / seconds:7.1f} stones/s  "
        f"slowest turn {max(slowest):.3f} s (median {statistics.median(slowest):.3f})  "
        f"failures {failures}"
    )


def main() -> None:
    print(f"{GAMES} games each, {SECONDS} s a turn, wins draws losses of the first player")
    for game, protocol in OWN.items():
        assert protocol in protocols_of(games.room(game).start())
        show(f"{game} level:{LEVEL} simple", *match(game, f"level:{LEVEL}", "simple", GAMES))
        words = f"engine {game} --protocol {protocol} --level {LEVEL}"
        program = shlex.join([sys.executable, "-c", MAIN, *words.split()])
        outside = f"cmd:{program}@{protocol}"
        show(
            f"{game} level:{LEVEL} {protocol}", *match(game, f"level:{LEVEL}", outside, GAMES // 4)
        )


if __name__ == "__main__":
    main()
