"""Does level 10 miss a win by double threats of at most 5 turns, or walk into one?

Positions are turns of the Connect6 sample games, chosen by a fixed seed. First an outside judge
(`solve --by vcdt`) says whether the side to move has such a win: then the player must begin a
proved win. Where it has none, the judge looks at the position after the player's turn: a win of at
most 5 turns for the opponent counts as walked into if some other turn (of the 200 that the general
order likes best) does not allow it.

    python bench/bench_missed_wins.py [POSITIONS] [SECONDS]

A win counts as begun only if the checker accepts its certificate.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
from itertools import combinations
from pathlib import Path

from kikashi import games
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.play.levels import make_player
from kikashi.search import Limits, Verdict, solve
from kikashi.stones.evaluation import evaluate, general_weights

SEED = 4
MOST_TURNS = 5
JUDGE = Limits(nodes=60_000, memory=128 << 20)
DATA = Path(os.environ.get("KIKASHI_DATA", Path(__file__).resolve().parents[2] / "shared/data"))


def sample(count: int) -> list[StonePosition]:
    """Positions at the start of a turn, two to eight turns before the end of a game."""
    with (DATA / "connect6/human_games_sample2000.csv").open(newline="") as file:
        records = [row["moves"].split(",") for row in csv.DictReader(file)]
    chance = random.Random(SEED)
    found: list[StonePosition] = []
    while len(found) < count:
        moves = chance.choice(records)
        stones = len(moves) - (len(moves) - 1) % 2 - 2 * chance.randrange(1, 8)
        if stones >= 3:
            position = games.room("connect6").from_text(" ".join(moves[:stones]))
            assert isinstance(position, StonePosition)
            if position.left == 2:
                found.append(position)
    return found


def short_win(position: StonePosition) -> Verdict | None:
    """The judge's word."""
    if position.is_over:
        return None
    verdict = solve(position, "vcdt", JUDGE)
    return verdict if verdict.verdict == "win" and (verdict.turns or 99) <= MOST_TURNS else None


def could_refuse(position: StonePosition) -> bool:
    """Is there a turn that leaves the opponent no short win?"""
    gains = evaluate(position, general_weights(position.rules)).gains
    worth = {
        c: 5 * gains[position.mover][c] + 4 * gains[1 - position.mover][c]
        for c in cells_of(position.empty)
    }
    best = sorted(worth, key=lambda cell: -worth[cell])[:40]
    pairs = sorted(combinations(best, 2), key=lambda pair: -worth[pair[0]] - worth[pair[1]])[:200]
    return any(not short_win(position.with_stone(a).with_stone(b)) for a, b in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("positions", nargs="?", type=int, default=200)
    parser.add_argument("seconds", nargs="?", type=float, default=1.0)
    parser.add_argument("--short", action="store_true", help="4 positions at 0.1 s")
    asked = parser.parse_args()
    count, seconds = (4, 0.1) if asked.short else (asked.positions, asked.seconds)
    wins = missed = quiet = walked = helpless = 0
    slowest = 0.0
    for position in sample(count):
        player = make_player(position, 10, seed=1)
        win = short_win(position)
        opinion = player.choose_turn(position.view_of_mover(), seconds)
        slowest = max(slowest, opinion.seconds)
        proof = opinion.verdict
        proved = proof is not None and proof.replayed().checked is not None
        if win:
            wins += 1
            if not proved:
                missed += 1
                print(f"missed: {position.to_text()}", flush=True)
            continue
        quiet += 1
        after = position.play_all(" ".join(opinion.moves))
        assert isinstance(after, StonePosition)
        if not proved and short_win(after):
            if could_refuse(position):
                walked += 1
                print(f"walked into: {position.to_text()} by {opinion.moves}", flush=True)
            else:
                helpless += 1
    print(
        f"{count} positions at {seconds:g} s: {missed} of {wins} short wins missed; {walked} of "
        f"{quiet} other turns walked into one that could be refused ({helpless} could not); "
        f"slowest turn {slowest:.3f} s"
    )


if __name__ == "__main__":
    main()
